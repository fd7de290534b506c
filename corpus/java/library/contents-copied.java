//! A copy and the methods of the library read the list
//! check: EXP REF/guard-held @ 12, EXP ASSIGN/guard-held @ 13
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

@ThreadSafe
class V {
    private final List<String> l = new ArrayList<>();

    synchronized List<String> copy() { l.add(""); return new ArrayList<>(l); }
    List<String> bare() { return new ArrayList<>(l); }
    void sort() { Collections.sort(l, null); }
}
