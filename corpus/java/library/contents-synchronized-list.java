//! A synchronized wrapper means several threads, and who iterates over it holds its lock
//! check: EXP REF/guard-held @ 15
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Listeners {
    private final List<Runnable> all = Collections.synchronizedList(new ArrayList<>());

    void add(Runnable listener) {
        all.add(listener);
    }

    void fire() {
        for (Runnable listener : all) {
            listener.run();
        }
    }
}
