//! Causes of premises that do not hold, as data. Their sentences are made in `explain`.

use crate::Atomicity;
use crate::checker::{Claimed, Enclosing};
use crate::tree::Tree;
use racefree_grammar::ast::ExprId;
use racefree_kernel::listener;
use racefree_program::ClassId;

/// A premise that does not hold.
pub(crate) type Failure = listener::Failure<Atomicity>;

/// A judgment's outcome.
pub(crate) type Outcome<T = ()> = listener::Outcome<Atomicity, T>;

/// Kind of error.
#[derive(Clone, Debug)]
pub enum Why {
    /// A thread accesses a field without its guard.
    Unguarded {
        /// The thread's expression.
        body: ExprId,
        /// Part of the program around it.
        within: Enclosing,
    },
    /// A claim does not hold.
    NotAtomic(Box<Claimed>),
    /// An unguarded field of a shared class holds an object of a `thread_local` one.
    UnguardedType(usize, ClassId),
    /// A declared atomicity tests what is no lock.
    NoLock(u32, ExprId),
    /// A method's body is more than the method declares.
    Exceeds {
        /// The method.
        method: u32,
        /// Atomicity of the body.
        is: Tree,
        /// Declared atomicity.
        declared: Tree,
    },
    /// A method is more than one that it overrides declares.
    Breaks {
        /// The method.
        method: u32,
        /// The overridden method.
        over: u32,
        /// Atomicity of the method.
        is: Tree,
        /// Declared atomicity of the overridden method.
        declared: Tree,
    },
    /// The system underneath finds an error that is not tolerated.
    Unchecked,
}

/// A side condition.
pub(crate) fn holds(holds: bool, why: impl FnOnce() -> Why) -> Outcome {
    if holds { Ok(()) } else { Err(Box::new(why())) }
}

impl listener::Cause for Why {
    fn is_reported(&self) -> bool {
        // [ATOM PROG]/checked: the errors of the system underneath are reported as its own.
        matches!(self, Why::Unchecked)
    }
}
