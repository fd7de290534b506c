//! Superinstructions: several instructions at once, for runs in which local steps are not watched: the machine makes the same steps, and counts
//! as many, in fewer turns of its loop.

use super::code::{Args, Callee, CodeId, FieldName, Near, Pc, Reg, What};
use super::quick::{ClassRange, Keeper, QuickField, QuickType, Sorts};
use crate::event::Site;
use crate::program::{FieldAt, MethodId, Tables};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;

/// So many arguments of a call need no memory of their own.
pub(crate) const FEW: usize = 4;

/// Where an instruction and those that go with it lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Then {
    /// How many steps they are.
    pub(crate) steps: u32,
    /// The position after them.
    pub(crate) next: Pc,
    /// Whether an access comes next, which is a scheduling point unless only acquires are.
    pub(crate) access: bool,
    /// The type of the let that is the second of them; any, if there is none or what it binds has the type anyway.
    pub(crate) lets: QuickType,
    /// Whether what it binds need not be of the type even if all that fields hold is as it is declared.
    pub(crate) asks: bool,
}

/// What an instruction and those after it come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))] // its place is found by a shift
pub(crate) enum Fast {
    /// Nothing shorter than the instruction itself.
    Slow,
    /// `v; e` and the like: nothing but steps.
    Skip { then: Then },
    /// `v + v`
    Add { dst: Near, a: Near, b: Near, then: Then },
    /// `v - v`
    Sub { dst: Near, a: Near, b: Near, then: Then },
    /// `v + by`, `v - -by`
    AddInt { dst: Near, a: Near, by: i32, then: Then },
    /// A comparison of integers, and the `if` on it: bit 0 of `when` says whether it holds for less, bit 1 for equal, bit
    /// 2 for greater.
    Compare { a: Near, b: Near, when: u8, otherwise: Pc, then: Then },
    /// The same with a constant.
    CompareInt { a: Near, with: i32, when: u8, otherwise: Pc, then: Then },
    /// `v == v` (`on` true), `v != v` (`on` false), and the `if` on it.
    Same { a: Near, b: Near, on: bool, otherwise: Pc, then: Then },
    /// `v == null` (`on` true), `v != null` (`on` false), and the `if` on it.
    IsNull { a: Near, on: bool, otherwise: Pc, then: Then },
    /// An `if` on a variable or what was read (`on` true), or on the opposite of that.
    If { cond: Near, on: bool, otherwise: Pc, then: Then },
    /// `v && e`, `v || e`
    Logic { dst: Near, src: Near, on: bool, end: Pc, then: Then },
    /// The first step of a turn of a loop.
    While { then: Then },
    /// The let of what was made in its own register, by a call or a `new`.
    Let { dst: Near, then: Then },
    /// Copies a register.
    Move { dst: Near, src: Near, next: Pc },
    /// The instruction itself, without a further look. `asks` says that the value need not be of the method's type even if all that was
    /// looked at has been as it is declared.
    Return { src: Near, asks: bool },
    /// A read, and the let of what was read; of a field that is [fixed](QuickField::fixed) or not.
    Read { dst: Near, fixed: bool, access: FastAccess },
    /// A write, likewise, and the sequence that it stands in; of a value of one of these `sorts`, or of the type of the field for another
    /// reason, unless it `asks` as a return does.
    Write { dst: Near, src: Near, sorts: Sorts, asks: bool, access: FastAccess },
    /// An acquire of a free lock.
    Acquire { lock: Near, site: ExprId, then: Then },
    /// An outermost release, and the sequence that it stands in.
    Release { then: Then },
    /// A call of method number `m` of the program, whose code is `body`, with the first `count` of `args`. `asks` says that locks or types
    /// may be missing even if the frame has what it needs now; `first` is a sum that comes before.
    Call {
        first: Option<Sum>,
        dst: Reg,
        on: Receiver,
        m: u32,
        body: CodeId,
        args: [Near; FEW],
        count: u8,
        tail: Tail,
        asks: bool,
    },
    /// A call in tail position of the method that the frame is of. `moves`, a run of [`Code::moves`], puts receiver and arguments
    /// into their registers; `asks` and `first` are as in a call.
    Again { first: Option<Sum>, on: Receiver, moves: Args, tail: Tail, asks: bool },
}

/// `v + by` right before a call, mostly for an argument of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    pub(crate) dst: Near,
    pub(crate) a: Near,
    pub(crate) by: i32,
    /// How many steps it is.
    pub(crate) steps: u32,
    /// The position of the call.
    pub(crate) call: Pc,
}

/// What becomes of a frame that calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tail {
    /// It goes on after the call.
    No,
    /// It has nothing to do but to hand on the result, and goes.
    Goes,
    /// It goes unless results are looked at and something was in doubt: a result is of its method's type, if it is of that of the
    /// method that it calls.
    GoesIfClear,
    /// It goes unless results are looked at.
    Stays,
}

impl Tail {
    /// Of a call of method number `m` by code of this sort, which has nothing to do after it if it is the `last` thing.
    pub(crate) fn of(last: bool, what: What, callees: &[Callee], m: u32, passes_on: impl FnOnce() -> bool) -> Tail {
        let What::Method(own) = what else { return if last { Tail::Goes } else { Tail::No } };
        let (own, called) = (&callees[own as usize], &callees[m as usize]);
        if !last {
            return Tail::No;
        }
        match own.plain && own.ret == called.ret {
            true => Tail::Goes,
            false if passes_on() => Tail::GoesIfClear,
            false => Tail::Stays,
        }
    }
}

/// A read from or a write to an object of one of these classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FastAccess {
    pub(crate) obj: Near,
    pub(crate) classes: ClassRange,
    pub(crate) at: FieldAt,
    pub(crate) keeper: Keeper,
    /// Whether the guard, which is a ghost, is held if all that was looked at has been as it is declared.
    pub(crate) held: bool,
    pub(crate) site: Site,
    pub(crate) then: Then,
}

/// What a method is called on: an object of one of these classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Receiver {
    pub(crate) reg: Near,
    /// It is the `this` of a method, and therefore such an object.
    pub(crate) sure: bool,
    pub(crate) classes: ClassRange,
}

/// What the names in code mean, and which code is being made fast.
pub(crate) struct CodeNames<'a> {
    pub(crate) fields: &'a [(Name, super::code::QuickName<FieldAt>)],
    pub(crate) declared: &'a [QuickField],
    pub(crate) methods: &'a [(Name, super::code::QuickName<MethodId>)],
    pub(crate) callees: &'a [Callee],
    pub(crate) tables: &'a Tables,
}

impl CodeNames<'_> {
    /// Whether a name may mean a field that is [fixed](QuickField::fixed).
    pub(crate) fn may_be_fixed(&self, name: FieldName) -> bool {
        let quick = &self.fields[name.index()].1;
        quick.more || quick.what.is_none_or(|at| self.declared[at.field.index()].fixed)
    }
}
