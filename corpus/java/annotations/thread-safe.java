//! @ThreadSafe says that a class is shared
//! check: SHAREABLE/guarded-or-final @ 5
@ThreadSafe
class Shared {
    int n;
}
