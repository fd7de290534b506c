//! A task in a field is read before its thread starts: the thread shares the task alone
//! check: EXP REF/guard-held @ 20
class Worker extends Thread {
    public void run() { }
}

/*# thread_shared */
class Job implements Runnable {
    public void run() { }
    void go() { }
}

class Local {
    private final Worker worker = new Worker();
    private final Job job = new Job();
    private Worker held /*# guarded_by this */;

    void start() { worker.start(); new Thread(job).start(); new Thread(job::go).start(); }

    void bad() { held.start(); }

    synchronized void good() { held = new Worker(); held.start(); }
}

/*# thread_shared */
class Builder {
    final Job job = new Job();
    int n /*# guarded_by this */;

    Builder() {
        new Thread(job::go).start();
        n = 1;
    }
}
