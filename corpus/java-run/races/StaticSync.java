//! A static synchronized method locks the class, an instance one the object
//! race: StaticSync.n
//! output: 1 | 2
public class StaticSync {
    static int n = 0;

    static synchronized void one() { n++; }

    synchronized void other() { n++; }

    public static void main(String[] args) throws InterruptedException {
        StaticSync s = new StaticSync();
        Thread t = new Thread(StaticSync::one), u = new Thread(s::other);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(n);
    }
}
