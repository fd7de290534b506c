//! Ghost arguments are invariant
//! check: EXP ASSIGN/value @ 9
class Cell/*#{ghost Object l}*/ {
    int v /*# guarded_by l */;
}
class Owner {
    Cell/*#{this}*/ c /*# guarded_by this */;

    synchronized void set(Owner o, Cell/*#{o}*/ x) { c = x; }

    synchronized void same(Cell/*#{this}*/ x) { c = x; }
}
