//! In a static initialiser those of another class do
//! check: EXP ASSIGN/guard-held @ 9
class Registry {
    static int size /*# guarded_by Registry.class */;
}

class Other {
    static {
        Registry.size = 10;
    }
}
