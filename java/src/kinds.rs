//! Kinds of errors as rccjava named them (Java specification, section 6): the rules and premises of each, as data.

/// A kind of rccjava's, and the premises that are of it.
#[derive(Clone, Copy, Debug)]
pub struct ErrorKind {
    /// Name of the kind, as rccjava writes it.
    pub name: &'static str,
    /// `RULE/premise` of each.
    pub premises: &'static [&'static str],
}

/// All of them. A premise of several kinds is told apart by the declaration that it is about: [`java_kind`].
pub const KINDS: &[ErrorKind] = &[
    ErrorKind {
        name: "Race",
        premises: &[
            "EXP REF/guard-held",
            "EXP ASSIGN/guard-held",
            "EXP INVOKE/requires-held",
            "EXP NEW/requires-held",
            "EXP DELEGATE/requires-held",
        ],
    },
    ErrorKind {
        name: "ConstantLocks",
        premises: &[
            "FIELD/guard-final",
            "METHOD/requires-final",
            "CONSTRUCTOR/requires-final",
            "TYPE ARRAY/guard-final",
            "EXP SYNC/lock-final",
            "EXP LOCKED/lock-final",
            "TYPE C/arg-final",
            "EXP HOLDS/lock-final",
            "JAVA ANNOTATION/resolved",
        ],
    },
    ErrorKind { name: "Super", premises: &["PROG/override-requires"] },
    ErrorKind { name: "Override", premises: &["LOCAL CLASS/override"] },
    ErrorKind { name: "SharedField", premises: &["SHAREABLE/guarded-or-final"] },
    ErrorKind { name: "StaticField", premises: &["SHAREABLE/guarded-or-final"] },
    ErrorKind {
        name: "SharedArray",
        premises: &[
            "SHAREABLE GUARDED FIELD/field-type",
            "SHAREABLE FINAL FIELD/field-type",
            "SHAREABLE VOLATILE FIELD/field-type",
        ],
    },
    ErrorKind {
        name: "ThreadLocal",
        premises: &[
            "CLASS3/super-shared",
            "SHAREABLE GUARDED FIELD/field-type",
            "SHAREABLE FINAL FIELD/field-type",
            "SHAREABLE VOLATILE FIELD/field-type",
            "EXP FORK2/fv-shared",
            "JAVA ANNOTATION/sharing",
        ],
    },
    ErrorKind { name: "ReadOnly", premises: &["EXP ASSIGN/not-final", "JAVA ANNOTATION/immutable"] },
    ErrorKind { name: "Modifiers", premises: &["JAVA ANNOTATION/place"] },
    ErrorKind { name: "BadCast", premises: &["EXP CAST/local", "EXP CAST/ghost-args"] },
];

/// A premise that the elaboration itself looks at.
#[derive(Clone, Copy, Debug)]
pub struct OwnPremise {
    /// The rule that it is of.
    pub rule: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The premise.
    pub statement: &'static str,
    /// Purpose of the premise.
    pub why: &'static str,
}

/// The rules of the premises that the elaboration itself looks at, with what each concludes.
pub const OWN_RULES: &[(&str, &str)] = &[
    (ANNOTATION, "an annotation of Java source means what it says"),
    (CODE, "the code is Java, and gives back what it takes, as far as that was looked at"),
];

const ANNOTATION: &str = "JAVA ANNOTATION";
const CODE: &str = "JAVA CODE";

const fn own(name: &'static str, statement: &'static str, why: &'static str) -> OwnPremise {
    OwnPremise { rule: ANNOTATION, name, statement, why }
}

const fn of_code(name: &'static str, statement: &'static str, why: &'static str) -> OwnPremise {
    OwnPremise { rule: CODE, name, statement, why }
}

/// Premises of [`OWN_RULES`].
pub const OWN: &[OwnPremise] = &[
    own(
        "syntax",
        "the annotation can be read",
        "An annotation that is not understood would guard nothing, and nobody would know.",
    ),
    own(
        "place",
        "it stands where it means something",
        "At another place it says nothing: whoever wrote it relies on a check that is not made.",
    ),
    own(
        "resolved",
        "each lock in it is a path of names in scope",
        "A guard that names no object can be held by nobody, and by everybody.",
    ),
    own(
        "sharing",
        "no thread is thread-local",
        "The thread that starts it sees the object, and so does the one that it starts.",
    ),
    own(
        "immutable",
        "the fields of an immutable class are final",
        "Others read them without a lock; an assignment would be seen half-way, or never.",
    ),
    own("kept", "a method ends with the locks that it requires", "Its caller goes on as if it held them."),
    own(
        "stub",
        "the member that a stub adds to is there",
        "What is said of a member that does not exist is said of none.",
    ),
    of_code(
        "declared",
        "each name is declared",
        "Nobody knows which field a misspelt name was to read, and no compiler takes the program.",
    ),
    of_code(
        "typed",
        "each value is of the type that is wanted, each method ends with its result, and nothing final is assigned again",
        "No compiler takes the program, so a verdict on it would be about another one.",
    ),
    of_code(
        "meant",
        "the code does not do what nobody can mean: `t.run()` of a thread that nothing starts, `if (b = true)`",
        "The compiler takes it, and the program does something else than its text seems to say.",
    ),
    of_code(
        "given-back",
        "a method that takes an explicit lock gives it back on every way out",
        "Whoever wants the lock next waits for ever.",
    ),
    of_code(
        "monitor-held",
        "`wait` and `notify` are called with the lock of their object",
        "Without it they throw an exception, and nobody is woken.",
    ),
];

/// Returns true for a kind of such a premise, as `no_warn` has it.
pub fn is_own(kind: &str) -> bool {
    OWN_RULES.iter().any(|(rule, _)| kind.starts_with(&premise_kind(rule)))
}

/// The kind of all that rccjava has no other for.
pub const ERROR: &str = "Error";

/// The declaration that an error is about, as far as kinds tell it apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// A static field.
    pub is_static: bool,
    /// A field of an array type.
    pub is_array: bool,
}

/// The kind of an error by its premise, `RULE/premise`.
pub fn java_kind(premise: &str, about: About) -> &'static str {
    let mut kinds = KINDS.iter().filter(|kind| kind.premises.contains(&premise)).map(|kind| kind.name);
    let Some(first) = kinds.next() else { return ERROR };
    let Some(second) = kinds.next() else { return first };
    // Of two kinds the first is that of instances, or of arrays.
    let takes_first = if first == "SharedField" { !about.is_static } else { about.is_array };
    if takes_first { first } else { second }
}

/// A premise as a kind that `no_warn` names: lower case with underscores.
pub fn premise_kind(premise: &str) -> String {
    premise.to_lowercase().replace([' ', '/', '-'], "_")
}

/// The kinds that a word of `no_warn` stands for: those of one of rccjava's, whose name is written in any case with or without
/// underscores, or the word itself.
pub fn expand(word: &str) -> Vec<String> {
    let plain = |text: &str| text.to_lowercase().replace('_', "");
    match KINDS.iter().find(|kind| plain(kind.name) == plain(word)) {
        Some(kind) => kind.premises.iter().map(|premise| premise_kind(premise)).collect(),
        None => vec![word.to_owned()],
    }
}

/// Returns true for the name of a kind of rccjava's.
pub fn is_kind(word: &str) -> bool {
    KINDS.iter().any(|kind| kind.name.eq_ignore_ascii_case(word))
}
