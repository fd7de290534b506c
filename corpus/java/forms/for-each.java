//! forEach calls its function before it returns
//! check: EXP ASSIGN/guard-held @ 10, EXP REF/guard-held @ 10
import java.util.List;

class Counter {
    int n /*# guarded_by this */;

    synchronized void good(List<String> all) { all.forEach(s -> { n++; }); }

    void bad(List<String> all) { all.forEach(s -> { n++; }); }
}
