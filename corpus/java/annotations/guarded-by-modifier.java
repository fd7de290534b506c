//! @GuardedBy on a field
//! check: EXP REF/guard-held @ 8
import javax.annotation.concurrent.GuardedBy;

class Counter {
    @GuardedBy("this") private int n;

    int get() { return n; }

    synchronized void up() { n++; }
}
