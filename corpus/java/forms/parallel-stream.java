//! Stages of a parallel stream run in other threads, those of another one here
//! check: EXP REF/guard-held @ 10
import java.util.List;

class Counter {
    int n /*# guarded_by this */;

    synchronized void go(List<String> all) {
        all.stream().forEach(s -> { int x = n; });
        all.parallelStream().forEach(s -> { int x = n; });
    }
}
