//! Callers of a method that gives a list away, or a view of it, use it like the class itself
//! check: EXP REF/guard-held @ 23, EXP ASSIGN/guard-held @ 24, EXP REF/guard-held @ 25
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

@ThreadSafe
class Names {
    private final List<String> names = new ArrayList<>();

    synchronized void add(String name) { names.add(name); }
    synchronized int size() { return names.size(); }
    synchronized List<String> all() { return names; }
    List<String> shown() { return Collections.unmodifiableList(names); }
    synchronized List<String> copy() { return new ArrayList<>(names); }
}

class Caller {
    static void use(Names names) {
        synchronized (names) {
            names.all().clear();
        }
        for (String name : names.shown()) System.out.println(name);
        names.all().add("x");
        System.out.println(names.all().size() + names.copy().size());
    }
}
