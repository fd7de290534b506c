//! Two threads print in turns
//! output: ping / pong / ping / pong
public class Alternate {
    static int turn = 0;
    static final Object lock = new Object();

    static void say(int me, String word) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            synchronized (lock) {
                while (turn != me) lock.wait();
                System.out.println(word);
                turn = 1 - me;
                lock.notifyAll();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                say(1, "pong");
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        t.start();
        say(0, "ping");
        t.join();
    }
}
