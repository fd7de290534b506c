//! A lock that a method of an interface requires
//! check: EXP INVOKE/requires-held @ 9
interface Action { void act() /*# requires this */; }

class User {
    static void good(Action a) { synchronized (a) { a.act(); } }

    static void bad(Action a) {
        a.act();
    }
}
