//! Constructors are not checked for their own class, where only annotations are
//! option: --profile guarded-by
//! check: EXP REF/guard-held @ 9
class Counter {
    @GuardedBy("this") int n;

    Counter(Counter c) {
        this.n = 1;
        new Thread(() -> { int x = c.n; }).start();
    }
}
