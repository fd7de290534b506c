//! super() that is not written calls a constructor that takes any number of arguments, if there is none without
//! check: EXP ASSIGN/guard-held @ 19
/*# thread_shared */
class Registry {
    static volatile Base last;
}

/*# thread_shared */
class Base {
    Base(Object o) { }

    Base(int... all) { Registry.last = this; }
}

class Derived extends Base {
    private int n /*# guarded_by this */;

    Derived() {
        n = 1;
    }
}
