//! Every statement, with the locks that it needs
//! check: ok
class Counter {
    int n /*# guarded_by this */;

    synchronized int all(int[] given, Object o) {
        int sum = 0;
        outer:
        for (int i = 0, j = 1; i < given.length; i++, j++) {
            for (int x : given) {
                if (x == i) continue outer;
                if (x == j) break outer;
                sum += x;
            }
        }
        do { sum--; } while (sum > n);
        while (true) { if (sum++ > 3) break; }
        switch (sum) { case 1: sum = 2; case 2: break; default: sum = 3; }
        if (o instanceof String s && s.length() > 2) sum += s.length();
        try { if (sum > 9) throw new IllegalStateException(); } catch (RuntimeException e) { sum = 0; } finally { n = sum; }
        assert sum >= 0 : "negative";
        ;
        return switch (sum) { case 0 -> 1; default -> { yield n; } };
    }
}
