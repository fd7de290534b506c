//! An array without guards belongs to one thread
//! check: EXP FORK2/fv-shared @ 7
class User {
    static void go() {
        int[] a = { 1, 2, 3 };
        int x = a[0] + a.length;
        new Thread(() -> { a[0] = x; }).start();
    }
}
