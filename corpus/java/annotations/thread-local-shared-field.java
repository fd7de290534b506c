//! Thread-local object in a field of a shared class
//! check: SHAREABLE GUARDED FIELD/field-type @ 6
/*# thread_local */
class Scratch { int n; }
class Shared {
    Scratch s /*# guarded_by this */;
}
