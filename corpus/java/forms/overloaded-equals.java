//! Methods that are called as one of Object, and are none of its
//! check: EXP REF/guard-held @ 8
class Counter {
    int n /*# guarded_by this */;

    static boolean equals(int x, int y) { return x == y; }

    boolean equals(Counter c) { synchronized (this) { return n == c.n; } }

    public boolean equals(Object o) { return o == this; }
}
