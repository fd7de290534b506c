//! Casts of numbers and of shared objects
//! check: EXP REF/guard-held @ 9
class Cell { int v /*# guarded_by this */; }

class User {
    static int use(Object o) {
        long x = (long) 2.5;
        int y = (int) x;
        y += ((Cell) o).v;
        if (o instanceof Cell) y++;
        return y;
    }
}
