//! A subclass of Thread, with a field of its own and one that all share
//! output: 3
public class ThreadClass extends Thread {
    static int all = 0;
    private final int mine;

    ThreadClass(int mine) { this.mine = mine; }

    @Override
    public void run() {
        synchronized (ThreadClass.class) {
            all += mine;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadClass[] threads = new ThreadClass[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new ThreadClass(i + 1);
            threads[i].start();
        }
        for (ThreadClass t : threads) t.join();
        System.out.println(all);
    }
}
