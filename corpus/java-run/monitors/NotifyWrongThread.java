//! notify wakes the wrong thread: two producers and a consumer in one wait set, one notify each
//! waiting: yes
//! output: 3 |
public class NotifyWrongThread {
    private Integer slot;
    synchronized void put(int n) throws InterruptedException {
        while (slot != null) wait();
        slot = n;
        notify();
    }

    synchronized int take() throws InterruptedException {
        while (slot == null) wait();
        int n = slot;
        slot = null;
        notify();
        return n;
    }

    static int sum;
    public static void main(String[] a) throws InterruptedException {
        NotifyWrongThread b = new NotifyWrongThread();
        Runnable put = () -> {
            try {
                b.put(1);
            } catch (InterruptedException e) {}
        };
        Runnable take = () -> {
            try {
                int n = b.take();
                synchronized (NotifyWrongThread.class) {
                    sum += n;
                }
            } catch (InterruptedException e) {}
        };
        Thread[] all = { new Thread(put), new Thread(put), new Thread(take), new Thread(take) };
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
        System.out.println(sum + 1);
    }
}
