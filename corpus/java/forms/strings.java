//! Concatenation of strings and other values
//! check: EXP REF/guard-held @ 9
class Name {
    String first /*# guarded_by this */ = "a";

    synchronized String good() { return first + 1 + "b" + 'c' + null; }

    String bad() {
        return "x" + first;
    }
}
