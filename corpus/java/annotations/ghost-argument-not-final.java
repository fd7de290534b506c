//! Ghost argument that is not final
//! check: FIELD/type @ 8
class Cell/*#{ghost Object l}*/ {
    int v /*# guarded_by l */;
}
class Owner {
    Object lock /*# guarded_by this */;
    Cell/*#{this.lock}*/ c /*# guarded_by this */;
}
