//! Bounds and constructs of enumerated programs: `classes=2 fields=1 locals=2 forks=1 +final +init`.

use racefree_grammar::ast::Dialect;
use racefree_kernel::System;
use std::fmt;
use std::str::FromStr;

/// A signature. The numbers are upper bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Signature {
    /// Classes of a program.
    pub classes: usize,
    /// Ghosts of a class.
    pub ghosts: usize,
    /// Formal owners of a class, which has at least one; none in programs of the base. Any owner may stand for each.
    pub formals: usize,
    /// Fields of a class.
    pub fields: usize,
    /// Methods of a class.
    pub methods: usize,
    /// Parameters of a method.
    pub params: usize,
    /// Locks of a requires clause.
    pub requires: usize,
    /// Variables bound by `let` around one another.
    pub locals: usize,
    /// Forks of a body.
    pub forks: usize,
    /// Field steps of a lock.
    pub path: usize,
    /// `final` fields.
    pub finals: bool,
    /// Guarded fields.
    pub guards: bool,
    /// Fields with initialisers.
    pub init: bool,
    /// Superclasses other than Object.
    pub inherit: bool,
    /// `thread_local` classes.
    pub local: bool,
    /// Fields, variables and ghosts of type Object, and `new Object`.
    pub object: bool,
    /// Fields of type int.
    pub int: bool,
    /// `null`
    pub null: bool,
    /// Variables may have a superclass of their value's class as their type.
    pub upcast: bool,
    /// A ghost's type may mention the ghosts before it.
    pub dependent: bool,
    /// Ghost arguments may be of any class.
    pub mistyped: bool,
    /// `(let t x = B in V)` as a V.
    pub nested: bool,
    /// Any V as an R.
    pub values: bool,
    /// `x--` and `V.f--` as a V.
    pub moves: bool,
    /// `where f != self`
    pub clauses: bool,
    /// Clauses `reads`.
    pub reads: bool,
    /// A formal owner of its own for a method with parameters.
    pub polymorphic: bool,
    /// Owners `f$p`.
    pub qualified: bool,
}

/// Signatures by name, with their purpose.
pub const PRESETS: [(&str, &str, &str); 8] = [
    ("locks", "one class, its objects are locks", "classes=1 fields=1 locals=2 forks=2 +guards +int +null"),
    (
        "paths",
        "locks named by final fields",
        "classes=1 fields=2 locals=1 forks=1 path=1 +guards +int +final +init +object",
    ),
    ("ghosts", "locks named by ghosts", "classes=1 ghosts=1 fields=1 locals=2 forks=1 +guards +int +object"),
    (
        "methods",
        "requires clauses and parameters",
        "classes=1 fields=1 methods=1 params=1 requires=1 locals=1 forks=1 +guards +int",
    ),
    ("local", "thread-local classes", "classes=2 fields=1 locals=1 forks=1 +guards +int +inherit +local +upcast"),
    ("owners", "who owns each object", "classes=1 fields=1 formals=1 locals=2 forks=1 +guards +int"),
    ("moves", "unique objects, moved and taken", "classes=2 fields=1 formals=1 locals=2 forks=1 +guards +int +moves"),
    (
        "all",
        "a little of everything",
        "classes=2 ghosts=1 fields=2 methods=1 params=1 requires=1 locals=2 forks=2 path=1 +guards +int +final +init +inherit \
         +local +object +null +upcast",
    ),
];

impl Signature {
    /// Restriction to the programs of a system: ghosts in the base's dialect, formal owners in that of owners, and
    /// without race annotations neither, nor guards and all that goes with them.
    #[must_use]
    pub fn within(self, system: &dyn System) -> Signature {
        if system.dialect() == Dialect::Owners {
            let formals = self.formals.max(self.ghosts).max(1);
            return Signature { ghosts: 0, formals, local: false, dependent: false, mistyped: false, ..self };
        }
        let base = Signature {
            formals: 0,
            moves: false,
            clauses: false,
            reads: false,
            polymorphic: false,
            qualified: false,
            ..self
        };
        if system.has_annotations() {
            return base;
        }
        Signature { ghosts: 0, requires: 0, guards: false, local: false, dependent: false, mistyped: false, ..base }
    }

