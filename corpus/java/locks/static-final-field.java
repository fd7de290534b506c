//! A static final field is a lock
//! check: EXP ASSIGN/guard-held @ 11
class Registry {
    static final Object LOCK = new Object();
    static int size /*# guarded_by LOCK */;

    static void good() {
        synchronized (Registry.LOCK) { size = 1; }
    }

    static void bad() { size = 2; }
}
