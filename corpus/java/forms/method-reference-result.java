//! The value of a method reference is that of the call: its elements keep their guards
//! check: METHOD/body @ 11
interface Maker { int[] make(); }

interface Text { Object text(); }

class Counter {
    final int[/*# elems_guarded_by this */] all = new int[/*# elems_guarded_by this */ 2];

    int[/*# elems_guarded_by this */] own() { return all; }
    Maker bad() { return this::own; }
    int count() { return 1; }
    Text boxed() { return this::count; }
    Text made() { return Counter::new; }
}
