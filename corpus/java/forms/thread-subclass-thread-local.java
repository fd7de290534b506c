//! A thread is no thread-local object
//! check: JAVA ANNOTATION/sharing @ 3
/*# thread_local */
class Worker extends Thread {
    public void run() { }
}
