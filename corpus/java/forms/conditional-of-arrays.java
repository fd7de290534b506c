//! Two arrays with different guards are no array together
//! check: EXP REF/receiver @ 7, METHOD/body @ 11, EXP LET/bound @ 15, EXP REF/guard-held @ 16, EXP ASSIGN/guard-held @ 16, EXP ASSIGN/guard-held @ 33
class Counter {
    final int[/*# elems_guarded_by this */] p = new int[/*# elems_guarded_by this */ 2];

    int read(boolean b) {
        return (b ? p : new int[2])[0];
    }

    int[] get(boolean b) {
        if (b) return p; else return new int[2];
    }

    void write(boolean b) {
        int[] q = b ? p : new int[2];
        q[0]++;
    }

    int good(boolean b, int[] one, int[] other, String[] text, Object[] all) {
        Object[] any = b ? text : all;
        return (b ? one : other)[0] + (b ? null : one)[0];
    }

    synchronized int known(boolean b, int k) {
        var z = b ? p : p;
        var y = b ? null : p;
        z[0] = y[0] = 1;
        return (switch (k) { case 1 -> p; default -> z; })[0];
    }

    void bad(boolean b, int k) {
        var z = b ? p : p;
        z[0] = 1;
    }

    class A { }
    class B extends A { }
    class C extends A { }
    A[] both(boolean b, B[] bs, C[] cs) { A[] as = b ? bs : cs; return as; }
}
