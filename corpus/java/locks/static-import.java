//! A lock that is imported from a class that is not there is not known to be final
//! check: JAVA ANNOTATION/resolved @ 6
import static other.Locks.LOCK;

class Counter {
    @GuardedBy("LOCK") private int n;
}
