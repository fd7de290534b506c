//! A lock on one object says nothing of another
//! `append` is synchronized, and asks the other buffer twice.
//! atomicity: Text.append = (held this ? (held other ? mover : cmpd) : (held other ? atomic : cmpd))
//! claims: ATOM BLOCK/claim @ 20
//! serializable: no
class Text {
    private /*# guarded_by this */ int count;

    Text(int count) { this.count = count; }

    synchronized int length() { return count; }

    synchronized void setLength(int n) { count = n; }

    synchronized int chars(int n) {
        if (n > count) throw new IndexOutOfBoundsException();
        return n;
    }

    /*# atomic */ synchronized void append(Text other) { count = count + other.chars(other.length()); }
}

class StringBufferAppend {
    public static void main(String[] args) throws InterruptedException {
        Text a = new Text(1);
        Text b = new Text(2);
        Thread t = new Thread(() -> a.append(b));
        Thread u = new Thread(() -> b.setLength(0));
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
