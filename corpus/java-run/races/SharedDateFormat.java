//! A SimpleDateFormat works in itself: two threads that parse by one get each other's dates
//! race: the contents of SimpleDateFormat
//! output: 0 | 1704067200000 | 1738454400000
import java.text.ParseException;
import java.text.SimpleDateFormat;

public class SharedDateFormat {
    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");

    private static long parsed(String text) {
        try {
            return DAY.parse(text).getTime();
        } catch (ParseException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> parsed("2025-02-02"));
        other.start();
        long own = parsed("2024-01-01");
        other.join();
        System.out.println(own);
    }
}
