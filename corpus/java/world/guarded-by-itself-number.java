//! A number that is said to guard itself is guarded by what nobody holds
//! option: --profile guarded-by
//! check: EXP REF/guard-held @ 7
class Clock {
    @GuardedBy("itself") int ticks;

    int now() { return ticks; }
}
