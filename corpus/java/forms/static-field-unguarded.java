//! Static field without a guard
//! check: SHAREABLE/guarded-or-final @ 4
class Registry {
    static int size;
}
