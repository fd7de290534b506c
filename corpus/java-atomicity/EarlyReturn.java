//! What comes behind a return is no part of its way
//! Each way out makes one step, and so does the whole.
//! atomicity: Pair.either = (held this ? mover : atomic), Pair.search = (held this ? mover : atomic), Pair.both = (held this ? mover : cmpd)
//! claims: ATOM BLOCK/claim @ 29
//! serializable: yes
class Pair {
    private /*# guarded_by this */ int left = 1;
    private /*# guarded_by this */ int right = 2;

    synchronized int left() { return left; }

    synchronized int right() { return right; }

    /*# atomic */ int either(boolean first) {
        if (first) return left();
        return right();
    }

    /*# atomic */ int search(int wanted) {
        synchronized (this) {
            for (int i = 0; i < 3; i++) {
                if (left + i == wanted) return i;
            }
            right = wanted;
        }
        return -1;
    }

    /*# atomic */ int both() { return left() + right(); }
}

class EarlyReturn {
    public static void main(String[] args) throws InterruptedException {
        Pair p = new Pair();
        Thread t = new Thread(() -> p.either(true));
        Thread u = new Thread(() -> p.search(7));
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
