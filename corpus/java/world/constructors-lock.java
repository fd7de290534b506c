//! A constructor holds the lock of what it builds, if that is asked for
//! option: --constructors lock
//! check: ok
class Registry { static void add(Object o) { } }

class Counter {
    int n /*# guarded_by this */;

    Counter(int x) {
        Registry.add(this);
        n = x;
    }
}
