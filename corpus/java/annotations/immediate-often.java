//! A function object that is called before the call returns may be called any number of times: what it lets escape has escaped when it runs again
//! check: EXP ASSIGN/guard-held @ 15
import java.util.List;

class Registry {
    static Counter last /*# guarded_by Registry.class */;

    static synchronized void add(Counter c) { last = c; }
}

class Counter {
    int n /*# guarded_by this */;

    Counter(List<String> all) {
        all.forEach(s -> { n = 1; Registry.add(this); });
    }

    Counter(List<String> all, int start) {
        all.forEach(s -> { n = n + 1; });
        Registry.add(this);
    }
}
