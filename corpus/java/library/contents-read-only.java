//! A table that only constructors and static initialisers change needs no lock
//! check: ok
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

@ThreadSafe
class V {
    private static final Map<String, Integer> TABLE = new HashMap<>();
    static { TABLE.put("a", 1); }
    private static final List<String> NAMES = Arrays.asList("a", "b");
    private final List<String> own = new ArrayList<>();

    V(String s) { own.add(s); }

    int get(String s) { return TABLE.get(s) + own.size() + NAMES.indexOf(s); }
}
