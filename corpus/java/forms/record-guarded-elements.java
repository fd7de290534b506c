//! A component whose elements are guarded has an accessor of that type
//! check: EXP ASSIGN/guard-held @ 9
record Row(int[/*# elems_guarded_by Row.class */] all) {
    void good() {
        synchronized (Row.class) { all()[0] = all[1]; }
    }

    void bad() {
        all()[0] = 1;
    }
}
