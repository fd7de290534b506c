//! Causes of judgments that do not hold, as data: owners, types, places. Their sentences and repairs are made in `explain`.

use crate::Eprfj;
use crate::owner::{Owner, Theta, Ty};
use crate::rules::{final_ref, final_var, owner_formal, owner_qualified};
use crate::typing::Mode;
use racefree_grammar::ast::{BinOp, ExprId, TypeId, UnOp};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::{Part, PremiseId, listener};
use racefree_program::{ClassId, FieldId, Problem};
use smallvec::SmallVec;

/// A premise of a rule for an expression or a declaration that does not hold.
pub(crate) type Failure = listener::Failure<Eprfj>;

/// A judgment's outcome.
pub(crate) type Outcome<T = ()> = listener::Outcome<Eprfj, T>;

/// The forks around a rule's subject: one more than the number of the innermost; 0 if there is none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct At(pub(crate) u32);

/// Declaration that an error makes doubtful (section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blamed {
    /// A field was accessed without its guard, or has none.
    Field(FieldId),
    /// A method was called without a lock, or overrides one that needs fewer.
    Method(u32),
    /// The owners of a type of this class are wrong, or a unique object of it was moved twice.
    Confused(ClassId),
    /// Anything.
    All,
}

/// Cause of a judgment that does not hold.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The premises that fail, each because of the next.
    pub(crate) premises: SmallVec<[PremiseId; 4]>,
    /// Cause of the error.
    pub(crate) why: Why,
    /// Use of a value that does not fit.
    pub(crate) role: Option<Role>,
    /// Declarations that the error makes doubtful; of none, everything is.
    pub(crate) blamed: SmallVec<[Blamed; 2]>,
}

/// Use of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// A variable is bound to it.
    Variable(Name),
    /// A field is initialised.
    Initialiser(Name),
    /// A field is assigned.
    Field(Name),
    /// A method returns it.
    Result(Name),
    /// A method is called on it.
    This(Name),
    /// It is an argument, by its number from 1.
    Parameter(usize, Name),
}

/// Kind of error.
#[derive(Clone, Debug)]
pub(crate) enum Why {
    // Declarations
    Declared(Problem),
    OverridesType(u32, ClassId),
    OverridesLocks(u32, ClassId),
    FormalTwice(Name),
    NoSuchFormal(Name),
    UnknownSuper,
    StringSuper,
    /// The first owners of the superclass and of the class.
    SuperOwner(Option<Owner>, Option<Owner>),
    ThisThread,
    Unguarded {
        field: FieldId,
        only_writes: bool,
    },
    UnboundFormal(Name),
    ThisType(Ty),
    NotFresh(Name),
    // Types, owners, locks
    OnlyResult,
    NoClass(Name),
    /// Of a type that is written.
    Arity(TypeId),
    UniqueSecond,
    MayBeSelf(Name, Owner),
    NoFormal(Name),
    NoLock(Owner),
    /// A formal alone as a lock: of which parameters is it the first owner?
    Unqualified {
        lock: ExprId,
        formal: Name,
        params: usize,
        meant: Vec<Name>,
    },
    NotHeld(Box<NotHeld>),
    // Paths
    NotObject(Path, Ty),
    NotAPath(Path),
    PathNotInScope {
        name: Name,
        formal: bool,
    },
    NoFields(Path, Ty),
    NoField(Ty, Name),
    NotFinal(Name),
    Circular(Path),
    // Values
    Unlike(Ty, Ty),
    Keeps(ExprId, Ty),
    NotInScope {
        name: Name,
        formal: bool,
    },
    Moved(Name, Span),
    GhostRuns,
    /// `x--`, and the type of x.
    NotUnique(ExprId, Ty),
    NewString,
    NoMembers(Ty, &'static str),
    Borrows(ExprId, Name),
    TakesShared(ExprId, Name, Ty),
    TakesFinal(Name),
    AssignsFinal(Name),
    NotApart(Name),
    NoMethod(Ty, Name),
    Arguments {
        method: Name,
        wants: usize,
        has: usize,
    },
    UniqueTwice(Name, Name),
    MovedInLoop(Name),
    Condition(Ty),
    Operands(BinOp, Ty, Ty),
    Operand(UnOp, Ty, Ty),
    NoValue,
}

/// A lock that an access or a call needs, and that is not held.
#[derive(Clone, Debug)]
pub(crate) struct NotHeld {
    /// The access or call.
    pub(crate) at: ExprId,
    /// Field or method.
    pub(crate) member: Name,
    /// The lock as it is declared.
    pub(crate) declared: Owner,
    /// θ
    pub(crate) steps: SmallVec<[Theta; 1]>,
    /// The lock as it is called here.
    pub(crate) lock: Owner,
    /// The lock as a clause of the method says it.
    pub(crate) clause: Owner,
    pub(crate) mode: Mode,
    /// True within a fork, where no caller's locks are held.
    pub(crate) forked: bool,
    /// The formal of the class that is held for another path: it would be the same lock, were the formal not `self`.
    pub(crate) one: Option<Name>,
}

impl Why {
    /// This as a cause.
    pub(crate) fn cause(self) -> Box<Cause> {
        Box::new(Cause { premises: SmallVec::new(), why: self, role: None, blamed: SmallVec::new() })
    }
}

/// A side condition.
pub(crate) fn holds(holds: bool, why: impl FnOnce() -> Why) -> Outcome {
    if holds { Ok(()) } else { Err(why().cause()) }
}

impl Cause {
    /// Puts `premise` above: it fails because of `self`.
    pub(crate) fn under(mut self: Box<Self>, premise: PremiseId) -> Box<Cause> {
        if self.premises.first() != Some(&premise) {
            self.premises.insert(0, premise);
        }
        self
    }

    /// The use of the value that does not fit.
    pub(crate) fn used_as(mut self: Box<Self>, role: Role) -> Box<Cause> {
        self.role = Some(role);
        self
    }

    /// Declarations that the error makes doubtful.
    pub(crate) fn blames(mut self: Box<Self>, blamed: impl IntoIterator<Item = Blamed>) -> Box<Cause> {
        self.blamed = blamed.into_iter().collect();
        self
    }

    /// The owners of a type are wrong, and its class is doubtful.
    pub(crate) fn confuses(self: Box<Self>, t: Ty) -> Box<Cause> {
        if let Some(class) = t.class() { self.blames([Blamed::Confused(class)]) } else { self }
    }
}

impl listener::Cause for Cause {
    fn part(&self) -> Part {
        match self.premises.last() {
            Some(&(final_var::IN_SCOPE | owner_formal::IN_SCOPE | owner_qualified::IN_SCOPE)) => Part::Scope,
            Some(&final_ref::FINAL) => Part::Finality,
            _ => Part::Rest,
        }
    }
}

/// The class of a type as one that becomes confused.
pub(crate) fn class_of(t: Ty) -> Option<Blamed> {
    t.class().filter(|&class| class != ClassId::STRING).map(Blamed::Confused)
}
