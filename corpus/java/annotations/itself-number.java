//! A number has no lock that could guard it
//! check: FIELD/guard-final @ 4
class Clock {
    @GuardedBy("itself") int ticks;
}
