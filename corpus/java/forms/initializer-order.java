//! Initialisers belong to each constructor that does not call this(…)
//! check: EXP ASSIGN/guard-held @ 13
class Registry { static Object add(Object o) { return o; } }

class Counter {
    int n /*# guarded_by this */ = 1 + 1;
    final Object me = Registry.add(this);

    Counter() { }

    Counter(int x) {
        this();
        n = x;
    }
}
