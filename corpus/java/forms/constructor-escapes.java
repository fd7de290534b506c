//! Not any more, once others may have the object
//! check: EXP ASSIGN/guard-held @ 12
class Registry {
    static void add(Counter c) { }
}

class Counter {
    int n /*# guarded_by this */;
    Counter() {
        n = 1;
        Registry.add(this);
        n = 2;
    }
}
