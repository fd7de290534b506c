//! A monitor asks its conditions while it is held
//! check: EXP REF/guard-held @ 9
import com.google.common.util.concurrent.Monitor;

class Tank {
    final Monitor level = new Monitor();
    int litres /*# guarded_by level */;
    final Monitor.Guard full = new Monitor.Guard(level) {
        boolean known() { return litres > 0; }
        @Override public boolean isSatisfied() { return litres > 9; }
    };
}
