//! A switch on strings and enums
//! check: EXP REF/guard-held @ 14
enum Color { RED, GREEN }

class User {
    int n /*# guarded_by this */;

    synchronized int good(String s, Color c) {
        switch (s) { case "a": return n; case "b": break; default: }
        return switch (c) { case RED -> n; case GREEN -> 2; };
    }

    int bad(Color c) {
        switch (c) { case RED: return n; default: return 0; }
    }
}
