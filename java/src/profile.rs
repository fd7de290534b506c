//! Profiles: named sets of options (Java specification, section 6), as data.

/// Treatment of constructors; each but the first is a reading of the rules (docs/java-calculus.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Constructors {
    /// A constructor holds what it builds as long as nobody else can have it.
    #[default]
    Fresh,
    /// It holds the lock of what it builds (`CONSTRUCTOR_HOLDS_LOCK`): rccjava's `-constructor_holds_lock`.
    Lock,
    /// It is a method as any other (`NOT_FRESH`).
    Unaided,
    /// Its accesses of fields of its own class are not checked (`CONSTRUCTORS_UNCHECKED`).
    Unchecked,
}

/// Options by name: those of the elaboration, and premises and readings of the rules that are switched.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Name of the profile.
    pub name: &'static str,
    /// Purpose, in a sentence.
    pub about: &'static str,
    /// Treatment of constructors.
    pub constructors: Constructors,
    /// Premises switched off, as `--off` takes them.
    pub off: &'static [&'static str],
    /// Only what is annotated is checked: locks are compared as text and need not be final; a read lock is enough for writes.
    pub only_annotated: bool,
    /// Errors about a declaration stand at its first modifier or annotation, and not at its name.
    pub at_modifiers: bool,
    /// Sharing of a class that says nothing is guessed by its annotations alone, and not by the locks that its code takes, or by its fields.
    pub guesses_as_paper: bool,
}

/// All profiles; the first is the one in force if none is named.
pub const PROFILES: &[Profile] = &[
    Profile {
        name: "racefree",
        about: "every rule",
        constructors: Constructors::Fresh,
        off: &[],
        only_annotated: false,
        at_modifiers: false,
        guesses_as_paper: false,
    },
    Profile {
        name: "rccjava",
        about: "the checker of section 6 of the paper: no aid for constructors, captured state unchecked",
        constructors: Constructors::Unaided,
        off: &[
            "EXP FORK2/fv-shared",
            "EXP REF/type",
            "EXP ASSIGN/type",
            "EXP INVOKE/type",
            "EXP THROW/local",
            "SUBTYPE ARRAY/elem-shared",
        ],
        only_annotated: false,
        at_modifiers: true,
        guesses_as_paper: true,
    },
    Profile {
        name: "guarded-by",
        about: "code that has nothing but @GuardedBy: what is annotated is checked, and nothing else",
        constructors: Constructors::Unchecked,
        off: &[
            "SHAREABLE/guarded-or-final",
            "SHAREABLE GUARDED FIELD/field-type",
            "SHAREABLE FINAL FIELD/field-type",
            "SHAREABLE VOLATILE FIELD/field-type",
            "CLASS3/super-shared",
            "LOCAL CLASS/override",
            "EXP FORK2/fv-shared",
            "PROG/override-requires",
            "PROG/override-type",
            "EXP SYNC/lock-final",
            "EXP LOCKED/lock-final",
            "FIELD/guard-final",
            "METHOD/requires-final",
            "EXP CAST/local",
            "EXP THROW/local",
            "SUBTYPE ARRAY/elem-shared",
        ],
        only_annotated: true,
        at_modifiers: false,
        guesses_as_paper: false,
    },
];

/// The profile of a name.
///
/// # Errors
///
/// A sentence, if there is none.
pub fn find(name: &str) -> Result<&'static Profile, String> {
    PROFILES.iter().find(|profile| profile.name == name).ok_or_else(|| {
        let names: Vec<_> = PROFILES.iter().map(|profile| profile.name).collect();
        format!("there is no profile `{name}`; there are: {}", names.join(", "))
    })
}
