//! Why judgments do not hold, as data: ids, paths, types and places. The sentences are made from it in `explain`, once an error
//! is shown.

use crate::cx::Cx;
use crate::env::EnvId;
use crate::judgment::{FieldFound, MethodFound, MethodId};
use crate::locks::LocksId;
use crate::rules::{final_ref, final_var, type_c};
use crate::sentences::Sentences;
use crate::terms::Bound;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{BinOp, ExprId, TypeId, UnOp};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::condition::Metavariable;
pub use racefree_kernel::report::{TypeError, Warning};
use racefree_kernel::{Part, PremiseId, listener};
use racefree_program::Problem;
use std::fmt::Debug;
use std::rc::Rc;

/// Place of a rule's application that found an error.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// E
    pub(crate) env: EnvId,
    /// ls
    pub(crate) locks: LocksId,
    /// The method that the expression is in.
    pub(crate) method: Option<u32>,
    /// True in a fork.
    pub(crate) forked: bool,
}

/// Why a judgment that was asked for does not hold.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The premise that fails.
    pub(crate) premise: Option<PremiseId>,
    /// Fault.
    pub(crate) why: Why,
    /// Origin of the judgment, if that says more.
    pub(crate) asked_by: Option<Asker>,
    /// Why, in turn.
    pub(crate) because: Option<Box<Cause>>,
}

/// Construct that needs the type which is not well formed.
#[derive(Clone, Copy, Debug)]
pub enum Asker {
    /// A class that extends it.
    Subclass,
    /// The use of a member: its type, or that of a parameter, with the receiver and the arguments put in.
    Member {
        /// The use.
        used: ExprId,
        /// The receiver.
        receiver: ExprId,
        /// The type.
        ty: Ty,
    },
}

/// Purpose of a value.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// A field.
    Field(Name),
    /// The parameter of a number, of a method.
    Param(u32, Name),
    /// A variable.
    Variable(Name),
    /// The result of a method.
    Result(Name),
    /// An element of an array.
    Element,
}

/// Facts about a lock that is not held.
#[derive(Clone, Copy, Debug)]
pub struct Missing {
    /// The lock.
    pub lock: Path,
    /// It is a final expression, so that it could be held.
    pub(crate) is_final: bool,
    /// Held locks, of the first eight, that may be the same object: a bit each. Their types are related.
    pub(crate) aliases: u8,
    /// Held locks among them that a let bound to this one, or this one to them.
    pub(crate) bound: u8,
    /// The variable that it starts from is a ghost.
    pub(crate) ghost: bool,
    /// The variable that it starts from is bound by a let, so that callers cannot name it.
    pub(crate) local: bool,
}

/// A call without locks that its method requires.
#[derive(Clone, Debug)]
pub struct Lacking {
    /// The call.
    pub call: ExprId,
    /// The method.
    pub found: MethodFound,
    /// The locks.
    pub locks: Vec<Path>,
    /// Facts about the first.
    pub missing: Missing,
}

/// Difference between an override and the overridden method: there, and here.
#[derive(Clone, Debug)]
pub enum Difference {
    /// Numbers of parameters.
    Arity(usize, usize),
    /// Result types.
    Result(Ty, Ty),
    /// Types of a parameter, by its number.
    Param(usize, Ty, Ty),
    /// Locks required.
    Requires(Vec<Path>, Vec<Path>),
}

/// Errors in the classes: the predicate, the place, and the cause.
pub type Wrong = Vec<(PremiseId, Span, Box<Cause>)>;

