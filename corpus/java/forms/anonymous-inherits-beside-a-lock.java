//! What an anonymous class inherits is known, though code in it locks a variable
//! check: EXP ASSIGN/guard-held @ 12
class Plain { int n; }

class Counter {
    protected int n /*# guarded_by this */;
}

class User {
    static Counter make(Object m) {
        return new Counter() {
            void reset() { synchronized (m) { n = 0; } }
        };
    }
}
