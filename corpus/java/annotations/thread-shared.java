//! Class said to be shared: its fields need guards
//! check: SHAREABLE/guarded-or-final @ 5
/*# thread_shared */
class Shared {
    int n;
}
