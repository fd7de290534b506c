//! Reads of volatile fields come before later writes of theirs (jcstress: LoadBuffer with volatile)
//! output: 0 0 | 0 1 | 1 0
//! forbidden: 1 1
public class LoadBufferVolatile {
    static volatile int x, y;
    static int first;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            int a = x;
            y = 1;
            first = a;
        });
        t.start();
        int b = y;
        x = 1;
        t.join();
        System.out.println(first + " " + b);
    }
}
