//! A SimpleDateFormat works in itself: two threads that parse by one get each other's dates
//! race: the contents of SimpleDateFormat
//! output: 0 | 1704067200000 | 1738454400000
import java.text.ParseException;
import java.text.SimpleDateFormat;

public class SharedDateFormat {
    private static long parsed(SimpleDateFormat day, String text) {
        try {
            return day.parse(text).getTime();
        } catch (ParseException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SimpleDateFormat day = new SimpleDateFormat("yyyy-MM-dd");
        Thread other = new Thread(() -> parsed(day, "2025-02-02"));
        other.start();
        long own = parsed(day, "2024-01-01");
        other.join();
        System.out.println(own);
    }
}
