//! Why a premise has no counterexample, where that is understood.

/// Reasons in every system.
const WHY_EVERYWHERE: &[(&str, &str)] = &[
    ("PROG/class-once", "there is no program: with two classes of one name a program cannot run"),
    ("PROG/fields-once", "there is no program: with two fields of one name in a class a program cannot run"),
    ("PROG/methods-once", "there is no program: with two methods of one name in a class a program cannot run"),
];

/// Why a premise has no counterexample, where that is understood.
const WHY: &[(&str, &str)] = &[
    (
        "CLASS3/ghost-type",
        "masked: [ENV GHOST] then asks for the same in the environment so far, and for distinct names; what is left is a ghost's type over an earlier ghost, a name that means nothing there, and such a program cannot run",
    ),
    ("LOCAL CLASS/ghost-type", "masked: as for CLASS3/ghost-type"),
    ("ENV GHOST/type", "masked: ghost-type of the class's rule asks for P; ∅ ⊢ t, which implies it"),
    ("ENV GHOST/fresh", "masked: ghost-type of the class's rule asks for distinct ghosts, and E holds nothing else"),
    (
        "ENV X/type",
        "masked: no value but null has an ill-formed type, since EXP NEW/type, EXP REF/type, EXP INVOKE/args and EXP INVOKE/type ask again; a type out of scope cannot run",
    ),
    (
        "TYPE C/arg-type",
        "masked: what is in a ghost is never looked at by code (D4), so its type matters to the names of locks only; such a name is looked up again, and must be final, wherever a lock is taken",
    ),
    (
        "FIELD/type",
        "masked: EXP REF/type and EXP ASSIGN/type ask again at every use of the field, and EXP NEW/type in its initialiser",
    ),
    (
        "FIELD/guard-final",
        "masked: the guard must be in the lock set at every access, and EXP SYNC/lock-final and METHOD/requires-final let nothing into it that is not final",
    ),
    ("METHOD/return-type", "masked: EXP INVOKE/type asks again at every call"),
    (
        "METHOD/requires-final",
        "masked: every call must hold the lock, and EXP SYNC/lock-final lets no lock be held that is not final",
    ),
    (
        "FINAL REF/type",
        "it is there for derivations to be finite: final fields whose types need each other; ghosts are looked up only when they are looked at, so nothing goes wrong",
    ),
    (
        "EXP NEW/type",
        "masked: an object of an ill-formed type can be used only where EXP INVOKE/type, EXP REF/type, ENV X/type ask for its type again, or as a supertype without the ghosts, where no lock is named by them",
    ),
    (
        "EXP REF/type",
        "masked: a value of an ill-formed type goes nowhere: EXP ASSIGN/type, EXP INVOKE/args, ENV X/type and METHOD/return-type ask for the type that is expected",
    ),
    (
        "EXP ASSIGN/type",
        "masked: there is no value of the ill-formed type to assign but null, by EXP NEW/type, EXP REF/type and EXP INVOKE/type",
    ),
    ("EXP INVOKE/type", "masked: as for EXP REF/type"),
    (
        "EXP LET/result",
        "masked: by ENV X/fresh, the name that leaks is not in scope outside, and no variable of the same name can be meant by it",
    ),
    ("EXP HOLDS/lock-final", "outside the theorem: `holds` is an escape (section 7)"),
    // Parts of premises whose other parts have a counterexample.
    (
        "CLASS3/super-type (finality)",
        "masked: a path that is not final is in no lock set, by EXP SYNC/lock-final and METHOD/requires-final, so what the superclass guards by it or requires of it cannot be used; and no variable, field or result has the supertype with it, by TYPE C/arg-final",
    ),
    (
        "CLASS3/super-type (subtype)",
        "masked: as for TYPE C/arg-type: code never looks at what is in a ghost, and where a lock of that name is taken its path is looked up again",
    ),
    (
        "CLASS3/super-type (rest)",
        "masked: what is left is a path through a field that there is not, which is in no lock set, as for the finality part",
    ),
    ("LOCAL CLASS/super-type (finality)", "masked: as for CLASS3/super-type (finality)"),
    ("LOCAL CLASS/super-type (subtype)", "masked: as for CLASS3/super-type (subtype)"),
    ("LOCAL CLASS/super-type (rest)", "masked: as for CLASS3/super-type (rest)"),
    (
        "TYPE C/arg-final (subtype)",
        "implied: an argument that is final fails so only if the type of a field on its path has an argument of a wrong type; FIELD/type rejects that where the field is declared, and substituting what has the right types keeps it right",
    ),
    (
        "TYPE C/arg-final (rest)",
        "masked: a path through a field that there is not, or whose type needs itself, is in no lock set, by EXP SYNC/lock-final and METHOD/requires-final, and denotes nothing that a value could be compared by",
    ),
    (
        "EXP INVOKE/args (scope)",
        "implied: the type of a parameter mentions this, ghosts and parameters, which METHOD/params asks; all of them are substituted, so what is out of scope stands in an argument, where EXP VAR/in-scope fails",
    ),
    (
        "EXP INVOKE/args (finality)",
        "masked: no value but null has a type with a path that is not final, by EXP NEW/type, EXP REF/type, EXP INVOKE/type and ENV X/type",
    ),
    (
        "EXP INVOKE/args (subtype)",
        "implied: by the rest of the premise: if all arguments have the types of their parameters, substituting them keeps those types well formed",
    ),
    (
        "EXP SYNC/lock-final (scope)",
        "there is no program: a lock is code, and with a variable in code that is not in scope a program cannot run",
    ),
    ("EXP SYNC/lock-final (subtype)", "implied: as for TYPE C/arg-final (subtype)"),
];

/// Returns true if a search makes no sense: programs without the premise cannot run, or are outside the theorem.
pub fn outside(name: &str) -> bool {
    ["PROG/class-once", "PROG/fields-once", "PROG/methods-once", "EXP HOLDS/lock-final"].contains(&name)
}

/// The same for ConcurrentJava.
const WHY_CONCURRENT_JAVA: &[(&str, &str)] = &[
    (
        "ENV X/fresh",
        "nothing names a variable but code: no type and no lock set does, and code finds the variable declared last, as the rules do",
    ),
    (
        "null-lock-is-free",
        "what runs without a lock then may race, which is promised of no program; no value is another by that",
    ),
];

/// The same for types for atomicity.
const WHY_ATOMICITY: &[(&str, &str)] = &[
    (
        "ATOM METHOD/declared-final",
        "no thread can hold such a lock: a test of what is no final path counts as both its branches joined (D-A4), where it is declared and where it is called, so nothing relies on it",
    ),
    (
        "five-points",
        "it accepts less: a fork is atomic instead of left, and all operations are monotone, so every block that it accepts is atomic with seven points as well",
    ),
    ("ordered-output", "it accepts less: print is atomic instead of a mover, and all operations are monotone"),
];

/// The same for the system of owners.
const WHY_OWNERS: &[(&str, &str)] = &[
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

/// The reason, as far as it is understood; of a part, that of the whole premise.
pub fn why(system: &str, name: &str) -> Option<&'static str> {
    let whole = name.split(" (").next().unwrap_or(name);
    let table = match system {
        "concurrent-java" => WHY_CONCURRENT_JAVA,
        "atomicity" => WHY_ATOMICITY,
        "owners" => WHY_OWNERS,
        _ => WHY,
    };
    let of = |name: &str| WHY_EVERYWHERE.iter().chain(table).find(|(known, _)| *known == name).map(|(_, why)| *why);
    of(name).or_else(|| of(whole))
}
