//! What a thread does can come as late as one likes
//! A lock first, and then threads: that is one step. The other way round it is not.
//! atomicity: Starter.last = (held this ? left : atomic), Starter.first = (held this ? left : cmpd)
//! claims: ATOM BLOCK/claim @ 17
//! serializable: no
class Starter {
    private /*# guarded_by this */ int n;

    synchronized void count() { n++; }

    /*# atomic */ void last() {
        count();
        Thread t = new Thread(() -> count());
        t.start();
    }

    /*# atomic */ void first() {
        Thread t = new Thread(() -> count());
        t.start();
        count();
    }
}

class Started {
    public static void main(String[] args) {
        new Starter().last();
        new Starter().first();
    }
}
