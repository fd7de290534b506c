//! Classes that say nothing are shared, if that is asked for
//! option: --default-classes shared
//! check: SHAREABLE/guarded-or-final @ 5
class Plain {
    int n;
}
