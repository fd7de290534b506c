//! One call of an atomic variable is a step, two are not
//! atomicity: Counter.next = atomic, Counter.add = cmpd
//! claims: ATOM BLOCK/claim @ 12
//! serializable: no
import java.util.concurrent.atomic.AtomicInteger;

/*# thread_shared */ class Counter {
    private final AtomicInteger n = new AtomicInteger();

    /*# atomic */ int next() { return n.incrementAndGet(); }

    /*# atomic */ void add(int more) { n.set(n.get() + more); }
}

class AtomicCounter {
    public static void main(String[] args) throws InterruptedException {
        Counter c = new Counter();
        Thread t = new Thread(() -> c.add(1));
        Thread u = new Thread(() -> c.next());
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
