//! Classes of one name in two packages are two locks
//! check: EXP REF/guard-held @ 5, EXP ASSIGN/guard-held @ 5, EXP REF/guard-held @ 10, EXP ASSIGN/guard-held @ 10
class A {
    static int x /*# guarded_by A.class */;
    static void n() { synchronized (p.A.class) { x++; } }
}
class User {
    static int x /*# guarded_by java.util.Date.class */;
    static void m() { synchronized (java.util.Date.class) { x++; } }
    static void n() { synchronized (java.sql.Date.class) { x++; } }
}
