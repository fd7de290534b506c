//! A class of the sources with the name of a lock of the library is a class as any other
//! check: EXP ASSIGN/guard-held @ 14
/*# thread_shared */
class Monitor {
    void enter() { }
    void leave() { }
}

class Tank {
    final Monitor level = new Monitor();
    int litres /*# guarded_by level */;

    void good() { synchronized (level) { litres = 1; } }
    void bad() { level.enter(); try { litres = 2; } finally { level.leave(); } }
}
