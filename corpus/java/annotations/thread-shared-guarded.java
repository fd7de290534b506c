//! Class said to be shared, with guards
//! check: ok
/*# thread_shared */
class Shared {
    final int most = 10;
    int n /*# guarded_by this */;
    volatile boolean done;
}
