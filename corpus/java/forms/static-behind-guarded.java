//! A field in front of a static member is read
//! check: EXP REF/guard-held @ 11, EXP REF/guard-held @ 13
/*# thread_shared */ class Worker {
    static volatile int made;
    static void go() { }
}

class Owner {
    Worker w /*# guarded_by this */;

    void bad() { w.go(); }

    int badRead() { return w.made; }

    synchronized int good(Worker own) { own.go(); w = own; w.go(); return w.made + this.zero; }

    static final int zero = 0;
}
