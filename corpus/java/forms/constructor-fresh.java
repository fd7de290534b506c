//! A constructor may use the fields of the new object freely
//! check: ok
class Counter {
    int n /*# guarded_by this */;
    int m /*# guarded_by this */ = 1 + 2;
    final int most;

    { n = 5; }

    Counter(int most) {
        this.most = most;
        n = most;
        m += n;
    }

    Counter() { this(10); }
}
