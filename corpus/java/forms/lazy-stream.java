//! A stage of a stream runs here only if the same expression consumes the stream
//! check: EXP REF/guard-held @ 10, EXP REF/guard-held @ 16
import java.util.List;
import java.util.stream.Stream;

class Counter {
    int n /*# guarded_by this */;

    synchronized Stream<Integer> later(List<String> all) {
        return all.stream().map(s -> n);
    }

    Stream<Integer> behind(List<String> all) {
        Stream<Integer> stages;
        synchronized (this) {
            stages = all.stream().filter(s -> n > 0).map(s -> 1).sorted();
        }
        return stages;
    }

    synchronized List<Integer> now(List<String> all) {
        return all.stream().filter(s -> n > 0).map(s -> n).toList();
    }

    synchronized int size(List<String> all) {
        return all.stream().map(s -> n).toList().size();
    }
}
