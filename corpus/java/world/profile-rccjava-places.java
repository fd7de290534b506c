//! An error about a class or method stands at its first modifier or annotation, one about a field at its type
//! option: --profile rccjava
//! check: CLASS3/super-shared @ 12
//! check: SHAREABLE/guarded-or-final @ 15
//! check: CLASS3/super-shared @ 21
//! check: LOCAL CLASS/override @ 28
//! check: JAVA ANNOTATION/place @ 33
//! check: PROG/override-requires @ 43
/*# thread_local */
class Scratch {}

/*# thread_shared */
public
class Board extends Scratch {
    Object
        note;
}

/*# thread_local */
interface Pen {}
public
class Marker implements Pen { synchronized void draw() {} }

interface Sink { void put(); }

/*# thread_local */
class Drain implements Sink {
    public
    void put() {}
}

class Tap {
    synchronized
    void open()
        /*# guarded_by this */
    {}
}

interface Valve { void turn() /*# requires this */; }

class Wheel implements Valve {
    public
    void turn() /*# requires this, Wheel.class */ {}
}
