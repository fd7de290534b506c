//! The locks of a value are compared as text there, behind a receiver that may change too
//! option: --profile rccjava
//! check: EXP SYNC/lock-final @ 11
//! check: EXP REF/guard-held @ 11
class Chest {
    final Object key = new Object();
    int[/*# elems_guarded_by key */] coins /*# guarded_by this */;
}
class Owner {
    Chest chest;
    int first() { synchronized (chest.key) { return chest.coins[0]; } }
}
