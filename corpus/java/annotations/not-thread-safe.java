//! @NotThreadSafe says that it belongs to one thread
//! check: ok
@NotThreadSafe
class Scratch {
    int n;

    synchronized void up() { n++; }
}
