//! B.LOCK of an inherited static is A.LOCK
//! check: ok
class A {
    static final Object LOCK = new Object();
    static int n /*# guarded_by A.LOCK */;
}

class B extends A {
    static void set() {
        synchronized (B.LOCK) { n = 1; }
    }
}
