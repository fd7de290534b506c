//! Why a premise of the system of owners has no program that goes wrong without it, as far as that is understood.

/// Reasons by `RULE/premise`.
const WHY: &[(&str, &str)] = &[
    ("PROG/class-once", "there is no program: with two classes of one name a program cannot run"),
    ("PROG/fields-once", "there is no program: with two fields of one name in a class a program cannot run"),
    ("PROG/methods-once", "there is no program: with two methods of one name in a class a program cannot run"),
    (
        "CLASS/super-owner",
        "redundant for races: fields are guarded one by one, by what the formals of the class that declares them stand for, wherever the object is seen from",
    ),
    (
        "EXP MOVE/unique",
        "redundant for races: a variable that is moved is used no more, which takes nothing from what may be used",
    ),
    (
        "ENV X/type",
        "masked: a value of the type comes from where its type is asked for; one that is null has no fields",
    ),
    ("FIELD/type", "masked: EXP REF/type, EXP TAKE/type and EXP ASSIGN/type ask again wherever the field is used"),
    (
        "LOCK/owner",
        "masked: no lock set has a lock that means nothing, so that what it guards is not accessed, and no call meets the clause",
    ),
    ("LOCK/qualified", "masked: a formal alone is in no lock set but where it is one lock, whatever qualifies it"),
    ("CLASS/formals", "masked: a formal that is declared twice means the first of its owners, wherever it is used"),
    ("TYPE C/owner", "masked: as for LOCK/owner; what an owner guards that means nothing is not accessed"),
    ("OWNER FORMAL/in-scope", "masked: no lock set has a formal that is not in scope"),
    ("OWNER QUALIFIED/in-scope", "masked: as for OWNER FORMAL/in-scope; a call can only hand it on"),
    ("OWNER QUALIFIED/final", "masked: EXP SYNC/lock-final lets no path be locked that is not final"),
    ("OWNER FINAL/final", "masked: EXP SYNC/lock-final lets no path be locked that is not final"),
    ("METHOD/this-type", "masked: EXP INVOKE/receiver-owners asks that every receiver is of the type"),
    (
        "EXP NEW/type",
        "masked: a new object of a type that is not well formed is bound, stored or passed nowhere (ENV X/type, FIELD/type), and by itself it is its thread's",
    ),
    (
        "EXP REF/type",
        "masked: a value of a type that is not well formed goes nowhere (ENV X/type, EXP INVOKE/args); in place, what is reached through it is held by who holds the receiver",
    ),
    (
        "EXP ASSIGN/type",
        "masked: there is no value of the type to assign but null, by EXP NEW/type, EXP REF/type and EXP INVOKE/type",
    ),
    ("EXP TAKE/type", "masked: as for EXP REF/type"),
    ("EXP INVOKE/type", "masked: as for EXP REF/type"),
    ("METHOD/return-type", "masked: EXP INVOKE/type asks again at every call"),
    ("METHOD/requires", "masked: every call must hold the lock, and nothing lets a lock be held that means nothing"),
    (
        "METHOD/bound",
        "masked: a formal that no argument tells stands for thisThread, which no other thread's object has",
    ),
    (
        "FINAL REF/type",
        "it is there for derivations to be finite: final fields whose types need each other; nothing goes wrong",
    ),
    ("EXP HOLDS/lock-final", "outside the theorem: `holds` is an escape (section 7 of the calculus)"),
];

/// The reason.
pub(super) fn why(name: &str) -> Option<&'static str> {
    WHY.iter().find(|(known, _)| *known == name).map(|(_, why)| *why)
}
