// Time as a number. The zone of every clock is UTC.
package java.time;

import java.time.format.DateTimeFormatter;

// Days of the calendar, and the parts of a moment as patterns of dates have them.
public final class RacefreeCivil {
    private static final String[] MONTHS = { "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December" };
    private static final String[] DAYS = { "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" };
    public static final long DAY = 86400000000000L;
    // Days since the first of January 1970, of a year that may have any number of months and days.
    public static long day(long y, long month, long d) {
        long months = y * 12L + month - 1L, m = Math.floorMod(months, 12L) + 1L, of = Math.floorDiv(months, 12L) - (m <= 2L ? 1L : 0L);
        long era = Math.floorDiv(of, 400L), year = of - era * 400L, at = (153L * (m + (m > 2L ? -3L : 9L)) + 2L) / 5L + d - 1L;
        return era * 146097L + year * 365L + year / 4L - year / 100L + at - 719468L;
    }
    // Year, month and day.
    public static int[] civil(long day) {
        long z = day + 719468L, era = Math.floorDiv(z, 146097L), of = z - era * 146097L;
        long year = (of - of / 1460L + of / 36524L - of / 146096L) / 365L, at = of - (365L * year + year / 4L - year / 100L), m = (5L * at + 2L) / 153L;
        int month = (int) (m < 10L ? m + 3L : m - 9L);
        return new int[] { (int) (year + era * 400L) + (month <= 2 ? 1 : 0), month, (int) (at - (153L * m + 2L) / 5L) + 1 };
    }
    public static String padded(long n, int width) { String s = "" + n; while (s.length() < width) s = "0" + s; return s; }
    public static String month(int m) { return MONTHS[m - 1]; }
    public static String weekday(long day) { return DAYS[(int) Math.floorMod(day + 3L, 7L)]; }
    public static int length(int y, int m) { return (int) (day(y, m + 1, 1) - day(y, m, 1)); }
    private static String named(String name, int n) { return n >= 4 ? name : name.substring(0, 3); }
    // The part that `n` times a letter of a pattern is for.
    public static String part(char letter, int n, long day, long nanos) {
        int[] at = civil(day);
        int hour = (int) (nanos / 3600000000000L);
        switch (letter) {
            case 'y': case 'u': return n == 2 ? padded(at[0] % 100, 2) : padded(at[0], n);
            case 'M': case 'L': return n > 2 ? named(month(at[1]), n) : padded(at[1], n);
            case 'd': return padded(at[2], n);
            case 'E': return named(weekday(day), n);
            case 'H': return padded(hour, n);
            case 'k': return padded(hour == 0 ? 24 : hour, n);
            case 'h': return padded(hour % 12 == 0 ? 12 : hour % 12, n);
            case 'a': return hour < 12 ? "AM" : "PM";
            case 'm': return padded(nanos / 60000000000L % 60L, n);
            case 's': return padded(nanos / 1000000000L % 60L, n);
            case 'S': { String s = padded(nanos % 1000000000L, 9); return s.substring(0, Math.min(n, 9)); }
            default: throw new RacefreeRefusal("`" + letter + "` in a pattern of a date does not run");
        }
    }
    // A moment by a pattern; `milli` says that `S` is the number of milliseconds.
    public static String formatted(String pattern, long day, long nanos, boolean milli) {
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < pattern.length(); ) {
            char c = pattern.charAt(i);
            int n = 1;
            if (c == '\'') {
                int end = pattern.indexOf('\'', i + 1);
                if (end < 0) throw new IllegalArgumentException(milli ? "Unterminated quote" : "Pattern ends with an incomplete string literal: " + pattern);
                made.append(end == i + 1 ? "'" : pattern.substring(i + 1, end));
                n = end - i + 1;
            } else if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
                while (i + n < pattern.length() && pattern.charAt(i + n) == c) n++;
                made.append(c == 'S' && milli ? padded(nanos / 1000000L % 1000L, n) : part(c, n, day, nanos));
            } else made.append(c);
            i += n;
        }
        return made.toString();
    }
    public static String clock(long nanos) {
        long rest = nanos % 1000000000L;
        String s = formatted(nanos % 60000000000L == 0L ? "HH:mm" : "HH:mm:ss", 0L, nanos, false);
        return rest == 0L ? s : s + "." + (rest % 1000000L == 0L ? padded(rest / 1000000L, 3) : rest % 1000L == 0L ? padded(rest / 1000L, 6) : padded(rest, 9));
    }
    public static String date(long day) {
        int[] at = civil(day);
        return padded(at[0], 4) + "-" + padded(at[1], 2) + "-" + padded(at[2], 2);
    }
    // A number of the parts of a text that stand between two places.
    public static int number(String text, int from, int to) {
        if (to > text.length()) throw new java.time.format.DateTimeParseException("Text '" + text + "' could not be parsed at index " + Math.min(from, text.length()));
        for (int i = from; i < to; i++) if (!Character.isDigit(text.charAt(i))) throw new java.time.format.DateTimeParseException("Text '" + text + "' could not be parsed at index " + from);
        return Integer.parseInt(text.substring(from, to));
    }
}
public class DateTimeException extends RuntimeException { public DateTimeException(String m) { super(m); } }
public final class Duration implements Comparable<Duration> {
    public static final Duration ZERO = new Duration(0L);
    private final long nanos;
    private Duration(long nanos) { this.nanos = nanos; }
    public static Duration ofNanos(long n) { return new Duration(n); }
    public static Duration ofMillis(long n) { return new Duration(Math.multiplyExact(n, 1000000L)); }
    public static Duration ofSeconds(long n) { return new Duration(Math.multiplyExact(n, 1000000000L)); }
    public static Duration ofMinutes(long n) { return ofSeconds(Math.multiplyExact(n, 60L)); }
    public static Duration ofHours(long n) { return ofSeconds(Math.multiplyExact(n, 3600L)); }
    public static Duration ofDays(long n) { return ofSeconds(Math.multiplyExact(n, 86400L)); }
    public static Duration between(Instant from, Instant to) { return new Duration(to.nanos() - from.nanos()); }
    public static Duration between(LocalDateTime from, LocalDateTime to) { return new Duration(to.nanos() - from.nanos()); }
    public static Duration between(LocalTime from, LocalTime to) { return new Duration(to.toNanoOfDay() - from.toNanoOfDay()); }
    public long toNanos() { return nanos; }
    public long toMillis() { return Math.floorDiv(nanos, 1000000L); }
    public long toSeconds() { return Math.floorDiv(nanos, 1000000000L); }
    public long getSeconds() { return toSeconds(); }
    public int getNano() { return (int) Math.floorMod(nanos, 1000000000L); }
    public long toMinutes() { return toSeconds() / 60L; }
    public long toHours() { return toSeconds() / 3600L; }
    public long toDays() { return toSeconds() / 86400L; }
    public int toMillisPart() { return getNano() / 1000000; }
    public int toSecondsPart() { return (int) (toSeconds() % 60L); }
    public int toMinutesPart() { return (int) (toMinutes() % 60L); }
    public Duration plus(Duration d) { return new Duration(Math.addExact(nanos, d.nanos)); }
    public Duration minus(Duration d) { return new Duration(Math.subtractExact(nanos, d.nanos)); }
    public Duration plusMillis(long n) { return plus(ofMillis(n)); }
    public Duration plusSeconds(long n) { return plus(ofSeconds(n)); }
    public Duration multipliedBy(long n) { return new Duration(Math.multiplyExact(nanos, n)); }
    public Duration dividedBy(long n) { return new Duration(nanos / n); }
    public boolean isZero() { return nanos == 0L; }
    public boolean isNegative() { return nanos < 0L; }
    public boolean isPositive() { return nanos > 0L; }
    public int compareTo(Duration d) { return Long.compare(nanos, d.nanos); }
    public boolean equals(Object o) { return o instanceof Duration d && d.nanos == nanos; }
    public int hashCode() { long s = toSeconds(); return (int) (s ^ s >>> 32) + 51 * getNano(); }
    public String toString() {
        if (nanos == 0L) return "PT0S";
        long all = nanos / 1000000000L, h = all / 3600L, m = all % 3600L / 60L, s = all % 60L, rest = nanos % 1000000000L;
        String made = "PT" + (h != 0L ? h + "H" : "") + (m != 0L ? m + "M" : "");
        if (s == 0L && rest == 0L) return made;
        String part = RacefreeCivil.padded(Math.abs(rest), 9);
        while (part.endsWith("0")) part = part.substring(0, part.length() - 1);
        return made + (s == 0L && rest < 0L ? "-0" : "" + s) + (part.isEmpty() ? "" : "." + part) + "S";
    }
}
public final class Instant implements Comparable<Instant> {
    public static final Instant EPOCH = new Instant(0L);
    private final long nanos;
    private Instant(long nanos) { this.nanos = nanos; }
    long nanos() { return nanos; }
    public static Instant now() { return new Instant(1000000L * RacefreeClock.millis()); }
    public static Instant ofEpochMilli(long n) { return new Instant(Math.multiplyExact(n, 1000000L)); }
    public static Instant ofEpochSecond(long n) { return new Instant(Math.multiplyExact(n, 1000000000L)); }
    public long toEpochMilli() { return Math.floorDiv(nanos, 1000000L); }
    public long getEpochSecond() { return Math.floorDiv(nanos, 1000000000L); }
    public int getNano() { return (int) Math.floorMod(nanos, 1000000000L); }
    public Instant plus(Duration d) { return new Instant(Math.addExact(nanos, d.toNanos())); }
    public Instant minus(Duration d) { return new Instant(Math.subtractExact(nanos, d.toNanos())); }
    public Instant plusNanos(long n) { return new Instant(Math.addExact(nanos, n)); }
    public Instant plusMillis(long n) { return plus(Duration.ofMillis(n)); }
    public Instant plusSeconds(long n) { return plus(Duration.ofSeconds(n)); }
    public Instant minusMillis(long n) { return minus(Duration.ofMillis(n)); }
    public Instant minusSeconds(long n) { return minus(Duration.ofSeconds(n)); }
    public boolean isAfter(Instant i) { return nanos > i.nanos; }
    public boolean isBefore(Instant i) { return nanos < i.nanos; }
    public int compareTo(Instant i) { return Long.compare(nanos, i.nanos); }
    public boolean equals(Object o) { return o instanceof Instant i && i.nanos == nanos; }
    public int hashCode() { long s = getEpochSecond(); return (int) (s ^ s >>> 32) + 51 * getNano(); }
    public String toString() {
        long of = Math.floorMod(nanos, RacefreeCivil.DAY);
        String clock = RacefreeCivil.clock(of);
        return RacefreeCivil.date(Math.floorDiv(nanos, RacefreeCivil.DAY)) + "T" + (clock.length() == 5 ? clock + ":00" : clock) + "Z";
    }
}
public final class LocalDate implements Comparable<LocalDate> {
    private final long day;
    private LocalDate(long day) { this.day = day; }
    public static LocalDate now() { return new LocalDate(Math.floorDiv(RacefreeClock.millis(), 86400000L)); }
    public static LocalDate ofEpochDay(long day) { return new LocalDate(day); }
    public static LocalDate of(int y, int m, int d) {
        if (m < 1 || m > 12) throw new DateTimeException("Invalid value for MonthOfYear (valid values 1 - 12): " + m);
        if (d < 1 || d > 31) throw new DateTimeException("Invalid value for DayOfMonth (valid values 1 - 28/31): " + d);
        if (d > RacefreeCivil.length(y, m)) throw new DateTimeException(d == 29 ? "Invalid date 'February 29' as '" + y + "' is not a leap year" : "Invalid date '" + RacefreeCivil.month(m).toUpperCase() + " " + d + "'");
        return new LocalDate(RacefreeCivil.day(y, m, d));
    }
    public static LocalDate parse(CharSequence text) {
        String s = text.toString();
        int y = RacefreeCivil.number(s, 0, 4), m = RacefreeCivil.number(s, 5, 7), d = RacefreeCivil.number(s, 8, 10);
        if (s.length() != 10 || s.charAt(4) != '-' || s.charAt(7) != '-') throw new java.time.format.DateTimeParseException("Text '" + s + "' could not be parsed at index " + (s.charAt(4) != '-' ? 4 : 7));
        return of(y, m, d);
    }
    public long toEpochDay() { return day; }
    public int getYear() { return RacefreeCivil.civil(day)[0]; }
    public int getMonthValue() { return RacefreeCivil.civil(day)[1]; }
    public int getDayOfMonth() { return RacefreeCivil.civil(day)[2]; }
    public LocalDate plusDays(long n) { return new LocalDate(day + n); }
    public LocalDate minusDays(long n) { return new LocalDate(day - n); }
    public LocalDate plusWeeks(long n) { return new LocalDate(day + 7L * n); }
    public boolean isBefore(LocalDate d) { return day < d.day; }
    public boolean isAfter(LocalDate d) { return day > d.day; }
    public LocalDateTime atTime(LocalTime t) { return LocalDateTime.of(this, t); }
    public String format(DateTimeFormatter by) { return by.format(this); }
    public int compareTo(LocalDate d) {
        int[] a = RacefreeCivil.civil(day), b = RacefreeCivil.civil(d.day);
        for (int i = 0; i < 2; i++) if (a[i] != b[i]) return a[i] - b[i];
        return a[2] - b[2];
    }
    public boolean equals(Object o) { return o instanceof LocalDate d && d.day == day; }
    public int hashCode() { int[] at = RacefreeCivil.civil(day); return at[0] & 0xFFFFF800 ^ (at[0] << 11) + (at[1] << 6) + at[2]; }
    public String toString() { return RacefreeCivil.date(day); }
}
public final class LocalTime implements Comparable<LocalTime> {
    private final long nanos;
    private LocalTime(long nanos) { this.nanos = nanos; }
    public static LocalTime now() { return new LocalTime(1000000L * Math.floorMod(RacefreeClock.millis(), 86400000L)); }
    public static LocalTime ofNanoOfDay(long n) { return new LocalTime(n); }
    public static LocalTime of(int h, int m) { return of(h, m, 0); }
    public static LocalTime of(int h, int m, int s) {
        if (h < 0 || h > 23) throw new DateTimeException("Invalid value for HourOfDay (valid values 0 - 23): " + h);
        if (m < 0 || m > 59) throw new DateTimeException("Invalid value for MinuteOfHour (valid values 0 - 59): " + m);
        if (s < 0 || s > 59) throw new DateTimeException("Invalid value for SecondOfMinute (valid values 0 - 59): " + s);
        return new LocalTime(((h * 60L + m) * 60L + s) * 1000000000L);
    }
    public long toNanoOfDay() { return nanos; }
    public int toSecondOfDay() { return (int) (nanos / 1000000000L); }
    public int getHour() { return (int) (nanos / 3600000000000L); }
    public int getMinute() { return (int) (nanos / 60000000000L % 60L); }
    public int getSecond() { return (int) (nanos / 1000000000L % 60L); }
    public int getNano() { return (int) (nanos % 1000000000L); }
    public LocalTime plusMinutes(long n) { return new LocalTime(Math.floorMod(nanos + Math.floorMod(n, 1440L) * 60000000000L, RacefreeCivil.DAY)); }
    public LocalTime plusHours(long n) { return plusMinutes(60L * Math.floorMod(n, 24L)); }
    public LocalTime plusSeconds(long n) { return new LocalTime(Math.floorMod(nanos + Math.floorMod(n, 86400L) * 1000000000L, RacefreeCivil.DAY)); }
    public boolean isBefore(LocalTime t) { return nanos < t.nanos; }
    public boolean isAfter(LocalTime t) { return nanos > t.nanos; }
    public String format(DateTimeFormatter by) { return by.format(this); }
    public int compareTo(LocalTime t) { return Long.compare(nanos, t.nanos); }
    public boolean equals(Object o) { return o instanceof LocalTime t && t.nanos == nanos; }
    public int hashCode() { return Long.hashCode(nanos); }
    public String toString() { return RacefreeCivil.clock(nanos); }
}
public final class LocalDateTime implements Comparable<LocalDateTime> {
    private final LocalDate date;
    private final LocalTime time;
    private LocalDateTime(LocalDate date, LocalTime time) { this.date = date; this.time = time; }
    long nanos() { return date.toEpochDay() * RacefreeCivil.DAY + time.toNanoOfDay(); }
    private static LocalDateTime at(long nanos) { return new LocalDateTime(LocalDate.ofEpochDay(Math.floorDiv(nanos, RacefreeCivil.DAY)), LocalTime.ofNanoOfDay(Math.floorMod(nanos, RacefreeCivil.DAY))); }
    public static LocalDateTime now() { return at(1000000L * RacefreeClock.millis()); }
    public static LocalDateTime of(LocalDate date, LocalTime time) { return new LocalDateTime(date, time); }
    public static LocalDateTime of(int y, int m, int d, int h, int min) { return of(y, m, d, h, min, 0); }
    public static LocalDateTime of(int y, int m, int d, int h, int min, int s) { return new LocalDateTime(LocalDate.of(y, m, d), LocalTime.of(h, min, s)); }
    public LocalDate toLocalDate() { return date; }
    public LocalTime toLocalTime() { return time; }
    public int getYear() { return date.getYear(); }
    public int getMonthValue() { return date.getMonthValue(); }
    public int getDayOfMonth() { return date.getDayOfMonth(); }
    public int getHour() { return time.getHour(); }
    public int getMinute() { return time.getMinute(); }
    public int getSecond() { return time.getSecond(); }
    public LocalDateTime plus(Duration d) { return at(nanos() + d.toNanos()); }
    public LocalDateTime plusDays(long n) { return new LocalDateTime(date.plusDays(n), time); }
    public LocalDateTime plusHours(long n) { return plus(Duration.ofHours(n)); }
    public LocalDateTime plusMinutes(long n) { return plus(Duration.ofMinutes(n)); }
    public LocalDateTime plusSeconds(long n) { return plus(Duration.ofSeconds(n)); }
    public boolean isBefore(LocalDateTime t) { return nanos() < t.nanos(); }
    public boolean isAfter(LocalDateTime t) { return nanos() > t.nanos(); }
    public String format(DateTimeFormatter by) { return by.format(this); }
    public int compareTo(LocalDateTime t) { int c = date.compareTo(t.date); return c != 0 ? c : time.compareTo(t.time); }
    public boolean equals(Object o) { return o instanceof LocalDateTime t && t.nanos() == nanos(); }
    public int hashCode() { return date.hashCode() ^ time.hashCode(); }
    public String toString() { return date + "T" + time; }
}
