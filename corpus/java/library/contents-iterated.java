//! Who iterates over a synchronized wrapper holds its lock
//! check: EXP REF/guard-held @ 11, EXP REF/guard-held @ 12
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

@ThreadSafe
class V {
    private final List<String> l = Collections.synchronizedList(new ArrayList<>());

    void bare() { for (String s : l) { } }
    void stream() { l.stream(); }
    void held() { synchronized (l) { for (String s : l) { } } }
    void add() { l.add(""); }
}
