//! Three philosophers, each takes the left fork first
//! deadlock: yes
//! output:  | all have eaten
public class Philosophers {
    public static void main(String[] args) throws InterruptedException {
        Object[] forks = {new Object(), new Object(), new Object()};
        Thread[] all = new Thread[forks.length];
        for (int i = 0; i < all.length; i++) {
            Object left = forks[i], right = forks[(i + 1) % forks.length];
            all[i] = new Thread(() -> {
                synchronized (left) {
                    synchronized (right) {
                        Thread.yield();
                    }
                }
            });
        }
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
        System.out.println("all have eaten");
    }
}
