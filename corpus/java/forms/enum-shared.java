//! Enum of shared types is shared: a field that changes needs a guard
//! check: SHAREABLE/guarded-or-final @ 6
enum Level {
    LOW, HIGH;

    int uses;
}
