//! Exceptions: nested tries, finally, causes
//! output: as java
class MyException extends RuntimeException {
    final int code;
    MyException(String m, int code) { super(m); this.code = code; }
}
public class Exc {
    static final Object lock = new Object();
    static int f(int x) {
        synchronized (lock) {
            try {
                if (x == 1) throw new MyException("one", 7);
                if (x == 2) return 10 / (x - 2);
                if (x == 3) { int[] a = new int[2]; return a[x]; }
                if (x == 4) { Object o = "s"; Integer i = (Integer) o; return i; }
                if (x == 5) { String s = null; return s.length(); }
                return x;
            } finally {
                System.out.println("finally " + x);
            }
        }
    }
    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) {
            try {
                System.out.println("value " + f(i));
            } catch (MyException e) {
                System.out.println("mine " + e.getMessage() + " " + e.code);
            } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
                System.out.println("run-time " + e.getMessage());
            } catch (RuntimeException e) {
                System.out.println("other");
            }
        }
        Thread t = new Thread(() -> { synchronized (lock) { System.out.println("the lock is free"); } });
        t.start();
        try { t.join(); } catch (InterruptedException e) { }
        throw new IllegalStateException("the end");
    }
}
