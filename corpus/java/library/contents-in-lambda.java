//! The code of a lambda holds nothing of what is held where it is made
//! check: EXP ASSIGN/guard-held @ 9
import java.util.ArrayList;

@ThreadSafe
class V {
    private final ArrayList<String> l = new ArrayList<>();
    synchronized void add(String s) { l.add(s); }
    synchronized Runnable later() { return () -> l.clear(); }
    synchronized void all() { l.forEach(s -> l.size()); }
}
