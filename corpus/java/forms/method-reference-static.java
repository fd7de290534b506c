//! The object of a method reference is of its class: of an int, a static method is meant
//! check: EXP INVOKE/requires-held @ 15
/*# thread_shared */
class Lock { }

interface Numbers { void take(int n); }
interface Counters { void take(Counter c); }

/*# thread_shared */
class Counter {
    static int n /*# guarded_by Lock.class */;
    static void m(Object... all) /*# requires Lock.class */ { n++; }
    void m() { }

    static Numbers bad() { return Counter::m; }
    static Counters good() { return Counter::m2; }
    static void m2(Object o, Object p) { }
    void m2() { }
}
