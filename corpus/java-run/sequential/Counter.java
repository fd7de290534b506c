//! A counter of words in a map
//! output: as java
public class Counter {
    static int count = 0;
    static final int[] table = make();
    static int[] make() { System.out.println("initialised"); return new int[]{1, 2, 3}; }
    static class Lazy {
        static int value;
        static { System.out.println("lazy"); value = Counter.table[1] + 40; }
    }
    static synchronized void inc() { count++; }
    public static void main(String[] args) throws Exception {
        System.out.println("main");
        Thread a = new Thread(() -> { for (int i = 0; i < 2; i++) inc(); });
        Thread b = new Thread(() -> { for (int i = 0; i < 2; i++) inc(); });
        a.start(); b.start(); a.join(); b.join();
        System.out.println(count);
        System.out.println(Lazy.value);
    }
}
