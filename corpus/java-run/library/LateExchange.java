//! An exchange that does not wait for ever
//! output: alone alone | b a
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class LateExchange {
    static String first;

    static String swap(Exchanger<String> exchanger, String mine) {
        try {
            return exchanger.exchange(mine, 5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return "alone";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Exchanger<String> exchanger = new Exchanger<>();
        Thread t = new Thread(() -> first = swap(exchanger, "a"));
        t.start();
        String second = swap(exchanger, "b");
        t.join();
        System.out.println(first + " " + second);
    }
}
