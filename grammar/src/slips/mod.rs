//! The usual slips: what those write that know Java, or are new to the language. Each is recognised by the tokens
//! around the place where the parser stopped, and is called by its name, with what to write instead.

pub(crate) mod characters;
pub(crate) mod checked;
pub(crate) mod classes;
pub(crate) mod constructors;
mod declarations;
mod expressions;
pub(crate) mod java;
pub(crate) mod library;
mod members;
mod operators;
mod returns;
mod statements;
pub(crate) mod threads;
pub(crate) mod variables;

use crate::site::{PieceKind, Site};
use crate::words::Explained;

/// A recogniser: looks at one sort of slip.
type Recogniser = fn(&Site<'_>) -> Option<Explained>;

/// Recognisers for class heads, in the order in which they are tried.
const HEAD: &[Recogniser] =
    &[java::word, classes::owners, classes::ghost, classes::superclass, classes::thread_local, classes::misspelt];

/// Recognisers for members.
const MEMBER: &[Recogniser] = &[
    java::word,
    classes::owners,
    classes::misspelt,
    classes::thread_local,
    statements::lock_word,
    members::atomicity,
    members::block,
    members::clause,
    members::modifiers,
    members::untyped,
    members::parameter,
    statements::unopened,
    statements::compared_initialiser,
];

/// Recognisers for statements, and for the initialisers of fields.
const EXPRESSION: &[Recogniser] = &[
    expressions::function,
    threads::new_thread,
    threads::method_of_thread,
    threads::fork_word,
    java::word,
    classes::owners,
    statements::lock_word,
    statements::else_word,
    classes::thread_local,
    classes::type_argument,
    expressions::number,
    operators::foreign_operator,
    operators::increment,
    operators::compound_assignment,
    declarations::several,
    statements::several_locks,
    statements::missing_in,
    declarations::untyped_let,
    declarations::final_variable,
    statements::typed_argument,
    expressions::cast,
    declarations::local_declaration,
    expressions::new_arguments,
    classes::misspelt,
    expressions::call_without_receiver,
    expressions::bracketed,
    statements::otherwise,
    statements::condition,
    statements::open_condition,
    expressions::unclosed,
    expressions::closes_nothing,
    expressions::reserved,
    statements::empty_body,
    statements::missing_semicolon,
];

/// The slip at a site, if it is one of those that have a name.
pub(crate) fn recognise(site: &Site<'_>) -> Option<Explained> {
    let mut slips = match site.kind {
        PieceKind::Head => HEAD.iter().chain(&[]),
        PieceKind::Member => MEMBER.iter().chain(EXPRESSION),
        PieceKind::Statement => EXPRESSION.iter().chain(&[]),
    };
    slips.find_map(|slip| slip(site))
}
