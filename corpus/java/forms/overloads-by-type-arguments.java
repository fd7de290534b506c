//! Overloads that type arguments and bounds alone tell apart: the one that they fit is meant, though the other one is nearer by its class
//! check: EXP INVOKE/requires-held @ 35, EXP INVOKE/requires-held @ 36, EXP INVOKE/requires-held @ 37, EXP INVOKE/requires-held @ 38, EXP INVOKE/requires-held @ 39, EXP INVOKE/requires-held @ 40
class Red { }
class Blue { }
interface Bag<T> { }
interface Sack<T> extends Bag<T> { }
interface Order<T> { }
class Sorted implements Order<Sorted> { }
class Mixed implements Order<Red> { }
interface Maker<T> { T make(); }
interface Task { void run(); }

class Counter {
    int n /*# guarded_by this */;

    void arguments(Sack<Red> s) { }
    void arguments(Bag<Blue> b) /*# requires this */ { n++; }

    void nested(Sack<Bag<Red>> s) { }
    void nested(Bag<Bag<Blue>> b) /*# requires this */ { n++; }

    void wildcard(Sack<? extends Order<Sorted>> s) { }
    void wildcard(Bag<? extends Order<Red>> b) /*# requires this */ { n++; }

    <T extends Order<T>> void bound(T t) { }
    void bound(Object o) /*# requires this */ { n++; }

    <T extends Red> void written(Bag<?> s) { }
    <T extends Blue> void written(Object o) /*# requires this */ { n++; }

    void reference(Maker<Object> m) { }
    void reference(Task t) /*# requires this */ { n++; }

    void calls(Sack<Blue> blue, Sack<Bag<Blue>> bag, Sack<Mixed> mixed, Mixed m) {
        arguments(blue);
        nested(bag);
        wildcard(mixed);
        bound(m);
        this.<Blue>written(blue);
        reference(this::silent);
    }

    void silent() { }
}
