//! A name in brackets in front of a sign is an operand of a sum
//! check: EXP REF/guard-held @ 8, EXP REF/guard-held @ 9, EXP REF/guard-held @ 10, EXP REF/guard-held @ 10, EXP REF/guard-held @ 11, EXP REF/guard-held @ 12, EXP REF/guard-held @ 13, EXP ASSIGN/guard-held @ 13
class Counter {
    int n /*# guarded_by this */;
    final Counter next = null;
    static int all /*# guarded_by Counter.class */;

    static int add(Counter c) { return (c.n) + 1; }
    static int subtract(Counter c) { return -(c.next.n) - 1 * 2; }
    static int both(Counter c) { return (c.n /* ) */) /* ( */ + (c.next.all) - 1; }
    static String text(Counter c) { return 1 + (c.n) + "a"; }
    static int compare(Counter c) { if ((int) (c.n) - 1 > 0) return (int) -1; return (int) + 2; }
    static int step(Counter c) { synchronized (Counter.class) { return (c.all) + (c.n)++; } }
    static int good(Object o) { Integer boxed = (java.lang.Integer) (o); return (boxed) + 1; }
}
