//! A method reference has `this`, an enclosing instance or what a local class captured, as a lambda has
//! check: EXP ASSIGN/guard-held @ 19, EXP ASSIGN/guard-held @ 24, EXP ASSIGN/guard-held @ 29, EXP FORK2/fv-shared @ 45, EXP NEW/requires-held @ 55
interface Action { void act(); }

class Registry {
    static volatile Action last;

    static void add(Action action) { last = action; }
}

/*# thread_shared */
class Above { void up() { } }

class Counter extends Above {
    int n /*# guarded_by this */;

    Counter() {
        Registry.add(this::up);
        n = 1;
    }

    Counter(int a) {
        Registry.add(super::up);
        n = a;
    }

    Counter(String s) {
        Registry.add(Part::new);
        n = 2;
    }

    Counter(boolean b) {
        n = 3;
        Registry.add(this::up);
    }

    synchronized void up() { n++; }

    class Part { Part() { up(); } }
}

class Local {
    int n;

    void start() { new Thread(Part::new).start(); }

    class Part { Part() { n++; } }
}

class Held {
    static int n /*# guarded_by Held.class */;

    Held() /*# requires Held.class */ { n++; }

    static synchronized Action maker() { return Held::new; }

    static Action locals(Counter c) {
        class Inside { Inside() { c.up(); } }
        return Inside::new;
    }
}
