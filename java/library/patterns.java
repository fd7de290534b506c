// Formats of dates that threads must not share.
package java.text;

import java.time.RacefreeCivil;
import java.util.Date;

public class ParseException extends Exception {
    private final int at;
    public ParseException(String m, int at) { super(m); this.at = at; }
    public int getErrorOffset() { return at; }
}
public abstract class DateFormat {
    public abstract String format(Date date);
    public abstract Date parse(String text) throws ParseException;
    public void setLenient(boolean lenient) { if (!lenient) throw new RacefreeRefusal("`setLenient(false)` does not run"); }
}
// As in the JDK, the moment that is worked on stands in the object, whoever uses it.
public class SimpleDateFormat extends DateFormat {
    private final String pattern;
    private long calendar;
    public SimpleDateFormat(String pattern) { this.pattern = java.util.Objects.requireNonNull(pattern); }
    public String toPattern() { return pattern; }
    public String format(Date date) {
        calendar = date.getTime();
        return RacefreeCivil.formatted(pattern, Math.floorDiv(calendar, 86400000L), 1000000L * Math.floorMod(calendar, 86400000L), true);
    }
    public Date parse(String text) throws ParseException {
        calendar = 0L;
        long y = 1970L, month = 1L, d = 1L, h = 0L, min = 0L, s = 0L, ms = 0L;
        boolean noon = false;
        int at = 0;
        for (int i = 0; i < pattern.length(); ) {
            char c = pattern.charAt(i);
            int n = 1;
            while (i + n < pattern.length() && pattern.charAt(i + n) == c) n++;
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (c == '\'') throw new RacefreeRefusal("quotes in a pattern by which a date is read do not run");
            if (!letter) {
                for (int k = 0; k < n; k++, at++) if (at >= text.length() || text.charAt(at) != c) throw wrong(text, at);
            } else if (c == 'E' || c == 'a' || c == 'M' && n > 2) {
                int end = at;
                while (end < text.length() && Character.isLetter(text.charAt(end))) end++;
                String word = text.substring(at, end).toLowerCase();
                int found = -1;
                for (int k = 0; k < (c == 'a' ? 2 : c == 'E' ? 7 : 12); k++) {
                    String name = (c == 'a' ? k == 0 ? "AM" : "PM" : c == 'E' ? RacefreeCivil.weekday(k) : RacefreeCivil.month(k + 1)).toLowerCase();
                    if (word.equals(name) || c != 'a' && word.equals(name.substring(0, 3))) found = k;
                }
                if (found < 0) throw wrong(text, at);
                if (c == 'M') month = found + 1L;
                if (c == 'a') noon = found == 1;
                at = end;
            } else {
                boolean adjacent = i + n < pattern.length() && Character.isLetter(pattern.charAt(i + n));
                int end = at;
                while (end < text.length() && Character.isDigit(text.charAt(end)) && (!adjacent || end - at < n)) end++;
                if (end == at || adjacent && end - at < n) throw wrong(text, at);
                long value = Long.parseLong(text.substring(at, end));
                switch (c) {
                    case 'y': if (n <= 2 && end - at == 2) throw new RacefreeRefusal("years of two digits do not run"); y = value; break;
                    case 'M': month = value; break;
                    case 'd': d = value; break;
                    case 'H': h = value; break;
                    case 'k': h = value % 24L; break;
                    case 'h': h = value % 12L; break;
                    case 'm': min = value; break;
                    case 's': s = value; break;
                    case 'S': ms = value; break;
                    default: throw new RacefreeRefusal("`" + c + "` in a pattern by which a date is read does not run");
                }
                at = end;
            }
            i += n;
        }
        calendar = RacefreeCivil.day(y, month, d) * 86400000L + ((h + (noon ? 12L : 0L)) * 3600L + min * 60L + s) * 1000L + ms;
        return new Date(calendar);
    }
    private static ParseException wrong(String text, int at) { return new ParseException("Unparseable date: \"" + text + "\"", at); }
}
