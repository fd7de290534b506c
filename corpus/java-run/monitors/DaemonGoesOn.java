//! A daemon makes steps after the end of `main`, as many as the machine lets it
//! output: m | m / 0 | m / 0 / 1 | 0 / m | 0 / m / 1 | 0 / 1 / m
public class DaemonGoesOn {
    public static void main(String[] args) {
        Thread spin = new Thread(() -> {
            for (int i = 0; i < 2; i++) System.out.println(i);
            while (true) Thread.onSpinWait();
        });
        spin.setDaemon(true);
        spin.start();
        System.out.println("m");
    }
}
