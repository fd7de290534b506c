//! Who waits gives the lock away
//! In the middle of `take` another thread puts something in.
//! atomicity: Box.put = (held this ? mover : atomic), Box.take = cmpd
//! claims: ATOM BLOCK/claim @ 14
//! serializable: no
class Box {
    private /*# guarded_by this */ int n;

    /*# atomic */ synchronized void put() {
        n++;
        notifyAll();
    }

    /*# atomic */ synchronized void take() throws InterruptedException {
        while (n == 0) wait();
        n--;
    }
}

class Waiting {
    static void taken(Box box) {
        try {
            box.take();
        } catch (InterruptedException e) {
            throw new RuntimeException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Box box = new Box();
        Thread t = new Thread(() -> taken(box));
        Thread u = new Thread(() -> box.put());
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
