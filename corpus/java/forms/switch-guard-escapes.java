//! A guard is evaluated before the cases behind it
//! check: EXP ASSIGN/guard-held @ 9
class Reg { static Object last /*# guarded_by Reg.class */; static synchronized boolean put(Object c) { last = c; return false; } }
class C {
    int x /*# guarded_by this */;
    C(Object o) {
        switch (o) {
            case String s when Reg.put(this) -> { }
            default -> x = 1;
        }
    }
}
