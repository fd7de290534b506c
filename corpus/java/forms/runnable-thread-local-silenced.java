//! The same, with rccjava's option
//! option: --no-warn thread_local_override
//! check: ok
/*# thread_local */
class Task implements Runnable {
    int n;

    public void run() { n = 1; }
}
