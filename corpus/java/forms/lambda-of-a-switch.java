//! The type of a lambda whose value is a switch is that of the values
//! check: EXP REF/guard-held @ 15
interface Maker<T> { T make(); }

/*# thread_shared */
class Util {
    static <T> T make(Maker<T> maker) { return maker.make(); }
}

/*# thread_shared */
class Counter {
    int n /*# guarded_by this */;

    static int bad(Counter c, int k) {
        return Util.make(() -> switch (k) { case 1 -> c; default -> null; }).n;
    }
}
