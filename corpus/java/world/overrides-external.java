//! What code outside the sources calls requires no lock; a thread-local object of it is taken on trust
//! check: PROG/override-requires @ 7, PROG/override-requires @ 8
/*# thread_shared */
class Shared implements Iterable<String> {
    int n /*# guarded_by this */;
    public synchronized int hashCode() { return n; }
    public String toString() /*# requires this */ { return "" + n; }
    public java.util.Iterator<String> iterator() /*# requires this */ { n++; return null; }
    int own() /*# requires this */ { return n; }
}

class Local implements Comparable<Local> {
    int n;
    public int compareTo(Local other) { return n++; }
    public String toString() { return "" + n; }
    int own() { return n; }
}
