//! Methods of the library as arguments: how many parameters they have is not known, so the overload is not either
//! check: EXP INVOKE/requires-held @ 20
//! assumed: unresolved @ 17, unresolved @ 18, unresolved @ 19
import java.util.function.Function;
import java.util.function.Supplier;

interface Text { String text(); }
interface TextOf { String text(Object of); }

class Counter {
    int n /*# guarded_by this */;

    void take(Text t) { }
    void take(TextOf t) /*# requires this */ { n++; }

    void calls(q.Point p) {
        take(Object::toString);
        take(p::toString);
        take(String::valueOf);
        take(this::own);
    }

    String own(Object of) { return ""; }
}
