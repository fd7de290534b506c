//! Numbers of unknown types, and a value that may be null
//! check: ok
import java.util.ArrayList;

class Picks {
    void take(Integer[] some) { }
    void all(ArrayList<Integer> from, boolean none) { take(none ? null : from.toArray(new Integer[0])); }
    static boolean far(q.Point a, q.Point b) { return (a.x + b.x) != a.y; }
}
