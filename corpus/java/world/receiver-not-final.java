//! The locks of a value behind a receiver that may change are no locks
//! check: SHAREABLE/guarded-or-final @ 11
//! check: EXP REF/type @ 12
//! check: EXP REF/guard-held @ 12
//! check: EXP SYNC/lock-final @ 12
class Chest {
    final Object key = new Object();
    int[/*# elems_guarded_by key */] coins /*# guarded_by this */;
}
class Owner {
    Chest chest; void give() { chest = null; }
    int first() { synchronized (chest.key) { return chest.coins[0]; } }
}
