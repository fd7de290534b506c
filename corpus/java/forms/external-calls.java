//! Calls of what is not declared are taken on trust
//! check: EXP REF/guard-held @ 10
import org.other.Library;

class User {
    int n /*# guarded_by this */;

    synchronized void good(Library l) { l.use(n).and(this).field = n; }

    void bad(Library l) { l.use(n); }
}
