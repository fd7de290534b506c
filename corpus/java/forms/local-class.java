//! A local class has its captured variables in final fields
//! check: EXP REF/guard-held @ 12
class Cell { int v /*# guarded_by this */; }

class User {
    static int use(Cell c) {
        int base = 1;
        class Reader {
            int good() {
                synchronized (c) { return base + c.v; }
            }
            int bad() { return c.v; }
        }
        return new Reader().good();
    }
}
