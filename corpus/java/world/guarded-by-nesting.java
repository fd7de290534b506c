//! Guards of objects around, of superclasses and of other instances, by annotations alone
//! option: --profile guarded-by
//! check: EXP ASSIGN/guard-held @ 13, EXP ASSIGN/guard-held @ 21
class Outer {
    final Object lock = new Object();

    class Inner {
        @GuardedBy("lock") int x;
        @GuardedBy("Outer.this.lock") void up() { x = 1; }

        void m(Inner other) {
            synchronized (Outer.this.lock) { this.x = 1; up(); }
            synchronized (lock) { other.x = 2; }
        }
    }
}

class Below extends Outer {
    @GuardedBy("super.lock") int y;
    void m() { synchronized (this.lock) { y = 1; } new Object() { @GuardedBy("lock") void n() { y = 2; } }; }
    void bad() { y = 3; }
}
