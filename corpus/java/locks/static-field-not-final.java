//! A static field that is not final is no lock
//! check: FIELD/guard-final @ 5
class Registry {
    static volatile Object LOCK = new Object();
    static int size /*# guarded_by LOCK */;
}
