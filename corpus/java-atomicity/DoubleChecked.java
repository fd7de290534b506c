//! Double-checked initialisation looks twice
//! The look without the lock is a step of its own; it is wrong only in what it costs, so no outcome is new.
//! atomicity: Lazy.get = cmpd
//! claims: ATOM BLOCK/claim @ 9
//! serializable: no
class Lazy {
    private volatile Object value;

    /*# atomic */ Object get() {
        Object found = value;
        if (found == null) {
            synchronized (this) {
                found = value;
                if (found == null) {
                    found = new Object();
                    value = found;
                }
            }
        }
        return found;
    }
}

class DoubleChecked {
    public static void main(String[] args) throws InterruptedException {
        Lazy lazy = new Lazy();
        Thread t = new Thread(() -> lazy.get());
        Thread u = new Thread(() -> lazy.get());
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
