//! In the profile `guarded-by`, each unlock of a `finally` marks the block
//! option: --profile guarded-by
//! check: EXP ASSIGN/guard-held @ 19
import java.util.concurrent.locks.Lock;

class Test {
    final Lock a = null, b = null;
    @GuardedBy("b") int y;

    void m() {
        a.lock();
        b.lock();
        try {
            y++;
        } finally {
            a.unlock();
            b.unlock();
        }
        y = 1;
    }
}
