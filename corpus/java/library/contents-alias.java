//! A variable that has a guarded list is another name of it, and its uses need the guard
//! check: EXP ASSIGN/guard-held @ 16, EXP ASSIGN/guard-held @ 26
import java.util.ArrayList;
import java.util.List;

@ThreadSafe
class V {
    private final List<String> l = new ArrayList<>() /*# guarded_by this */;
    private final List<String> m = new ArrayList<>();

    void add(String s) {
        List<String> a;
        synchronized (this) {
            a = l;
        }
        a.add(s);
    }
    synchronized void held(String s) {
        List<String> a = l;
        a.add(s);
        m.add(s);
    }
    synchronized void clear() { m.clear(); }
    void bare() {
        List<String> b = m;
        b.clear();
    }
}
