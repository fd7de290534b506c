//! A field whose value is its own guard has none itself: it is final or volatile
//! check: SHAREABLE/guarded-or-final @ 6
import java.util.List;

class Names {
    @GuardedBy("itself") List<String> all = make();
    @GuardedBy("itself") volatile List<String> some = make();
    @GuardedBy("itself") final List<String> first = make();
    @GuardedBy("this") int n;

    static native List<String> make();
}
