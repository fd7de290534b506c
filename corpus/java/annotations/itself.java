//! The value of a field is its own guard: reading it is free, using it needs its lock
//! check: EXP INVOKE/requires-held @ 13
import java.util.List;

class Names {
    @GuardedBy("itself") private final List<String> all = make();

    static native List<String> make();

    int good() { synchronized (all) { return all.size(); } }

    List<String> same() { return all; }
    int bad() { return all.size(); }
}
