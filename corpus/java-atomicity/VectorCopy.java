//! A copy asks for the size, and then for the elements
//! Another thread empties the vector in between.
//! atomicity: VectorCopy.last = (held row ? mover : cmpd), Row.get = (held this ? mover : atomic)
//! claims: ATOM BLOCK/claim @ 21
//! serializable: no
class Row {
    private final int[/*# elems_guarded_by this */] all = new int[2];
    private /*# guarded_by this */ int count = 2;

    synchronized int size() { return count; }

    synchronized void clear() { count = 0; }

    synchronized int get(int i) {
        if (i >= count) return -1;
        return all[i];
    }
}

class VectorCopy {
    /*# atomic */ static int last(Row row) { return row.get(row.size() - 1); }

    public static void main(String[] args) throws InterruptedException {
        Row row = new Row();
        Thread t = new Thread(() -> last(row));
        Thread u = new Thread(() -> row.clear());
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
