//! Annotations in Java's own notation, known by simple name from any package.

use super::comment::{kinds_of, read_lock};
use super::{Annotation, Clause, Misread, Notation, Place};
use racefree_grammar::Span;

/// String that an annotation was given, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Contents of the literal.
    pub text: String,
    /// Offset of the first character behind the quote.
    pub at: u32,
}

/// Reads a Java annotation of that simple name (`GuardedBy`) on a declaration of some sort; none if it is not about locks and threads.
pub fn read_modifier(name: &str, arguments: &[Argument], span: Span, on: Place) -> (Option<Annotation>, Vec<Misread>) {
    let mut wrong = Vec::new();
    let mut locks = || {
        let mut found = Vec::new();
        for argument in arguments {
            match read_lock(&argument.text, argument.at) {
                Ok(lock) => found.push(lock),
                Err(misread) => wrong.push(misread),
            }
        }
        if arguments.is_empty() {
            wrong.push(Misread { span, message: format!("`@{name}` names no lock") });
        }
        found
    };
    let clause = match name {
        "GuardedBy" if on == Place::Method => Clause::Requires(locks()),
        "GuardedBy" => Clause::GuardedBy(locks()),
        "Holding" => Clause::Requires(locks()),
        "ThreadSafe" => Clause::ThreadShared,
        "NotThreadSafe" => Clause::ThreadLocal,
        "ThreadConfined" if on == Place::Class => Clause::ThreadLocal,
        "Immutable" => Clause::Immutable,
        "Atomic" if on == Place::Method => Clause::Atomic,
        "SuppressWarnings" => match suppressed(arguments) {
            Some(kinds) => Clause::NoWarn(kinds),
            None => return (None, wrong),
        },
        _ => return (None, wrong),
    };
    let empty = matches!(&clause, Clause::GuardedBy(locks) | Clause::Requires(locks) if locks.is_empty());
    let annotation = (!empty).then_some(Annotation { clause, span, notation: Notation::Modifier });
    (annotation, wrong)
}

/// True for an annotation of another tool about threads or locks, or about who may call a method, that is not read.
pub fn is_unread(name: &str, on: Place) -> bool {
    let of_threads = ["UiThread", "MainThread", "WorkerThread", "BinderThread", "AnyThread"];
    let of_locks = ["LockMethod", "UnlockMethod", "VisibleForTesting"];
    of_threads.contains(&name) || of_locks.contains(&name) || (name == "ThreadConfined" && on != Place::Class)
}

/// Kinds that `@SuppressWarnings` silences: all for `GuardedBy` and `racefree`; none if it is about warnings of other tools. A kind is
/// written with this tool's name before it, or as `RULE/premise`.
fn suppressed(arguments: &[Argument]) -> Option<Vec<String>> {
    let mut kinds = Vec::new();
    for Argument { text, .. } in arguments {
        match text.trim() {
            "GuardedBy" | "racefree" => return Some(Vec::new()),
            kind => match kind.strip_prefix("racefree:") {
                Some(kind) => kinds.extend(kinds_of(kind)),
                None if kind.contains('/') || crate::kinds::is_kind(kind) => kinds.extend(kinds_of(kind)),
                None => {}
            },
        }
    }
    (!kinds.is_empty()).then_some(kinds)
}
