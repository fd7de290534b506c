//! Locals that are assigned, and their blocks
//! check: ok
class Counter {
    int n /*# guarded_by this */;

    synchronized int sum(int most) {
        int sum = 0;
        most = most + n;
        for (int i = 0; i < most; i++) {
            int twice = i * 2;
            sum += twice;
        }
        { int twice = sum; sum = twice; }
        return sum;
    }
}