/// A cause in a form of a language above the calculus.
pub trait Reason: Debug {
    /// The sentences about it.
    fn sentences(&self, cx: &mut Cx<'_, ()>, at: At) -> Sentences;
    /// The expression that needs locks which are not held, with what is known of the first; a repair takes them there.
    fn lacks(&self) -> Option<(ExprId, Vec<Path>, Missing)> {
        None
    }
}

/// The kinds of causes. The sentences in `explain` say each.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Why {
    /// A consequence of an error that is reported elsewhere.
    Reported,
    // Classes
    Declared(Problem),
    BadOverride {
        class: ClassId,
        method: u32,
        owner: ClassId,
        over: MethodId,
        difference: Difference,
    },
    UnknownSuper(TypeId),
    StringSuper,
    LocalSuper {
        class: ClassId,
        super_ty: Ty,
    },
    Unguarded(u32),
    LocalField {
        field: u32,
        ty: Ty,
    },
    OverridesShared {
        method: u32,
        owner: ClassId,
        over: Option<u32>,
    },
    // Names and types
    NotInScope(Name),
    NotFresh {
        name: Name,
        first: Span,
    },
    GhostRuns {
        name: Name,
        declared: Span,
    },
    OnlyResult,
    NoClass(Name),
    GhostArity {
        class: ClassId,
        given: u32,
    },
    GhostNotFinal(Path),
    GhostType {
        class: ClassId,
        ghost: u32,
        arg: Path,
        found: Ty,
        wanted: Ty,
    },
    // Final expressions
    NotFinal {
        path: Path,
        owner: ClassId,
        field: u32,
    },
    TypeOfPath(Path),
    Circular(Path),
    /// An expression that is no path; with the lock expression that it is in.
    NotAPath {
        path: Path,
        lock: Option<ExprId>,
    },
    LockNotObject {
        lock: ExprId,
        ty: Ty,
    },
    // Expressions
    NoMembers {
        receiver: ExprId,
        ty: Ty,
        what: &'static str,
    },
    NoField {
        class: Ty,
        field: Name,
    },
    NoMethod {
        class: Ty,
        method: Name,
    },
    WrongArity {
        method: MethodId,
        name: Name,
        given: u32,
    },
    AssignsFinal(u32),
    WrongType {
        expr: ExprId,
        found: Ty,
        wanted: Ty,
        role: Role,
    },
    GuardNotHeld {
        access: ExprId,
        receiver: ExprId,
        found: FieldFound,
        missing: Missing,
        write: bool,
    },
    RequiresNotHeld(Lacking),
    NotShared {
        name: Name,
        ty: Ty,
        declared: Span,
        fork: ExprId,
    },
    NewString,
    Operands {
        op: BinOp,
        left: Ty,
        right: Ty,
    },
    Operand {
        op: UnOp,
        wanted: Ty,
        found: Ty,
    },
    Condition {
        form: &'static str,
        expr: ExprId,
        ty: Ty,
    },
    NoValue(ExprId),
    /// In a form of a language above the calculus.
    Of(Rc<dyn Reason>),
    /// A premise that a variant has of its own, with what stands for the metavariables that it speaks of.
    SideCondition {
        premise: PremiseId,
        bound: Vec<(Metavariable, Bound)>,
    },
}

impl Why {
    /// As a cause.
    pub fn cause(self) -> Box<Cause> {
        Box::new(Cause { premise: None, why: self, asked_by: None, because: None })
    }

    /// As a cause, by a premise of a judgment that was asked for.
    pub fn by(self, premise: PremiseId) -> Box<Cause> {
        Box::new(Cause { premise: Some(premise), why: self, asked_by: None, because: None })
    }
}

impl Cause {
    /// The causes from this one down, each because of the next.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Cause> {
        std::iter::successors(Some(self), |cause| cause.because.as_deref())
    }

    /// The premise that the chain of judgments below ends in.
    pub(crate) fn deepest(&self) -> Option<PremiseId> {
        self.chain().filter_map(|cause| cause.premise).last()
    }

    /// Puts `premise` above: it fails because of `self`.
    pub fn under(self: Box<Self>, premise: PremiseId, why: Why) -> Box<Cause> {
        let mut above = why.by(premise);
        above.because = Some(self);
        above
    }

    /// Says what it was asked for.
    pub fn asked_by(mut self: Box<Self>, asker: Asker) -> Box<Cause> {
        self.asked_by = Some(asker);
        self
    }
}

impl listener::Cause for Cause {
    fn part(&self) -> Part {
        part_of(self.deepest())
    }

    fn is_reported(&self) -> bool {
        self.chain().any(|cause| matches!(cause.why, Why::Reported))
    }
}

/// Part of a premise to which a failure belongs: its chain of judgments ends in `deepest`.
pub fn part_of(deepest: Option<PremiseId>) -> Part {
    match deepest {
        Some(final_var::IN_SCOPE) => Part::Scope,
        Some(final_ref::FINAL) => Part::Finality,
        Some(type_c::ARG_TYPE) => Part::Subtype,
        _ => Part::Rest,
    }
}
