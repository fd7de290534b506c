//! One use holds another lock than the others
//! check: EXP ASSIGN/guard-held @ 13
import java.util.ArrayList;

@ThreadSafe
class V {
    private final Object lock = new Object();
    private final ArrayList<String> l = new ArrayList<>();

    void one() { synchronized (lock) { l.add(""); } }
    void two() { synchronized (lock) { l.clear(); } }
    void three() { synchronized (lock) { l.size(); } }
    synchronized void four() { l.add(""); }
}
