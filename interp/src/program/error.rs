//! Why a program cannot run: errors of scope, arity and class hierarchy (calculus, section 8).

use racefree_grammar::span::Span;

/// The kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// A variable or a class that is not there.
    Scope,
    /// A wrong number of arguments or ghost arguments.
    Arity,
    /// The classes do not form a hierarchy, or a class has a member twice.
    Hierarchy,
    /// An open program.
    NoMain,
    /// Larger than the machine can number, or not made by the grammar.
    Form,
}

/// An error for which a program cannot run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotRun {
    /// What sort of error.
    pub kind: Kind,
    /// The rule and premise of section 5 that it breaks, if there is one.
    pub rule: &'static str,
    /// A sentence without its full stop.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl CannotRun {
    pub(crate) fn new(kind: Kind, rule: &'static str, message: impl Into<String>, span: Span) -> CannotRun {
        CannotRun { kind, rule, message: message.into(), span }
    }
}

impl std::fmt::Display for CannotRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CannotRun {}
