//! A class below one that is not declared
//! check: EXP REF/guard-held @ 12
import org.other.Base;

class Derived extends Base {
    int n /*# guarded_by this */;

    Derived(int x) { super(x); n = x; }

    @Override public String toString() { synchronized (this) { return super.toString() + n; } }

    int bad() { inherited(); return n + field; }
}
