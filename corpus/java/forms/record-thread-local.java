//! Record of something thread-local belongs to one thread
//! check: SHAREABLE GUARDED FIELD/field-type @ 9
/*# thread_local */
class Scratch { int n; }

record Holder(Scratch s) { }

class Board {
    Holder h /*# guarded_by this */;
}
