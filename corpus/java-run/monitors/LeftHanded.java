//! Three philosophers, the last of whom takes the other fork first
//! output: all have eaten
public class LeftHanded {
    public static void main(String[] args) throws InterruptedException {
        Object[] forks = {new Object(), new Object(), new Object()};
        Thread[] all = new Thread[forks.length];
        for (int i = 0; i < all.length; i++) {
            Object left = forks[Math.min(i, (i + 1) % 3)], right = forks[Math.max(i, (i + 1) % 3)];
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
