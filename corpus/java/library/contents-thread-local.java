//! What is in a class that belongs to one thread needs no guard
//! check: ok
import java.util.ArrayList;

class V {
    private final ArrayList<String> list = new ArrayList<>();

    void add(String s) { list.add(s); }
    int size() { return list.size(); }
}
