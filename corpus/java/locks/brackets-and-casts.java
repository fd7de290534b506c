//! Brackets and casts leave no trace in a lock
//! check: ok
class Cell { int v /*# guarded_by this */; }

class User {
    final Object cell = new Cell();

    void set() {
        synchronized (((this)).cell) { ((Cell) cell).v = 1; }
    }
}
