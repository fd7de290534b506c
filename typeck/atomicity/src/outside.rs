//! Knowledge of a program besides its text: of the code outside of it, and of the places of another language that it was made from.

use racefree_grammar::ast::Basic;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Action of code that the program does not declare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// It is known to be this.
    Is(Basic),
    /// It takes the explicit lock of its first operand, or of the read lock that that is.
    Takes,
    /// It gives that lock back.
    Gives,
    /// Nothing is known of it: it is assumed to be one step that touches no field of the program.
    Assumed,
}

/// Knowledge of a program besides its text. By default it is a program of its own, and nothing is known of code outside.
#[derive(Default)]
pub struct Setting<'k> {
    /// Calls of code outside, by place. What is no call is a value.
    pub calls: FxHashMap<Span, Act>,
    /// Methods whose bodies are outside, by their numbers.
    pub methods: FxHashMap<u32, Act>,
    /// The calls that take explicit locks and give them back are among those: a `locked l in e` takes none itself.
    pub has_lock_calls: bool,
    /// Errors of the system underneath that are taken on trust, by premise and place.
    pub trusted: FxHashSet<(PremiseId, Span)>,
    /// Returns true for a place that runs while there is one thread.
    pub is_alone: Option<&'k dyn Fn(Span) -> bool>,
    /// A place in words; by default line and column of the text.
    pub place: Option<&'k dyn Fn(Span) -> String>,
    /// The name of a method by its number; by default that of its class, and its own.
    pub method: Option<&'k dyn Fn(u32) -> String>,
}

impl Setting<'_> {
    /// Returns true for a place that runs while there is one thread.
    pub(crate) fn is_alone(&self, at: Span) -> bool {
        self.is_alone.is_some_and(|is_alone| is_alone(at))
    }
}
