public class Mailbox {
    private final String[] letters = new String[2];
    private int size;

    synchronized void put(String letter) {
        letters[size++] = letter;
        notifyAll();
    }

    synchronized String take() throws InterruptedException {
        while (size == 0) wait();
        return letters[--size];
    }

    static void read(Mailbox box) {
        try {
            System.out.println(box.take());
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }

    public static void main(String[] args) {
        Mailbox box = new Mailbox();
        new Thread(() -> read(box)).start();
        new Thread(() -> read(box)).start();
        box.put("a");
        box.put("b");
    }
}
