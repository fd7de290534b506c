//! A switch whose cases run on
//! check: EXP ASSIGN/guard-held @ 14
class Counter {
    int n /*# guarded_by this */;

    void go(int x) {
        switch (x) {
            case 1:
                int y = 2;
                synchronized (this) { n = y; }
            case 2:
                y = 3;
                if (y > 2) break;
                n = y;
            default:
                y = 4;
        }
    }
}
