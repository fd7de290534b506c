//! A daemon that waits for ever keeps nobody
//! output: end
public class DaemonWaits {
    public static void main(String[] a) {
        Object o = new Object();
        Thread t = new Thread(() -> {
            synchronized (o) {
                try {
                    o.wait();
                } catch (InterruptedException e) {}
            }
        });
        t.setDaemon(true);
        t.start();
        System.out.println("end");
    }
}
