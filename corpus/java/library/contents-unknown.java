//! A list that is given: nobody knows of which sort, and that is counted
//! check: ok
import java.util.ArrayList;
import java.util.List;

@ThreadSafe
class V {
    private final List<String> given;
    private final List<String> own = new ArrayList<>();

    V(List<String> given) { this.given = given; }

    void add(String s) { given.add(s); }
    synchronized List<String> leak() { own.add(""); return own; }
}
