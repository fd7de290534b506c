//! A view is of the lock whose view it is: of a class around it, of the library, without arguments, and of no name alone
//! check: EXP ASSIGN/guard-held @ 15, EXP ASSIGN/guard-held @ 28
import java.util.concurrent.locks.*;

class Outer {
    final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();

    class Inner {
        final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        final Lock w = Outer.this.rw.writeLock();
        int n /*# guarded_by rw */;

        void bad() {
            w.lock();
            try { n = 1; } finally { w.unlock(); }
        }
    }
}

class Striped {
    final foo.Locks all = new foo.Locks();
    final Lock a = all.writeLock("a"), b = all.writeLock("b");
    int n /*# guarded_by a */;

    void good() { a.lock(); try { n = 1; } finally { a.unlock(); } }

    void bad() {
        b.lock(); try { n = 2; } finally { b.unlock(); }
    }
}
