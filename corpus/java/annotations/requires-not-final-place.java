//! Each lock of a `requires` has its place
//! check: METHOD/requires-final @ 8
class Desk {
    final Object drawer = new Object();
    Object key /*# guarded_by this */;
    int papers /*# guarded_by drawer */;

    /*# requires drawer, key */
    void file() { papers = papers + 1; }
}
