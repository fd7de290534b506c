//! A private method is not overridden, though the class below has one of that name for its interface
//! check: EXP INVOKE/requires-held @ 8
/*# thread_shared */
class Base {
    int n /*# guarded_by this */;

    private void act() /*# requires this */ { n = 1; }
    void bad() { act(); }
    private String name() { return "base"; }
}

interface Actor {
    void act();
    int name();
}

/*# thread_shared */
class Derived extends Base implements Actor {
    public void act() { }
    public int name() { return 1; }
}
