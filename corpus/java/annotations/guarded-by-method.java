//! @GuardedBy on a method is requires
//! check: EXP INVOKE/requires-held @ 9
class Counter {
    @GuardedBy("this") int n;

    @GuardedBy("this") void up() { n++; }

    void bad() {
        up();
    }

    synchronized void good() { up(); }
}
