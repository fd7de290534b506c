//! The first use of a class comes behind its static initialiser, in whatever thread
//! output: 3
public class ClassInit {
    static int z;

    static class K {
        static int v = 1;
        static { z = 2; }

        static int sum() { return v + z; }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> K.sum());
        t.start();
        int sum = K.sum();
        t.join();
        System.out.println(sum);
    }
}
