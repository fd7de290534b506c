//! Overloads whose parameters are of types of the library: a class below one of its interfaces is no Character, 1 no function, `?` an Object
//! check: EXP INVOKE/requires-held @ 34, EXP INVOKE/requires-held @ 35, EXP INVOKE/requires-held @ 36, EXP INVOKE/requires-held @ 37, EXP INVOKE/requires-held @ 38, EXP INVOKE/requires-held @ 39
import java.util.function.Consumer;
import java.util.function.Function;

/*# thread_shared */
class Letter implements Comparable<Letter> {
    public int compareTo(Letter other) { return 0; }
}

interface Box<T> { T get(); }
interface Mark { }

class Counter {
    int n /*# guarded_by this */;

    void character(Character c) { }
    <Q> void character(Q q) /*# requires this */ { n++; }

    void number(Number c) { }
    void number(Object... all) /*# requires this */ { n++; }

    void function(Consumer<Integer> c) { }
    <Q> void function(Q q) /*# requires this */ { n++; }

    <Q extends Letter & Mark> void bounds(Q q) { }
    void bounds(Object o) /*# requires this */ { n++; }

    void array(java.util.function.Supplier<int[]> s) { }
    void array(Function<Integer, int[]> f) /*# requires this */ { n++; }

    void calls(Box<?> box, boolean b) {
        character('c');
        character(new Letter());
        number(box.get());
        number(new Letter());
        function(1);
        bounds(new Letter());
        array(int[]::new);
        number(b ? 1 : null);
    }
}
