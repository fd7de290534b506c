//! enter() with a time may not take the monitor
//! check: EXP ASSIGN/guard-held @ 17, EXP ASSIGN/guard-held @ 21
import com.google.common.util.concurrent.Monitor;
import java.util.concurrent.TimeUnit;

class Tank {
    final Monitor level = new Monitor();
    int litres /*# guarded_by level */;

    void good() {
        level.enter();
        try { litres = 1; } finally { level.leave(); }
    }

    void bad(Monitor.Guard full) {
        level.enter(1, TimeUnit.SECONDS);
        try { litres = 2; } finally { level.leave(); }
        level.enterWhen(full);
        try { litres = 3; } finally { level.leave(); }
        level.enterWhen(full, 1, TimeUnit.SECONDS);
        try { litres = 4; } finally { level.leave(); }
    }
}
