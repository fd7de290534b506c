//! Readonly field: assigned in constructors alone
//! check: EXP ASSIGN/not-final @ 10
class Config {
    private int size; //# readonly
    int uses /*# guarded_by this */;

    Config(int n) { size = n; }

    void grow() {
        size = 2;
    }

    int get() { return size; }
}
