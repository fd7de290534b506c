//! Loops with labels, break and continue
//! check: EXP ASSIGN/guard-held @ 18
class Counter {
    int n /*# guarded_by this */;

    void go(int[] all) {
        outer:
        for (int i = 0; i < 10; i++) {
            for (int x : all) {
                if (x == 1) continue outer;
                if (x == 2) break outer;
                if (x == 3) continue;
                synchronized (this) { n = x; }
            }
            do { i++; if (i > 5) break; } while (i < 7);
            while (true) { if (i > 3) break; i++; }
        }
        n = 2;
    }
}
