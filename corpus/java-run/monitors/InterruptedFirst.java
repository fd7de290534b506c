//! A thread that is interrupted leaves the wait set: who notifies then does not find it
//! output: go | int false | int true
public class InterruptedFirst {
    static boolean go;
    public static void main(String[] a) throws Exception {
        Object m = new Object();
        Thread t = new Thread(() -> {
            synchronized (m) {
                try { while (!go) m.wait(); System.out.println("go"); }
                catch (InterruptedException e) { System.out.println("int " + go); }
            }
        });
        t.start();
        t.interrupt();
        synchronized (m) { go = true; m.notify(); }
    }
}
