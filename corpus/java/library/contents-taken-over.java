//! A list that is taken over, with a new one in its place: it is this thread's alone then, which is counted
//! check: EXP REF/guard-held @ 24
import java.util.ArrayList;

@ThreadSafe
class V {
    private ArrayList<String> l = new ArrayList<>() /*# guarded_by this */;

    synchronized void add(String s) { l.add(s); }
    void all() {
        final ArrayList<String> mine;
        synchronized (this) {
            mine = l;
            l = new ArrayList<>();
        }
        for (String s : mine) { }
    }
    void bare() {
        final ArrayList<String> shared;
        synchronized (this) {
            shared = l;
        }
        // Others change it while this reads.
        for (String s : shared) { }
    }
}
