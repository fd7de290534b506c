//! if, ?:, switch and patterns
//! check: EXP REF/guard-held @ 23
class Cell { int v /*# guarded_by this */; }

class User {
    static int good(Object o, int x) {
        if (o instanceof Cell c && x > 0) {
            synchronized (c) { return c.v; }
        } else if (!(o instanceof Cell d)) {
            return 0;
        }
        return switch (x) {
            case 1, 2 -> 3;
            case 3 -> { int y = x; yield y; }
            default -> x > 5 ? 6 : 7;
        };
    }

    static int bad(Object o) {
        switch (o) {
            case Cell c -> { synchronized (c) { int x = c.v; } }
            case String s -> { }
            case null, default -> { Cell c = (Cell) o; return c.v; }
        }
        return 1;
    }
}
