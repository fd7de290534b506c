// Patterns: the usual ones, matched as the JDK does, by trying one way after the other.
package java.util.regex;

import java.util.*;

// Part of a pattern. It matches from a place on, and what comes behind it then does.
abstract class Part {
    Part next;
    abstract boolean match(Matcher m, int at);
    boolean goOn(Matcher m, int at) { return next == null ? m.ends(at) : next.match(m, at); }
}
class One extends Part {
    private final boolean not;
    private final String ranges;
    One(boolean not, String ranges) { this.not = not; this.ranges = ranges; }
    static boolean in(String ranges, char c) { for (int i = 0; i < ranges.length(); i += 2) if (ranges.charAt(i) <= c && c <= ranges.charAt(i + 1)) return true; return false; }
    boolean match(Matcher m, int at) { return at < m.text.length() && in(ranges, m.folded(at)) != not && goOn(m, at + 1); }
}
class Edge extends Part {
    private final char kind;
    Edge(char kind) { this.kind = kind; }
    private boolean word(Matcher m, int i) { return i >= 0 && i < m.text.length() && One.in(Pattern.WORD, m.text.charAt(i)); }
    boolean match(Matcher m, int at) {
        boolean is = kind == '^' ? at == 0 : kind == '$' ? at == m.text.length() : (word(m, at - 1) != word(m, at)) == (kind == 'b');
        return is && goOn(m, at);
    }
}
class Mark extends Part {
    private final int group;
    private final boolean end;
    Mark(int group, boolean end) { this.group = group; this.end = end; }
    boolean match(Matcher m, int at) {
        int i = 2 * group + (end ? 1 : 0), old = m.groups[i];
        m.groups[i] = at;
        if (goOn(m, at)) return true;
        m.groups[i] = old;
        return false;
    }
}
class Choice extends Part {
    final ArrayList<Part> ways = new ArrayList<>();
    boolean match(Matcher m, int at) { for (Part way : ways) if (way.match(m, at)) return true; return false; }
}
class Repeat extends Part {
    Part body;
    private final int least, most;
    private final boolean lazy;
    private int count, last = -1;
    Repeat(int least, int most, boolean lazy) { this.least = least; this.most = most; this.lazy = lazy; }
    boolean match(Matcher m, int at) { int c = count, l = last; count = 0; last = -1; boolean did = turn(m, at); count = c; last = l; return did; }
    boolean turn(Matcher m, int at) {
        int c = count, l = last;
        if (c >= least && at == l) return left(m, at, c, l);
        if (c >= least && lazy && left(m, at, c, l)) return true;
        if (c < most) {
            count = c + 1;
            last = at;
            boolean did = body.match(m, at);
            count = c;
            last = l;
            if (did) return true;
        }
        return c >= least && !lazy && left(m, at, c, l);
    }
    private boolean left(Matcher m, int at, int c, int l) { boolean did = goOn(m, at); count = c; last = l; return did; }
}
class Again extends Part {
    private final Repeat of;
    Again(Repeat of) { this.of = of; }
    boolean match(Matcher m, int at) { return of.turn(m, at); }
}
public class PatternSyntaxException extends IllegalArgumentException { public PatternSyntaxException(String m) { super(m); } }

