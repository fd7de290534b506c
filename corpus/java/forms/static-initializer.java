//! In a static initialiser own static fields need no guard
//! check: ok
class Registry {
    static int size /*# guarded_by Registry.class */;
    static final Object LOCK = new Object();

    static {
        size = 10;
    }
}
