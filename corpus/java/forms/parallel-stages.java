//! Stages in front of `parallel` run in other threads as well
//! check: EXP REF/guard-held @ 10, EXP REF/guard-held @ 11
import java.util.List;

class Counter {
    int n /*# guarded_by this */;

    synchronized void go(List<String> all) {
        all.stream().map(s -> { int x = n; return s; }).forEach(s -> { int x = n; });
        all.stream().map(s -> { int x = n; return s; }).parallel().forEach(s -> { });
        all.stream().map(s -> s).parallel().forEach(s -> { int x = n; });
    }
}
