//! Guard of a field, held
//! check: ok
class Counter {
    int n /*# guarded_by this */;

    synchronized void up() { n++; }
}
