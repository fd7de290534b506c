//! A private method of the superclass is not overridden
//! check: ok
class A {
    int y /*# guarded_by this */;
    private void m() {}
    void run() { m(); }
}
class B extends A {
    int x /*# guarded_by this */;
    void m() /*# requires this */ { x++; }
    synchronized void up() { m(); }
}