    /// Dialect of the programs.
    pub(super) fn dialect(&self) -> Dialect {
        if self.formals > 0 { Dialect::Owners } else { Dialect::Base }
    }

    fn numbers(&mut self) -> [(&'static str, &mut usize); 10] {
        [
            ("classes", &mut self.classes),
            ("ghosts", &mut self.ghosts),
            ("formals", &mut self.formals),
            ("fields", &mut self.fields),
            ("methods", &mut self.methods),
            ("params", &mut self.params),
            ("requires", &mut self.requires),
            ("locals", &mut self.locals),
            ("forks", &mut self.forks),
            ("path", &mut self.path),
        ]
    }

    fn flags(&mut self) -> [(&'static str, &mut bool); 18] {
        [
            ("final", &mut self.finals),
            ("guards", &mut self.guards),
            ("init", &mut self.init),
            ("inherit", &mut self.inherit),
            ("local", &mut self.local),
            ("object", &mut self.object),
            ("int", &mut self.int),
            ("null", &mut self.null),
            ("upcast", &mut self.upcast),
            ("dependent", &mut self.dependent),
            ("mistyped", &mut self.mistyped),
            ("nested", &mut self.nested),
            ("values", &mut self.values),
            ("moves", &mut self.moves),
            ("where", &mut self.clauses),
            ("reads", &mut self.reads),
            ("polymorphic", &mut self.polymorphic),
            ("qualified", &mut self.qualified),
        ]
    }
}

/// The most of anything: names are numbered in a byte.
const MOST: usize = 8;

impl FromStr for Signature {
    type Err = String;

    fn from_str(text: &str) -> Result<Signature, String> {
        if let Some((_, _, written)) = PRESETS.iter().find(|(name, _, _)| *name == text.trim()) {
            return written.parse();
        }
        let mut signature = Signature::default();
        for word in text.split_whitespace() {
            if let Some(flag) = word.strip_prefix('+') {
                let mut flags = signature.flags();
                let Some((_, set)) = flags.iter_mut().find(|(name, _)| *name == flag) else {
                    let names = flags.map(|(name, _)| format!("+{name}"));
                    return Err(format!("there is no `{word}` in signatures; there are {}", names.join(", ")));
                };
                **set = true;
                continue;
            }
            let number = word.split_once('=').and_then(|(name, n)| Some((name, n.parse::<usize>().ok()?)));
            let mut numbers = signature.numbers();
            let found = number.and_then(|(name, n)| Some((numbers.iter_mut().find(|(m, _)| *m == name)?, n)));
            match found {
                Some(((_, set), n)) if n <= MOST => **set = n,
                Some(_) => return Err(format!("`{word}`: at most {MOST}")),
                None => {
                    let presets = PRESETS.map(|p| p.0).join(", ");
                    let names = numbers.map(|(name, _)| format!("{name}=N")).join(", ");
                    return Err(format!(
                        "`{word}` is no signature ({presets}) and no part of one ({names}, and flags such as +guards)"
                    ));
                }
            }
        }
        if signature.classes == 0 {
            return Err("a signature has at least classes=1".to_owned());
        }
        Ok(signature)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut copy = *self;
        let numbers = copy.numbers().into_iter().filter(|(_, n)| **n > 0).map(|(name, n)| format!("{name}={n}"));
        let mut words: Vec<String> = numbers.collect();
        words.extend(copy.flags().into_iter().filter(|(_, set)| **set).map(|(name, _)| format!("+{name}")));
        f.write_str(&words.join(" "))
    }
}
