//! A subclass of Thread is shared: its fields need guards
//! check: SHAREABLE/guarded-or-final @ 4
class Worker extends Thread {
    int n;

    public void run() { n = 1; }
}
