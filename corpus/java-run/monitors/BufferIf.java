//! A buffer that waits in an if: with two takers one may take what is not there
//! waiting: yes
//! output:  | taken what is not there
public class BufferIf {
    private int size = 0;

    synchronized void put() {
        size++;
        notifyAll();
    }

    synchronized void take() throws InterruptedException {
        if (size == 0) wait();
        size--;
        if (size < 0) System.out.println("taken what is not there");
    }

    public static void main(String[] args) throws InterruptedException {
        BufferIf b = new BufferIf();
        Runnable taker = () -> {
            try {
                b.take();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        };
        Thread t = new Thread(taker), u = new Thread(taker);
        t.start();
        u.start();
        b.put();
    }
}
