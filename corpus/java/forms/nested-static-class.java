//! A static nested class has no object around it
//! check: EXP ASSIGN/guard-held @ 12
class Outer {
    static int count /*# guarded_by Outer.class */;

    static class Nested {
        int n /*# guarded_by this */;

        synchronized void good() { n = 1; synchronized (Outer.class) { count++; } }

        void bad() {
            n = 2;
        }
    }
}