public final class Pattern {
    public static final int CASE_INSENSITIVE = 2;
    static final String WORD = "azAZ09__", DIGIT = "09", SPACE = "  \t\r", ALL = "\0\uffff";
    private final String pattern;
    final boolean folds;
    private int at, groups = 1;
    final Part first;
    private Pattern(String pattern, int flags) {
        this.pattern = pattern;
        if (flags != 0 && flags != CASE_INSENSITIVE) throw new RacefreeRefusal("a pattern with these flags does not run");
        folds = flags == CASE_INSENSITIVE;
        first = choice(null);
        if (at < pattern.length()) throw new PatternSyntaxException("Unmatched closing ')' near index " + (at - 1) + "\n" + pattern);
    }
    public static Pattern compile(String pattern) { return new Pattern(pattern, 0); }
    public static Pattern compile(String pattern, int flags) { return new Pattern(pattern, flags); }
    public static boolean matches(String pattern, CharSequence text) { return compile(pattern).matcher(text).matches(); }
    public static String quote(String s) { return "\\Q" + s + "\\E"; }
    public Matcher matcher(CharSequence text) { return new Matcher(this, text.toString()); }
    public String pattern() { return pattern; }
    public String toString() { return pattern; }
    int groups() { return groups; }
    private boolean more() { return at < pattern.length(); }
    private RacefreeRefusal no() { return new RacefreeRefusal("the pattern " + pattern + " does not run"); }
    // The alternatives up to a bracket, each with what comes behind it.
    private Part choice(Part next) {
        Choice made = new Choice();
        made.ways.add(sequence(next));
        while (more() && pattern.charAt(at) == '|') { at++; made.ways.add(sequence(next)); }
        return made.ways.size() == 1 ? made.ways.get(0) : made;
    }
    private Part sequence(Part next) {
        int start = at;
        ArrayList<int[]> places = new ArrayList<>();
        while (more() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') { int from = at, g = groups; skip(); places.add(new int[] { from, at, g }); }
        int end = at, known = groups;
        Part made = next;
        for (int i = places.size() - 1; i >= 0; i--) { at = places.get(i)[0]; groups = places.get(i)[2]; made = piece(made); }
        at = end;
        groups = known;
        if (made == null || places.isEmpty()) { Part none = new Empty(); none.next = next; return made == null || places.isEmpty() ? none : made; }
        return made;
    }
    // A piece is read from the left to know where it ends, and made from the right, as it leads to what is behind it.
    private void skip() { Part nothing = piece(null); }
    private Part piece(Part next) {
        int from = at, g = groups;
        Part alone = atom(null);
        if (!more() || "*+?{".indexOf(pattern.charAt(at)) < 0) { int end = at, known = groups; at = from; groups = g; Part made = atom(next); at = end; groups = known; return made; }
        int least = 0, most = 2147483647, inner = at;
        char c = pattern.charAt(at);
        at++;
        if (c == '+') least = 1; else if (c == '?') most = 1; else if (c == '{') {
            least = number();
            most = least;
            if (more() && pattern.charAt(at) == ',') { at++; most = more() && pattern.charAt(at) != '}' ? number() : 2147483647; }
            if (!more() || pattern.charAt(at) != '}') throw no();
            at++;
        }
        boolean lazy = more() && pattern.charAt(at) == '?';
        if (lazy) at++; else if (more() && pattern.charAt(at) == '+') throw no();
        int end = at, known = groups;
        Repeat made = new Repeat(least, most, lazy);
        made.next = next;
        at = from;
        groups = g;
        made.body = atom(new Again(made));
        at = end;
        groups = known;
        return made;
    }
    private int number() { int n = 0, from = at; while (more() && One.in(DIGIT, pattern.charAt(at))) { n = n * 10 + pattern.charAt(at) - '0'; at++; } if (at == from) throw no(); return n; }
    private Part then(Part part, Part next) { part.next = next; return part; }
    private Part atom(Part next) {
        char c = pattern.charAt(at);
        at++;
        if (c == '(') {
            boolean counts = true;
            if (more() && pattern.charAt(at) == '?') { if (!pattern.startsWith("?:", at)) throw no(); at += 2; counts = false; }
            int group = groups;
            if (counts) groups++;
            Part inner = choice(counts ? then(new Mark(group, true), next) : then(new Empty(), next));
            if (!more()) throw new PatternSyntaxException("Unclosed group near index " + pattern.length() + "\n" + pattern);
            at++;
            return counts ? then(new Mark(group, false), inner) : inner;
        }
        if (c == '[') return then(set(), next);
        if (c == '.') return then(new One(true, "\n\n\r\r\u0085\u0085\u2028\u2029"), next);
        if (c == '^' || c == '$') return then(new Edge(c), next);
        if ("*+?".indexOf(c) >= 0) throw new PatternSyntaxException("Dangling meta character '" + c + "' near index " + (at - 1) + "\n" + pattern);
        if (c == '{') throw no();
        if (c != '\\') return then(letter(c), next);
        if (!more()) throw no();
        char e = pattern.charAt(at);
        at++;
        if (e == 'b' || e == 'B') return then(new Edge(e), next);
        if (e == 'Q') {
            int end = pattern.indexOf("\\E", at);
            if (end < 0) end = pattern.length();
            Part made = next;
            for (int i = end - 1; i >= at; i--) made = then(letter(pattern.charAt(i)), made);
            at = Math.min(end + 2, pattern.length());
            return made == next ? then(new Empty(), next) : made;
        }
        String set = escaped(e);
        return then(new One(Character.isUpperCase(e) && set.length() > 0, set), next);
    }
    private Part letter(char c) { char l = folds ? Character.toLowerCase(c) : c; return new One(false, "" + l + l); }
    private String escaped(char e) {
        switch (e) {
            case 'd': case 'D': return DIGIT;
            case 'w': case 'W': return WORD;
            case 's': case 'S': return SPACE;
            case 't': return "\t\t";
            case 'n': return "\n\n";
            case 'r': return "\r\r";
            default: if (Character.isLetterOrDigit(e)) throw no(); return "" + e + e;
        }
    }
    private Part set() {
        boolean not = more() && pattern.charAt(at) == '^';
        if (not) at++;
        String ranges = "";
        boolean first = true;
        while (true) {
            if (!more()) throw new PatternSyntaxException("Unclosed character class near index " + (pattern.length() - 1) + "\n" + pattern);
            char c = pattern.charAt(at);
            at++;
            if (c == ']' && !first) return new One(not, ranges);
            first = false;
            if (c == '[' || c == '&' && pattern.startsWith("&", at)) throw no();
            if (c == '\\') {
                char e = pattern.charAt(at);
                at++;
                if (e == 'D' || e == 'W' || e == 'S') throw no();
                String set = escaped(e);
                if (set.length() > 2 || e == 'd') { ranges = ranges + set; continue; }
                c = set.charAt(0);
            }
            char to = c;
            if (at + 1 < pattern.length() && pattern.charAt(at) == '-' && pattern.charAt(at + 1) != ']') {
                to = pattern.charAt(at + 1);
                at += 2;
                if (to == '\\' || to == '[') throw no();
                if (to < c) throw new PatternSyntaxException("Illegal character range near index " + (at - 1) + "\n" + pattern);
            }
            if (!folds) ranges = ranges + c + to;
            else if (Character.isUpperCase(c)) ranges = ranges + Character.toLowerCase(c) + Character.toLowerCase(to);
            else ranges = ranges + c + to;
        }
    }
    public String[] split(CharSequence text) { return split(text, 0); }
    public String[] split(CharSequence text, int most) {
        String s = text.toString();
        ArrayList<String> all = new ArrayList<>();
        Matcher m = matcher(s);
        int from = 0;
        while ((most <= 0 || all.size() < most - 1) && m.find()) {
            if (from == 0 && m.start() == 0 && m.end() == 0) continue;
            all.add(s.substring(from, m.start()));
            from = m.end();
        }
        if (from == 0 && all.isEmpty()) return new String[] { s };
        all.add(s.substring(from));
        if (most == 0) while (all.size() > 0 && all.get(all.size() - 1).isEmpty()) all.remove(all.size() - 1);
        return all.toArray(new String[0]);
    }
}
class Empty extends Part { boolean match(Matcher m, int at) { return goOn(m, at); } }
public final class Matcher {
    private Pattern pattern;
    final String text;
    int[] groups;
    private boolean whole, found;
    private int from, lastEnd = -1, added;
    Matcher(Pattern pattern, String text) { this.pattern = pattern; this.text = text; groups = new int[2 * pattern.groups()]; }
    boolean ends(int at) { if (whole && at != text.length()) return false; groups[1] = at; return true; }
    char folded(int at) { char c = text.charAt(at); return pattern.folds ? Character.toLowerCase(c) : c; }
    private boolean at(int i) {
        for (int g = 0; g < groups.length; g++) groups[g] = -1;
        groups[0] = i;
        found = pattern.first.match(this, i);
        return found;
    }
    public boolean matches() { whole = true; boolean did = at(0); whole = false; if (did) from = groups[1]; return did; }
    public boolean lookingAt() { return at(0); }
    public boolean find() {
        for (int i = from; i <= text.length(); i++) if (at(i)) { from = groups[1] == groups[0] ? groups[1] + 1 : groups[1]; return true; }
        from = text.length() + 1;
        return false;
    }
    public Matcher reset() { from = 0; found = false; return this; }
    public int start() { return start(0); }
    public int end() { return end(0); }
    public int start(int g) { check(g); return groups[2 * g]; }
    public int end(int g) { check(g); return groups[2 * g + 1]; }
    private void check(int g) { if (!found) throw new IllegalStateException("No match found"); if (g < 0 || g >= pattern.groups()) throw new IndexOutOfBoundsException("No group " + g); }
    public String group() { return group(0); }
    public String group(int g) { check(g); return groups[2 * g + 1] < 0 ? null : text.substring(groups[2 * g], groups[2 * g + 1]); }
    public int groupCount() { return pattern.groups() - 1; }
    public String replaceAll(String by) { return replaced(by, false); }
    public String replaceFirst(String by) { return replaced(by, true); }
    private String replaced(String by, boolean once) {
        StringBuilder made = new StringBuilder();
        int done = 0;
        reset();
        while (find()) {
            made.append(text.substring(done, start()));
            for (int i = 0; i < by.length(); i++) {
                char c = by.charAt(i);
                if (c == '\\' && i + 1 < by.length()) { i++; made.append(by.charAt(i)); }
                else if (c == '$' && i + 1 < by.length() && Character.isDigit(by.charAt(i + 1))) { i++; String g = group(by.charAt(i) - '0'); if (g != null) made.append(g); }
                else if (c == '$' || c == '\\') throw new IllegalArgumentException("Illegal group reference");
                else made.append(c);
            }
            done = end();
            if (once) break;
        }
        return made.append(text.substring(done)).toString();
    }
}
