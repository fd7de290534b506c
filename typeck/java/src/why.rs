//! Causes in forms of the dialect of Java, as data.

use racefree_grammar::ast::{ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;
use racefree_program::SuperProblem;
use racefree_typeck::error::{Cause, Lacking, Missing, Why};
use racefree_typeck::types::{ClassId, Ty};
use std::rc::Rc;

/// Cause of an error in a form of the dialect of Java.
#[derive(Clone, Debug)]
pub(crate) enum JavaWhy {
    /// A further supertype is no interface, or unknown.
    Supertype(TypeId, SuperProblem),
    /// A class inherits two fields of a name, the first from an interface.
    FieldTwice(u32, u32),
    /// A supertype is reached on two ways, as two types.
    SupertypeTwice(Ty, Ty),
    /// A variable that is assigned is named as a lock.
    LockIsVar {
        name: Name,
        declared: Span,
    },
    /// A variable that is assigned is free in a fork.
    CapturedVar {
        name: Name,
        declared: Span,
    },
    /// A variable is assigned that is not declared with `var`.
    NotVar {
        name: Name,
        declared: Span,
    },
    /// The locks that a constructor requires are not all held.
    ConstructorNotHeld(Box<Lacking>),
    NoConstructor {
        class: ClassId,
        name: Name,
    },
    /// A constructor calls none of the class above, which needs one to be called.
    NoSuperCalled,
    /// A final field is assigned in a constructor when it may have named a lock.
    FinalAgain(u32),
    /// A final field is assigned in a constructor when another thread may have the object.
    FinalLate(u32),
    /// `super(…)` or `this(…)` outside of a constructor.
    OutsideConstructor,
    CastLocal {
        found: Ty,
        wanted: Ty,
    },
    CastGhosts {
        found: Ty,
        wanted: Ty,
    },
    /// An object is thrown at a shared type, and caught as one of a thread-local class.
    CaughtAsOwn {
        caught: ClassId,
        clause: Span,
    },
    CatchGhosts(Ty),
    LocalElements(Ty),
    /// The explicit lock of an object is taken as a monitor.
    ExplicitAsMonitor(Path),
    ArrayGuard(Path),
    /// An index or a length is no int.
    NotInt {
        what: &'static str,
        expr: ExprId,
        ty: Ty,
    },
    NotArray {
        expr: ExprId,
        ty: Ty,
    },
    NoLabel(Name),
    /// An exit has a value and its label none, or the other way round.
    ExitValue {
        label: Name,
        wanted: bool,
    },
    ThrowsNoObject {
        expr: ExprId,
        ty: Ty,
    },
    ElementNotHeld {
        access: ExprId,
        array: ExprId,
        missing: Missing,
        write: bool,
    },
}

impl JavaWhy {
    /// As a cause.
    pub(crate) fn cause(self) -> Box<Cause> {
        Why::Of(Rc::new(self)).cause()
    }

    /// As a cause, by a premise of a judgment that was asked for.
    pub(crate) fn by(self, premise: PremiseId) -> Box<Cause> {
        Why::Of(Rc::new(self)).by(premise)
    }
}
