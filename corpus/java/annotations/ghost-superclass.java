//! Ghost arguments of a superclass
//! check: EXP ASSIGN/guard-held @ 8
class Base/*#{ghost Object l}*/ {
    int v /*# guarded_by l */;
}
class Derived/*#{ghost Object m}*/ extends Base/*#{m}*/ {
    void set() /*# requires m */ { v = 1; }
    void bad() { v = 2; }
}
