//! Transitions.

use super::CellId;
use racefree_grammar::index;
use racefree_interp::event::Site;
use racefree_interp::index::Packed;
use racefree_interp::machine::pack::{ObjectName, ThreadName};
use racefree_interp::program::FieldId;

index! {
    /// Position of a thread or an object in states.
    Slot;
    /// A transition of [`super::Known`].
    StepId;
    /// Rare effects of a transition.
    ExtraId;
    /// A part among those of its slot, from 1. States are rows of these numbers; the slots of absent parts have 0.
    PartNumber;
}

/// Cell or lock of a transition, in four bytes. Targets of transitions of different [`Kind`]s are not comparable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target(u32);

impl Target {
    /// The target of a transition that accesses and locks nothing.
    pub const NOTHING: Target = Target(0);

    /// The target of an access.
    #[inline(always)]
    pub fn of_access(cell: CellId) -> Target {
        Target(cell.0)
    }

    /// The target of an acquire.
    #[inline(always)]
    pub fn of_acquire(lock: ObjectName) -> Target {
        Target(lock.0)
    }

    /// The cell of an access.
    #[inline(always)]
    pub fn cell(self) -> CellId {
        CellId(self.0)
    }

    /// The lock of an acquire.
    #[inline(always)]
    pub fn lock(self) -> ObjectName {
        ObjectName(self.0)
    }
}

/// Successor of a transition, in four bytes: the thread after it or, if that is blocked, the owner of the lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor(u32);

impl Successor {
    /// The successor with this thread in its slot.
    #[inline(always)]
    pub fn to(part: PartNumber) -> Successor {
        Successor(part.0)
    }

    /// No successor: the thread waits for this one.
    #[inline(always)]
    pub fn waits_for(owner: ThreadName) -> Successor {
        Successor(owner.0)
    }

    /// The thread after the transition.
    #[inline(always)]
    pub fn part(self) -> PartNumber {
        PartNumber(self.0)
    }

    /// The owner of the lock that a blocked thread waits for.
    #[inline(always)]
    pub fn owner(self) -> ThreadName {
        ThreadName(self.0)
    }
}

/// Kind of a transition, by its first visible step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A read of cell [`Step::target`].
    Read,
    /// A write, or a visible init-write.
    Write,
    /// An outermost acquire of the lock [`Step::target`], which is free.
    Acquire,
    /// Something that conflicts with nothing: a release, a fork, local steps.
    Other,
    /// An acquire of the lock [`Step::target`]; the thread that [`Step::leads`] names has it.
    Blocked,
    /// Nothing: it has ended.
    Over,
    /// Nothing, though it has not ended.
    Stuck,
    /// Steps that end at a limit; the runs after it are not known.
    Limit,
}

impl Kind {
    /// Returns true if the thread can go on.
    #[inline]
    pub fn goes(self) -> bool {
        (self as u8) < Kind::Blocked as u8
    }

    /// Returns true if it is an access.
    #[inline]
    pub fn is_access(self) -> bool {
        (self as u8) < Kind::Acquire as u8
    }
}

/// A transition of a thread: its first visible step, and its successor.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The thread after it; for [`Kind::Blocked`], the owner.
    pub leads: Successor,
    /// The slot of the object that it changes; if it changes more, all are among the rare effects.
    pub slot: Packed<Slot>,
    /// The object after it.
    pub object: PartNumber,
    /// The cell, or the lock; of other transitions it means nothing.
    pub target: Target,
    /// The place of the access, or of the acquire.
    pub site: Site,
    /// The field of the access.
    pub field: FieldId,
    /// Reduction steps.
    pub steps: u32,
    /// For [`super::Known::extra`].
    pub extra: Packed<ExtraId>,
    /// The kind of its first visible step.
    pub kind: Kind,
    /// Its transaction acts, where transactions are a part of the state.
    pub acts: ActsNumber,
}

/// Transaction acts of a transition, by their number; 0 if it has none. The uppermost bit is set if it begins a
/// transaction: where none is open, nothing else matters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ActsNumber(u32);

impl ActsNumber {
    const BEGINS: u32 = 1 << 31;

    /// A number from 1 on.
    pub(super) fn new(number: u32, begins: bool) -> ActsNumber {
        ActsNumber(number | if begins { Self::BEGINS } else { 0 })
    }

    /// The number.
    #[inline(always)]
    pub(super) fn number(self) -> u32 {
        self.0 & !Self::BEGINS
    }

    /// Returns true if it changes nothing in these transactions.
    #[inline(always)]
    pub fn changes_nothing(self, at: PartNumber) -> bool {
        self.0 == 0 || at.0 == 0 && self.0 & Self::BEGINS == 0
    }
}

/// Returns true if transitions of different threads, by kind and target, are dependent.
#[inline]
pub fn dependent(a: (Kind, Target), b: (Kind, Target)) -> bool {
    a.1 == b.1
        && matches!(
            (a.0, b.0),
            (Kind::Read, Kind::Write) | (Kind::Write, Kind::Read | Kind::Write) | (Kind::Acquire, Kind::Acquire)
        )
}

impl Step {
    /// There is none: the thread has ended.
    pub fn over() -> Step {
        let site = Site::expr(racefree_grammar::ast::ExprId::new(0));
        let (slot, extra) = (Packed::NONE, Packed::NONE);
        let (leads, object, target) = (Successor::to(PartNumber(0)), PartNumber(0), Target::NOTHING);
        Step {
            leads,
            slot,
            object,
            target,
            site,
            field: FieldId(0),
            steps: 0,
            extra,
            kind: Kind::Over,
            acts: ActsNumber(0),
        }
    }
}

/// A thread that a transition has forked.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// Its name.
    pub name: ThreadName,
    /// Its slot in states.
    pub slot: Slot,
    /// The thread, after the local steps that it begins with.
    pub number: PartNumber,
    /// The number of those steps.
    pub steps: u32,
}
