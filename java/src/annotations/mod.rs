//! Annotations of Java source (Java specification, section 3): comments `/*# … */` and `//# …`, and the `@GuardedBy` family by simple name.
//!
//! | module | contents |
//! | --- | --- |
//! | `comment` | the syntax inside an annotation comment |
//! | `modifier` | the annotations that Java itself has a syntax for |
//! | `place` | where each may stand |
//!
//! Nothing is resolved here: a lock is the text of a path with its place.

mod comment;
mod modifier;
mod place;

pub use comment::{is_annotation, is_directive, read_comment};
pub use modifier::{Argument, is_unread, read_modifier};
pub use place::Place;

use racefree_grammar::Span;

/// An annotation, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Meaning.
    pub clause: Clause,
    /// From its keyword or brace to its end; of a Java annotation, all of it.
    pub span: Span,
    /// Notation that it is in.
    pub notation: Notation,
}

/// The two notations of annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `/*# … */`, `//# …`
    Comment,
    /// `@GuardedBy("l")` and its like.
    Modifier,
}

/// Word for the monitor of an object that is an explicit lock too: `synchronized(this.lock)`, where `this.lock` means its `lock()`.
pub(crate) const MONITOR: &str = "synchronized";

/// Lock expression as text: a path `x.f.g`, `C.this.f`, `C.class`, `itself`, `m()`, or the monitor of one, `synchronized(x.f)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockText {
    /// The path without blanks.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// `ghost T x`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostText {
    /// Name of the class `T`.
    pub ty: String,
    /// `x`
    pub name: String,
    /// Place of the whole.
    pub span: Span,
}

/// Meaning of an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// `guarded_by l,…`: all of them are needed.
    GuardedBy(Vec<LockText>),
    /// `requires l,…`: held on entry.
    Requires(Vec<LockText>),
    /// `{ghost T x, …}`
    Ghosts(Vec<GhostText>),
    /// `{l, …}` after the name of a type.
    Arguments(Vec<LockText>),
    /// `elems_guarded_by l,…`
    Elements(Vec<LockText>),
    /// `thread_local`
    ThreadLocal,
    /// `thread_shared`
    ThreadShared,
    /// `@Immutable`: shared, with final fields alone.
    Immutable,
    /// `readonly`
    Readonly,
    /// `holds l,…`
    Holds(Vec<LockText>),
    /// `no_warn KIND,…`; no kind means every kind.
    NoWarn(Vec<String>),
    /// `atomic`: claimed to be as if uninterrupted.
    Atomic,
    /// `forks`
    Forks,
    /// `immediate`
    Immediate,
}

impl Clause {
    /// Keyword of the clause, as messages and counts name it.
    pub fn word(&self) -> &'static str {
        match self {
            Clause::GuardedBy(_) => "guarded_by",
            Clause::Requires(_) => "requires",
            Clause::Ghosts(_) => "class_parameters",
            Clause::Arguments(_) => "class_arguments",
            Clause::Elements(_) => "elems_guarded_by",
            Clause::ThreadLocal => "thread_local",
            Clause::ThreadShared => "thread_shared",
            Clause::Immutable => "immutable",
            Clause::Readonly => "readonly",
            Clause::Holds(_) => "holds",
            Clause::NoWarn(_) => "no_warn",
            Clause::Atomic => "atomic",
            Clause::Forks => "forks",
            Clause::Immediate => "immediate",
        }
    }
}

/// Error in an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Its place.
    pub span: Span,
    /// A sentence without its full stop.
    pub message: String,
}
