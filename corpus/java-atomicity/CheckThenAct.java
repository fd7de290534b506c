//! A synchronized map is asked, and then changed
//! Each call takes the lock of the map, and nothing holds it between them.
//! atomicity: Registry.register = cmpd, Registry.find = atomic
//! claims: ATOM BLOCK/claim @ 13
//! serializable: no
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/*# thread_shared */ class Registry {
    private final Map<String, String> names = Collections.synchronizedMap(new HashMap<>());

    /*# atomic */ void register(String name) {
        if (!names.containsKey(name)) names.put(name, name);
    }

    /*# atomic */ String find(String name) { return names.get(name); }
}

class CheckThenAct {
    public static void main(String[] args) throws InterruptedException {
        Registry r = new Registry();
        Thread t = new Thread(() -> r.register("a"));
        Thread u = new Thread(() -> r.register("a"));
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
