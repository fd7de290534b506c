// Dates as texts.
package java.time.format;

import java.time.*;

public class DateTimeParseException extends DateTimeException { public DateTimeParseException(String m) { super(m); } }
public final class DateTimeFormatter {
    private final String pattern;
    private DateTimeFormatter(String pattern) { this.pattern = pattern; }
    public static DateTimeFormatter ofPattern(String pattern) { return new DateTimeFormatter(pattern); }
    public String format(LocalDate d) { return RacefreeCivil.formatted(pattern, d.toEpochDay(), 0L, false); }
    public String format(LocalTime t) { return RacefreeCivil.formatted(pattern, 0L, t.toNanoOfDay(), false); }
    public String format(LocalDateTime t) { return RacefreeCivil.formatted(pattern, t.toLocalDate().toEpochDay(), t.toLocalTime().toNanoOfDay(), false); }
}
