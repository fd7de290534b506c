//! Why a premise has no counterexample, where that is understood.

/// Why a premise has no counterexample, where that is understood.
const WHY: &[(&str, &str)] = &[
    ("PROG/class-once", "there is no program: with two classes of one name a program cannot run"),
    ("PROG/fields-once", "there is no program: with two fields of one name in a class a program cannot run"),
    ("PROG/methods-once", "there is no program: with two methods of one name in a class a program cannot run"),
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
    (
        "CLASS3/super-type (finality)",
        "masked: guards and requires sets of the superclass then name a path that is not final, and EXP SYNC/lock-final and METHOD/requires-final let nothing into a lock set that is not final; so no access to what they guard checks",
    ),
    ("CLASS3/super-type (subtype)", "masked: as for TYPE C/arg-type"),
    (
        "CLASS3/super-type (rest)",
        "masked: with an unknown superclass, or another number of locks for it, a program cannot run; what is left is a lock that is no object or has no such field, and EXP SYNC/lock-final lets none into a lock set",
    ),
    ("LOCAL CLASS/super-type (finality)", "masked: as for CLASS3/super-type (finality)"),
    ("LOCAL CLASS/super-type (subtype)", "masked: as for CLASS3/super-type (subtype)"),
    ("LOCAL CLASS/super-type (rest)", "masked: as for CLASS3/super-type (rest)"),
    (
        "TYPE C/arg-final (subtype)",
        "implied: what fails there is the type of a field on the path, FIELD/type asks for that where the field is declared, and TYPE C/arg-type for what is put in for the ghosts of its class",
    ),
    (
        "TYPE C/arg-final (rest)",
        "masked: a lock that is no path, no object or no field is held nowhere, by EXP SYNC/lock-final, so no access to what it guards checks; and no declared type is that of such a value, so it goes nowhere else",
    ),
    (
        "EXP INVOKE/args (scope)",
        "implied: ENV X/type asks for the type of the parameter where the method is declared, and what is put in for its variables is in scope at the call",
    ),
    (
        "EXP INVOKE/args (finality)",
        "masked: no value but null has the type that is needed then, since EXP NEW/type, EXP REF/type and EXP INVOKE/type ask for the types of values",
    ),
    (
        "EXP INVOKE/args (subtype)",
        "implied: ENV X/type asks for the type of the parameter where the method is declared; what is put in for a parameter before it has that one's type, by this premise's part `rest`, and what is put in for ghosts theirs, by TYPE C/arg-type",
    ),
    (
        "EXP SYNC/lock-final (scope)",
        "there is no program: the lock is code, and with a variable that is not in scope it cannot run",
    ),
    ("EXP SYNC/lock-final (subtype)", "implied: as for TYPE C/arg-final (subtype)"),
    ("EXP HOLDS/lock-final", "outside the theorem: `holds` is an escape (section 7)"),
];

/// Whether there is nothing to look for: programs without the premise cannot run, or are outside the theorem.
pub fn outside(name: &str) -> bool {
    ["PROG/class-once", "PROG/fields-once", "PROG/methods-once", "EXP HOLDS/lock-final"].contains(&name)
}

/// The same for ConcurrentJava.
const WHY_CONCURRENT_JAVA: &[(&str, &str)] = &[
    ("PROG/class-once", "there is no program: with two classes of one name a program cannot run"),
    ("PROG/fields-once", "there is no program: with two fields of one name in a class a program cannot run"),
    ("PROG/methods-once", "there is no program: with two methods of one name in a class a program cannot run"),
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

/// The reason, as far as it is understood; of a part without one of its own, that of the whole premise.
pub fn why(system: &str, name: &str) -> Option<&'static str> {
    let whole = name.split(" (").next().unwrap_or(name);
    let table = match system {
        "concurrent-java" => WHY_CONCURRENT_JAVA,
        "atomicity" => WHY_ATOMICITY,
        _ => WHY,
    };
    let of = |name| table.iter().find(|(known, _)| *known == name).map(|(_, why)| *why);
    of(name).or_else(|| of(whole))
}
