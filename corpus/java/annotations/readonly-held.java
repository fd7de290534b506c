//! Readonly field, assigned in constructors alone
//! check: ok
class Config {
    private int size; //# readonly
    synchronized int get() { return size; }

    Config(int n) { size = n; }
}
