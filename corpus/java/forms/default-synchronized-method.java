//! A class with a synchronized method is shared
//! check: SHAREABLE/guarded-or-final @ 4
class Shared {
    int n;

    synchronized void up() { n++; }
}
