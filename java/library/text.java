// Strings, and what makes them.
package java.lang;

import java.util.Comparator;

public final class String implements Comparable<String>, CharSequence {
    public native int length();
    public native char charAt(int i);
    public native boolean isEmpty();
    public native boolean isBlank();
    public native String substring(int from);
    public native String substring(int from, int to);
    public native int indexOf(String part);
    public native int indexOf(String part, int from);
    public native int indexOf(int c);
    public native int indexOf(int c, int from);
    public native int lastIndexOf(String part);
    public native int lastIndexOf(int c);
    public native boolean contains(CharSequence part);
    public native boolean startsWith(String part);
    public native boolean endsWith(String part);
    public native String concat(String other);
    public native String repeat(int n);
    public native String trim();
    public native String intern();
    public native String strip();
    public native String toUpperCase();
    public native String toLowerCase();
    public native String replace(char from, char to);
    public native String replace(CharSequence from, CharSequence to);
    public native String[] split(String by);
    public native String[] split(String by, int most);
    public native boolean matches(String pattern);
    public native String replaceAll(String pattern, String by);
    public native String replaceFirst(String pattern, String by);
    public native String stripLeading();
    public native String stripTrailing();
    public native int compareToIgnoreCase(String other);
    public native java.util.stream.IntStream chars();
    public native java.util.stream.IntStream codePoints();
    public native String indent(int n);
    public native java.util.stream.Stream<String> lines();
    public native CharSequence subSequence(int from, int to);
    public native boolean startsWith(String part, int from);
    public native int lastIndexOf(String part, int from);
    public native int lastIndexOf(int c, int from);
    public native boolean contentEquals(CharSequence other);
    public native int codePointAt(int i);
    public static final Comparator<String> CASE_INSENSITIVE_ORDER;
    public native char[] toCharArray();
    public native int compareTo(String other);
    public native boolean equalsIgnoreCase(String other);
    public native String formatted(Object... args);
    public static native String valueOf(Object o);
    public static native String valueOf(int n);
    public static native String valueOf(long n);
    public static native String valueOf(double n);
    public static native String valueOf(boolean b);
    public static native String valueOf(char c);
    public static native String valueOf(char[] all);
    public static native String valueOf(char[] all, int from, int n);
    public static native String valueOf(float n);
    public static native String copyValueOf(char[] all);
    public static native String join(CharSequence by, Object... all);
    public static native <T> String join(CharSequence by, Iterable<T> all);
    public static native String format(String format, Object... args);
    public static native String format(java.util.Locale of, String format, Object... args);
}

