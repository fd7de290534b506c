//! An inherited method of an external class is called on `this`, though nothing is written: the object may be known elsewhere then
//! check: EXP ASSIGN/guard-held @ 9
class Listener extends Outside {
    int n /*# guarded_by this */;

    Listener() {
        n = 0;
        register();
        n = 1;
    }

    Listener(int start) {
        n = start;
        register();
    }

    static void make() { of(); }
}
