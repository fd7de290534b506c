//! Variables of patterns are bound in guards, in `for` and in initialisers
//! check: EXP CAST/local @ 7, EXP CAST/local @ 9, EXP CAST/local @ 13
/*# thread_local */
class Counter { int n; }

class Use {
    final int k = H.O instanceof Counter c ? c.n++ : 0;
    static void f(Object o) {
        for (int k = o instanceof Counter c ? c.n++ : 1; k < 0; k++) { }
    }
    static void g(Object p) {
        switch (p) {
            case Object o when o instanceof Counter c -> c.n++;
            default -> { }
        }
    }
}
class H { static final Object O = new Object(); }
