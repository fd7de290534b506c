//! A cast that cannot know the ghost arguments
//! check: EXP CAST/ghost-args @ 8
/*# thread_shared */
class Cell/*#{ghost Object l}*/ {
    int v /*# guarded_by l */;

    static int bad(Object o, Object lock) {
        synchronized (lock) { return ((Cell/*#{lock}*/) o).v; }
    }
}
