//! Enum: constants are static final fields
//! check: EXP ASSIGN/guard-held @ 12, EXP REF/guard-held @ 12
enum Level {
    LOW(1), HIGH(2);

    private final int rank;
    int uses /*# guarded_by this */;

    Level(int rank) { this.rank = rank; }

    int rank() { return rank; }
    void used() { uses++; }

    static Level of(int x) { return x > 1 ? HIGH : LOW; }
}
