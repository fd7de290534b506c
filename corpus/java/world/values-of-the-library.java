//! Fields of objects that the library gives back: typed by its type arguments
//! check: EXP REF/guard-held @ 15, EXP REF/guard-held @ 16, EXP REF/guard-held @ 17, EXP REF/guard-held @ 17, EXP REF/guard-held @ 18, EXP REF/guard-held @ 19, EXP REF/guard-held @ 20, EXP REF/guard-held @ 21, EXP REF/guard-held @ 22, EXP REF/guard-held @ 23
import java.lang.ref.WeakReference;
import java.util.*;
import java.util.concurrent.atomic.*;

/*# thread_shared */
class Cell {
    int x /*# guarded_by this */;
    int y() { synchronized (this) { return x; } }
}

class User {
    int all(AtomicReference<Cell> r, Cell c, Cell[] a, WeakReference<Cell> w, Optional<Cell> o) {
        int sum = r.get().x;
        sum += List.of(c).get(0).x;
        Arrays.sort(a, (p, q) -> p.x - q.x);
        sum += w.get().x;
        sum += Objects.requireNonNull(c).x;
        sum += Arrays.asList(c, c).get(1).x;
        sum += new ArrayList<>(List.of(c)).get(0).x;
        sum += Map.of("", c).get("").x;
        sum += o.orElseThrow().x;
        return sum + r.get().y();
    }
}
