//! Ghost arguments that are not written: some lock that nobody holds
//! check: EXP REF/guard-held @ 7
class Cell/*#{ghost Object l}*/ {
    int v /*# guarded_by l */;
}
class User {
    static int bad(Cell c) { synchronized (c) { return c.v; } }
}
