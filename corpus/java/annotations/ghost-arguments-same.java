//! Ghost arguments that are the same
//! check: ok
class Cell/*#{ghost Object l}*/ {
    int v /*# guarded_by l */;
}
class Owner {
    Cell/*#{this}*/ c /*# guarded_by this */;

    synchronized void set(Cell/*#{this}*/ x) { c = x; c.v = 1; }
}
