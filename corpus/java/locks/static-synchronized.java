//! A static synchronized method holds C.class
//! check: EXP ASSIGN/guard-held @ 8
class Registry {
    static int size /*# guarded_by Registry.class */;

    static synchronized void good() { size = 1; }

    synchronized void bad() { size = 2; }
}
