//! A private field is not inherited, and hides the one above it: in a class inside, it is in scope
//! check: EXP REF/guard-held @ 16, EXP ASSIGN/guard-held @ 16, EXP REF/guard-held @ 18, EXP ASSIGN/guard-held @ 18
/*# thread_shared */
class Lock { }

/*# thread_shared */
class Base {
    static int x /*# guarded_by Lock.class */;
}

/*# thread_shared */
class Derived extends Base {
    private static int x /*# guarded_by Derived.class */;

    static class Member extends Derived {
        static void bad() { synchronized (Lock.class) { x++; } }
        static void good() { synchronized (Derived.class) { x++; } }
        Object local() { return new Derived() { void bad() { synchronized (Lock.class) { x++; } } }; }
    }
}

class Below extends Derived {
    static void good() { synchronized (Lock.class) { Base.x++; } }
}
