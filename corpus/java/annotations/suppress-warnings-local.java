//! Errors silenced in the declaration of a local variable
//! check: EXP REF/guard-held @ 9
class Meter {
    int pulses /*# guarded_by this */;

    int about() {
        @SuppressWarnings("GuardedBy")
        int seen = pulses;
        return seen + pulses;
    }
}
