//! A thread that counts its rounds, which nobody reads: rounds are alike, and their number is not a state of its own
//! output: end / stopped | stopped / end
public class Spins {
    static volatile boolean stop;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            int rounds = 0;
            while (!stop) {
                rounds++;
            }
            System.out.println("stopped");
        });
        t.start();
        stop = true;
        System.out.println("end");
    }
}
