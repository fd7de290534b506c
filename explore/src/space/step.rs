//! Transitions.

use crate::index::{Packed, index};
use racefree_interp::event::Site;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::program::FieldId;

index! {
    /// Where a thread or an object is in states.
    Slot;
    /// A transition of [`super::Known`].
    StepId;
    /// What not every transition has.
    ExtraId;
}

/// What a thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// An acquire of the lock [`Step::target`]; the thread [`Step::to`] has it.
    Blocked,
    /// Nothing: it has ended.
    Over,
    /// Nothing, though it has not ended.
    Stuck,
    /// Steps that end at a limit; what comes after is not known.
    Limit,
}

impl Kind {
    /// Whether the thread can go on.
    #[inline]
    pub fn goes(self) -> bool {
        (self as u8) < Kind::Blocked as u8
    }

    /// Whether it is an access.
    #[inline]
    pub fn is_access(self) -> bool {
        (self as u8) < Kind::Acquire as u8
    }
}

/// A transition of a thread: what it is about to do, and where that leads.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The thread after it; for [`Kind::Blocked`], the name of the owner.
    pub to: u32,
    /// The slot of the object that it changes; where it changes more, all are among what is extra.
    pub slot: Packed<Slot>,
    /// That object after it.
    pub object: u32,
    /// The cell, or the lock; of other transitions it means nothing.
    pub target: u32,
    /// The place of the access, or of the acquire.
    pub site: Site,
    /// The field of the access.
    pub field: FieldId,
    /// Reduction steps.
    pub steps: u32,
    /// For [`super::Known::extra`].
    pub extra: Packed<ExtraId>,
    /// What it begins with.
    pub kind: Kind,
}

impl Step {
    /// There is none: the thread has ended.
    pub fn over() -> Step {
        let site = Site::expr(racefree_grammar::ast::ExprId(0));
        let (slot, extra) = (Packed::NONE, Packed::NONE);
        Step { to: 0, slot, object: 0, target: 0, site, field: FieldId(0), steps: 0, extra, kind: Kind::Over }
    }
}

/// A thread that a transition has forked.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// Its name.
    pub name: ThreadName,
    /// Where it is in states.
    pub slot: Slot,
    /// The thread, after the local steps that it begins with.
    pub number: u32,
    /// How many those are.
    pub steps: u32,
}
