//! Ghost arguments that are static final fields
//! check: EXP ASSIGN/guard-held @ 12
class Locks { public static final Object d = new Object(); }

class Cell/*#{ghost Object g}*/ { public int a /*# guarded_by g */; }

class User extends Cell/*#{Locks.d}*/ {
    Cell/*#{Locks.d}*/ other;

    void m() {
        synchronized (Locks.d) { other.a = 2; a = 1; }
        a = 3;
    }
}
