//! An increment of a volatile field is a read and a write
//! atomicity: Ticket.peek = atomic, Ticket.take = cmpd
//! claims: ATOM BLOCK/claim @ 10
//! serializable: no
class Ticket {
    private volatile int next;

    /*# atomic */ int peek() { return next; }

    /*# atomic */ int take() { return next++; }
}

class VolatileCounter {
    public static void main(String[] args) throws InterruptedException {
        Ticket k = new Ticket();
        Thread t = new Thread(() -> k.take());
        Thread u = new Thread(() -> k.take());
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
