//! A volatile field needs no guard
//! check: ok
class Flag {
    volatile boolean stop;
    volatile int n;

    synchronized void end() { stop = true; n++; }

    boolean ended() { return stop; }
}
