//! Dates, times and durations as numbers and as texts, in the zone UTC
//! output: 1970-01-01 00:00:00.000 = Thu Jan 01 00:00:00 UTC 1970 = 1970-01-01T00:00:00Z 0 / true / Thu, 1 Jan 1970 12:00 AM at Thursday January 01 / 2026-01-01 12:00:00.123 = Thu Jan 01 12:00:00 UTC 2026 = 2026-01-01T12:00:00.123Z 2037241824 / true / Thu, 1 Jan 2026 12:00 PM at Thursday January 01 / 1969-12-31 23:59:59.999 = Wed Dec 31 23:59:59 UTC 1969 = 1969-12-31T23:59:59.999Z 0 / true / Wed, 31 Dec 1969 11:59 PM at Wednesday December 31 / 2000-02-29 12:34:56.789 = Tue Feb 29 12:34:56 UTC 2000 = 2000-02-29T12:34:56.789Z -1655043000 / true / Tue, 29 Feb 2000 12:34 PM at Tuesday February 29 / 2099-12-31 23:59:59.999 = Thu Dec 31 23:59:59 UTC 2099 = 2099-12-31T23:59:59.999Z 751031364 / true / Thu, 31 Dec 2099 11:59 PM at Thursday December 31 / 946598400000 / 1707312600000 / Unparseable date: "nothing" 0 / PT1M1.234S PT1H PT-1.5S PT0S 5000000 PT49H PT-0.5S PT-1M-1S / 10045 1781163643 / 2024-03-01 2024228 4145308 1 28.02.2024 / 09:05 10:00:07 00:00:15 9:05 AM -1880996419 / 2025-12-31T23:59:59 2026-01-01T00:00 2025-12-30T23:59:59 1435186059 2025-12-31 23:59:59 / Invalid date 'February 29' as '2023' is not a leap year / Invalid date 'APRIL 31' / Invalid value for MonthOfYear (valid values 1 - 12): 13 / 90
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;
public class Dates {
    public static void main(String[] args) throws Exception {
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss.SSS");
        for (long t : new long[] {0L, 1767268800123L, -1L, 951827696789L, 4102444799999L}) {
            Date d = new Date(t);
            System.out.println(f.format(d) + " = " + d + " = " + Instant.ofEpochMilli(t) + " " + d.hashCode());
            System.out.println(f.parse(f.format(d)).getTime() == t);
            System.out.println(new SimpleDateFormat("EEE, d MMM yyyy h:mm a 'at' EEEE MMMM dd").format(d));
        }
        System.out.println(new SimpleDateFormat("dd/MM/yyyy").parse("31/12/1999").getTime());
        System.out.println(new SimpleDateFormat("d MMM yyyy hh:mm a").parse("7 Feb 2024 01:30 PM").getTime());
        try { f.parse("nothing"); } catch (ParseException e) { System.out.println(e.getMessage() + " " + e.getErrorOffset()); }
        System.out.println(Duration.ofMillis(61234) + " " + Duration.ofSeconds(3600) + " " + Duration.ofMillis(-1500) + " " + Duration.ZERO + " " + Duration.ofMillis(5).toNanos() + " " + Duration.ofHours(49) + " " + Duration.ofMillis(-500) + " " + Duration.ofSeconds(-61));
        System.out.println(Duration.between(Instant.ofEpochMilli(5), Instant.ofEpochMilli(10050)).toMillis() + " " + Duration.ofMillis(123456).hashCode());
        LocalDate d = LocalDate.of(2024, 2, 28);
        System.out.println(d.plusDays(2) + " " + d.getYear() + d.getMonthValue() + d.getDayOfMonth() + " " + d.hashCode() + " " + d.compareTo(LocalDate.parse("2023-12-31")) + " " + d.format(DateTimeFormatter.ofPattern("dd.MM.yyyy")));
        LocalTime t = LocalTime.of(9, 5);
        System.out.println(t + " " + t.plusMinutes(55).plusSeconds(7) + " " + LocalTime.of(23, 59, 30).plusSeconds(45) + " " + t.format(DateTimeFormatter.ofPattern("h:mm a")) + " " + t.hashCode());
        LocalDateTime x = LocalDateTime.of(2025, 12, 31, 23, 59, 59);
        System.out.println(x + " " + x.plusSeconds(1) + " " + x.plusHours(-24) + " " + x.hashCode() + " " + x.format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")));
        try { LocalDate.of(2023, 2, 29); } catch (DateTimeException e) { System.out.println(e.getMessage()); }
        try { LocalDate.of(2023, 4, 31); } catch (DateTimeException e) { System.out.println(e.getMessage()); }
        try { LocalDate.of(2023, 13, 1); } catch (DateTimeException e) { System.out.println(e.getMessage()); }
        System.out.println(Duration.between(LocalTime.of(1,0), LocalTime.of(2,30)).toMinutes());
    }
}
