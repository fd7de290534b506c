//! `C.super::m` calls the method above a class around the place, or that of an interface
//! check: EXP INVOKE/requires-held @ 11, EXP INVOKE/requires-held @ 16, EXP INVOKE/requires-held @ 17
class Other { static int x /*# guarded_by Other.class */; }

interface Up { default void up() /*# requires Other.class */ { Other.x++; } }

class Above { void go() /*# requires Other.class */ { Other.x++; } }

/*# thread_shared */ class Shared implements Up {
    public void up() { }
    Runnable bad() { return Up.super::up; }
}

/*# thread_shared */ class Below extends Above {
    void go() { }
    Runnable bad() { return super::go; }
    class In { synchronized void sync() { } Runnable bad() { return Below.super::go; } Runnable good() { return Below.this::go; } }
    synchronized void sync() { }
}
