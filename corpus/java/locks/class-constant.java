//! C.class is a lock
//! check: EXP ASSIGN/guard-held @ 10
class Registry {
    static int size /*# guarded_by Registry.class */;

    static void good() {
        synchronized (Registry.class) { size = 1; }
    }

    static void bad() { size = 2; }
}