// A number that formats know by its own text: none for a conversion that it has not.
interface RacefreeFormatted { String formatted(char kind, int digits); }
final class RacefreeString {
    static final Comparator<String> CASE_INSENSITIVE_ORDER = (a, b) -> a.compareToIgnoreCase(b);
    static String valueOf(Object o) { return o == null ? "null" : o.toString(); }
    static String valueOf(int n) { return RacefreePrimitives.text(n); }
    static String valueOf(long n) { return RacefreePrimitives.text(n); }
    static String valueOf(double n) { return RacefreePrimitives.text(n); }
    static String valueOf(boolean b) { return RacefreePrimitives.text(b); }
    static String valueOf(char c) { return RacefreePrimitives.charText(c); }
    static String valueOf(char[] all) { String s = ""; for (char c : all) s = s + c; return s; }
    static String intern(String s) {
        String literal = RacefreePrimitives.intern(s);
        if (literal == null) throw new RacefreeRefusal("intern() of a text that is no literal of the program does not run");
        return literal;
    }
    static String join(CharSequence by, Object... all) {
        String s = "";
        for (int i = 0; i < all.length; i++) s = i == 0 ? "" + all[i] : s + by + all[i];
        return s;
    }
    static <T> String join(CharSequence by, Iterable<T> all) {
        String s = "";
        boolean first = true;
        for (T t : all) { s = first ? "" + t : s + by + t; first = false; }
        return s;
    }
    static String format(String format, Object... args) { return RacefreeString.formatted(format, args); }
    static String format(java.util.Locale of, String format, Object... args) { return RacefreeString.formatted(format, args); }
    static int length(String s) { return RacefreePrimitives.length(s); }
    static char charAt(String s, int i) { return RacefreePrimitives.charAt(s, i); }
    static boolean isEmpty(String s) { return RacefreePrimitives.length(s) == 0; }
    static boolean isBlank(String s) { return strip(s).length() == 0; }
    static String substring(String s, int from) { return RacefreePrimitives.substring(s, from, s.length()); }
    static String substring(String s, int from, int to) { return RacefreePrimitives.substring(s, from, to); }
    static int indexOf(String s, String part) { return RacefreePrimitives.indexOf(s, part, 0); }
    static int indexOf(String s, String part, int from) { return RacefreePrimitives.indexOf(s, part, from); }
    static int indexOf(String s, int c, int from) { return RacefreePrimitives.indexOf(s, RacefreePrimitives.charText((char) c), from); }
    static int indexOf(String s, int c) { return RacefreePrimitives.indexOf(s, RacefreePrimitives.charText((char) c), 0); }
    static int lastIndexOf(String s, String part) {
        for (int i = s.length() - part.length(); i >= 0; i--) if (RacefreePrimitives.indexOf(s, part, i) == i) return i;
        return -1;
    }
    static int lastIndexOf(String s, int c) { return lastIndexOf(s, RacefreePrimitives.charText((char) c)); }
    static boolean contains(String s, CharSequence part) { return RacefreePrimitives.indexOf(s, part.toString(), 0) >= 0; }
    static boolean startsWith(String s, String part) { return s.length() >= part.length() && substring(s, 0, part.length()).equals(part); }
    static boolean endsWith(String s, String part) { return s.length() >= part.length() && substring(s, s.length() - part.length()).equals(part); }
    static String concat(String s, String other) { return RacefreePrimitives.concat(s, RacefreePrimitives.substring(other, 0, other.length())); }
    static String repeat(String s, int n) {
        if (n < 0) throw new IllegalArgumentException("count is negative: " + n);
        String made = "";
        for (int i = 0; i < n; i++) made = made + s;
        return made;
    }
    static String trim(String s) {
        int a = 0, b = s.length();
        while (a < b && s.charAt(a) <= ' ') a++;
        while (a < b && s.charAt(b - 1) <= ' ') b--;
        return s.substring(a, b);
    }
    static String strip(String s) { return stripLeading(stripTrailing(s)); }
    static String stripLeading(String s) { int a = 0; while (a < s.length() && Character.isWhitespace(s.charAt(a))) a++; return s.substring(a); }
    static String stripTrailing(String s) { int b = s.length(); while (b > 0 && Character.isWhitespace(s.charAt(b - 1))) b--; return s.substring(0, b); }
    static String toUpperCase(String s) { return RacefreePrimitives.upper(s); }
    static String toLowerCase(String s) { return RacefreePrimitives.lower(s); }
    static String replace(String s, char from, char to) { return replace(s, RacefreePrimitives.charText(from), RacefreePrimitives.charText(to)); }
    static String replace(String s, CharSequence old, CharSequence now) {
        String from = old.toString(), to = now.toString(), made = "";
        if (from.isEmpty()) {
            for (int i = 0; i < s.length(); i++) made = made + to + s.charAt(i);
            return made + to;
        }
        int at = 0;
        for (int i = s.indexOf(from); i >= 0; i = s.indexOf(from, at)) {
            made = made + s.substring(at, i) + to;
            at = i + from.length();
        }
        return made + s.substring(at);
    }
    static String[] split(String s, String by) { return split(s, by, 0); }
    static String[] split(String s, String by, int most) { return java.util.regex.Pattern.compile(by).split(s, most); }
    static boolean matches(String s, String pattern) { return java.util.regex.Pattern.matches(pattern, s); }
    static String replaceAll(String s, String pattern, String by) { return java.util.regex.Pattern.compile(pattern).matcher(s).replaceAll(by); }
    static String replaceFirst(String s, String pattern, String by) { return java.util.regex.Pattern.compile(pattern).matcher(s).replaceFirst(by); }
    static java.util.stream.IntStream chars(String s) { int[] all = new int[s.length()]; for (int i = 0; i < all.length; i++) all[i] = s.charAt(i); return java.util.stream.IntStream.of(all); }
    static java.util.stream.Stream<String> lines(String s) {
        java.util.ArrayList<String> all = new java.util.ArrayList<>();
        int from = 0;
        while (from < s.length()) {
            int end = from;
            while (end < s.length() && s.charAt(end) != '\n' && s.charAt(end) != '\r') end++;
            all.add(s.substring(from, end));
            from = end + (end + 1 < s.length() && s.charAt(end) == '\r' && s.charAt(end + 1) == '\n' ? 2 : 1);
        }
        return all.stream();
    }
    static CharSequence subSequence(String s, int from, int to) { return s.substring(from, to); }
    static boolean startsWith(String s, String part, int from) { return from >= 0 && from <= s.length() && s.substring(from).startsWith(part); }
    static int lastIndexOf(String s, String part, int from) {
        for (int i = Math.min(from, s.length() - part.length()); i >= 0; i--) if (RacefreePrimitives.indexOf(s, part, i) == i) return i;
        return -1;
    }
    static int lastIndexOf(String s, int c, int from) { return lastIndexOf(s, RacefreePrimitives.charText((char) c), from); }
    static boolean contentEquals(String s, CharSequence other) { return s.equals(other.toString()); }
    static boolean isPair(String s, int i) { return i + 1 < s.length() && s.charAt(i) >>> 10 == 54 && s.charAt(i + 1) >>> 10 == 55; }
    static int codePointAt(String s, int i) { char c = s.charAt(i); return isPair(s, i) ? 65536 + (c - 55296) * 1024 + (s.charAt(i + 1) - 56320) : c; }
    static java.util.stream.IntStream codePoints(String s) {
        java.util.ArrayList<Integer> all = new java.util.ArrayList<>();
        for (int i = 0; i < s.length(); i += isPair(s, i) ? 2 : 1) all.add(codePointAt(s, i));
        return all.stream().mapToInt(c -> c);
    }
    static String reversed(String s) {
        String made = "";
        for (int i = 0; i < s.length(); i++) if (isPair(s, i)) { made = s.substring(i, i + 2) + made; i++; } else made = s.charAt(i) + made;
        return made;
    }
    static String indent(String s, int n) {
        StringBuilder made = new StringBuilder();
        for (String line : lines(s).toList()) {
            int cut = 0;
            while (cut < -n && cut < line.length() && Character.isWhitespace(line.charAt(cut))) cut++;
            made.append(" ".repeat(Math.max(n, 0))).append(line.substring(cut)).append("\n");
        }
        return made.toString();
    }
    static int compareToIgnoreCase(String s, String other) { return RacefreePrimitives.compareText(RacefreePrimitives.lower(RacefreePrimitives.upper(s)), RacefreePrimitives.lower(RacefreePrimitives.upper(other))); }
    static String valueOf(char[] all, int from, int n) { return made(all, from, n); }
    static String valueOf(float n) { return RacefreePrimitives.text(n); }
    static String copyValueOf(char[] all) { return valueOf(all); }
    static String made() { return RacefreePrimitives.text(""); }
    static String made(char[] all) { return valueOf(all); }
    static String made(char[] all, int from, int n) {
        if (from < 0 || n < 0 || from > all.length - n) throw new StringIndexOutOfBoundsException("offset " + from + ", count " + n + ", length " + all.length);
        String s = "";
        for (int i = from; i < from + n; i++) s = s + all[i];
        return s;
    }
    static String made(StringBuilder s) { return RacefreePrimitives.text(s.toString()); }
    static char[] toCharArray(String s) { char[] made = new char[s.length()]; for (int i = 0; i < made.length; i++) made[i] = s.charAt(i); return made; }
    static int compareTo(String s, String other) { return RacefreePrimitives.compareText(s, other); }
    static boolean equalsIgnoreCase(String s, String other) { return other != null && s.length() == other.length() && compareToIgnoreCase(s, other) == 0; }
    static String formatted(String format, Object[] args) {
        StringBuilder made = new StringBuilder();
        int next = 0, before = -1;
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') { made.append(c); continue; }
            int from = i;
            i++;
            String flags = "";
            int width = 0, digits = -1, place = -1, number = 0;
            while (i < format.length() && "-0,+ (#<".indexOf(format.charAt(i)) >= 0) { flags = flags + format.charAt(i); i++; }
            while (i < format.length() && Character.isDigit(format.charAt(i))) { width = width * 10 + (format.charAt(i) - '0'); i++; }
            if (i < format.length() && format.charAt(i) == '$') {
                place = width - 1;
                width = 0;
                i++;
                while (i < format.length() && "-0,+ (#<".indexOf(format.charAt(i)) >= 0) { flags = flags + format.charAt(i); i++; }
                while (i < format.length() && Character.isDigit(format.charAt(i))) { width = width * 10 + (format.charAt(i) - '0'); i++; }
            }
            if (i < format.length() && format.charAt(i) == '.') {
                digits = 0;
                i++;
                while (i < format.length() && Character.isDigit(format.charAt(i))) { digits = digits * 10 + (format.charAt(i) - '0'); i++; }
            }
            if (i >= format.length()) throw new java.util.UnknownFormatConversionException("%");
            char kind = format.charAt(i);
            if (kind == 'n') { made.append("\n"); continue; }
            if (flags.indexOf('(') >= 0 && (flags.indexOf('0') >= 0 || "df".indexOf(kind) < 0) || flags.indexOf('#') >= 0) throw new RacefreeRefusal("the format " + format.substring(from, i + 1) + " does not run");
            if (kind != '%' && "bBsScdxXfeEho".indexOf(kind) < 0) {
                if ("gGaAtTH".indexOf(kind) >= 0) throw new RacefreeRefusal("the format %" + kind + " does not run");
                throw new java.util.UnknownFormatConversionException("" + kind);
            }
            String text = "%";
            if (kind != '%') {
                boolean again = flags.indexOf('<') >= 0;
                int at = again ? before : place < 0 ? next : place;
                if (at < 0 || at >= args.length) throw new java.util.MissingFormatArgumentException(format.substring(from, i + 1));
                if (place < 0 && !again) next++;
                before = at;
                text = one(kind, args[at], digits, flags);
                if (flags.indexOf('(') >= 0 && text.startsWith("-")) text = "(" + text.substring(1) + ")";
            }
            boolean left = flags.indexOf('-') >= 0, zero = flags.indexOf('0') >= 0;
            int sign = text.length() > 0 && "+- ".indexOf(text.charAt(0)) >= 0 && "dfeE".indexOf(kind) >= 0 ? 1 : 0;
            while (text.length() < width) text = left ? text + " " : zero && kind != 's' ? text.substring(0, sign) + "0" + text.substring(sign) : " " + text;
            made.append(text);
        }
        return made.toString();
    }
    // One value, without its width.
    private static String one(char kind, Object arg, int digits, String flags) {
        if (kind == 'b' || kind == 'B') { String s = arg == null ? "false" : arg instanceof Boolean ? "" + arg : "true"; return cut(kind == 'B' ? s.toUpperCase() : s, digits); }
        if (arg == null && kind != 'h') return cut("null", digits);
        if (kind == 's' || kind == 'S') { String s = cut(arg.toString(), digits); return kind == 'S' ? s.toUpperCase() : s; }
        if (kind == 'h') return arg == null ? "null" : Integer.toHexString(arg.hashCode());
        if (kind == 'c') {
            if (arg instanceof Character) return "" + arg;
            if (arg instanceof Integer n) return "" + (char) (int) n;
            throw new java.util.IllegalFormatConversionException(kind, arg.getClass());
        }
        RacefreeFormatted large = arg instanceof RacefreeFormatted given ? given : null;
        String own = large == null ? null : large.formatted(kind, digits < 0 ? 6 : digits);
        boolean whole = arg instanceof Integer || arg instanceof Long || own != null, real = arg instanceof Double || arg instanceof Float || own != null;
        if ("dxXo".indexOf(kind) >= 0 ? !whole : !real) throw new java.util.IllegalFormatConversionException(kind, arg.getClass());
        if (kind == 'x') return arg instanceof Integer n ? Integer.toHexString(n) : Long.toHexString((Long) arg);
        if (kind == 'X') return arg instanceof Integer n ? Integer.toHexString(n).toUpperCase() : Long.toHexString((Long) arg).toUpperCase();
        if (kind == 'o') return arg instanceof Integer n ? Integer.toOctalString(n) : Long.toOctalString((Long) arg);
        String text = own != null ? own : kind == 'd' ? "" + arg : real(kind, ((Number) arg).doubleValue(), digits < 0 ? 6 : digits);
        boolean isFinite = Character.isDigit(text.charAt(text.length() - 1));
        if (flags.indexOf(',') >= 0 && isFinite) {
            int end = text.indexOf('.') < 0 ? text.length() : text.indexOf('.');
            int start = text.startsWith("-") ? 1 : 0;
            for (int at = end - 3; at > start; at = at - 3) text = text.substring(0, at) + "," + text.substring(at);
        }
        if (flags.indexOf('+') >= 0 && !text.startsWith("-") && !text.equals("NaN")) text = "+" + text;
        if (flags.indexOf(' ') >= 0 && !text.startsWith("-") && !text.equals("NaN")) text = " " + text;
        return text;
    }
    private static String cut(String s, int digits) { return digits >= 0 && digits < s.length() ? s.substring(0, digits) : s; }
    // With a fixed number of digits; with a power of ten the digits are those of the number, carried if they round up.
    private static String real(char kind, double d, int digits) {
        if (d != d) return "NaN";
        if (Double.isInfinite(d)) return d > 0 ? "Infinity" : "-Infinity";
        if (kind == 'f') return RacefreePrimitives.fixed(d, digits);
        String s = RacefreePrimitives.scientific(d, digits);
        return kind == 'E' ? s.toUpperCase() : s;
    }
}
