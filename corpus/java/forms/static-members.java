//! Static fields and methods are members of C.class
//! check: EXP INVOKE/requires-held @ 10
class Registry {
    static int size /*# guarded_by Registry.class */;

    static void up() /*# requires Registry.class */ { size++; }

    static synchronized void good() { up(); }

    static void bad() { up(); }
}
