//! A thread-local class that implements Runnable
//! check: LOCAL CLASS/override @ 7
/*# thread_local */
class Task implements Runnable {
    int n;

    public void run() { n = 1; }
}
