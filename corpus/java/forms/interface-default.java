//! Default and static methods of interfaces
//! check: EXP INVOKE/requires-held @ 10
interface Counter {
    void up() /*# requires this */;

    default void good() { synchronized (this) { up(); } }

    static void both(Counter c) { synchronized (c) { c.up(); } }

    default void bad() { up(); }
}
