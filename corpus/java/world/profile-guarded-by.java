//! Only what is annotated is checked
//! option: --profile guarded-by
//! check: EXP REF/guard-held @ 14
class Mixed {
    int free;
    static int also;
    Object lock = new Object();
    @GuardedBy("lock") int n;

    int good() { synchronized (lock) { return n + free; } }

    synchronized int bad() {
        also = 1;
        return n;
    }
}
