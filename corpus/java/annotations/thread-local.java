//! Thread-local class: its fields need no guard
//! check: ok
/*# thread_local */
class Scratch {
    int n;

    synchronized int next() { return n++; }
}
