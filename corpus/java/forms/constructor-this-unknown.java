//! `this(…)` whose argument is of an unknown type, which two constructors could take: one of them is called, and counted
//! check: ok
enum State { ON, OFF }

class Base {
    private final State state;

    Base(State state) { this.state = state; }
}

class Scheme extends Base {
    private final Object charset;

    Scheme(State state) { super(state); charset = state; }

    Scheme(java.nio.charset.Charset charset) { super(State.ON); this.charset = charset; }

    Scheme() { this(elsewhere.Charsets.ASCII); }
}
