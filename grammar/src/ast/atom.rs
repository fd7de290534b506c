//! Atomicities as programs write them: `atomicity a` in the head of a method.

use super::{AtomId, ExprId};

/// `a ::= α | (held l ? a : a)`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atom {
    /// `α`
    Basic(Basic),
    /// `(held l ? a : a)`
    Held {
        /// `l`
        lock: ExprId,
        /// Atomicity if `l` is held.
        then: AtomId,
        /// Atomicity if `l` is not held.
        otherwise: AtomId,
    },
}

/// The basic atomicities: how a piece of a thread's run commutes with the steps of other threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Basic {
    /// Neither sees nor changes mutable state.
    Const,
    /// Commutes with steps of others before and after it.
    Mover,
    /// Commutes with those before it: a release, a fork.
    Left,
    /// Commutes with those after it: an acquire.
    Right,
    /// Atomic: as if uninterrupted.
    Atomic,
    /// Compound: none of these.
    Cmpd,
    /// An access without its guard.
    Error,
}

impl Basic {
    /// All of them.
    pub const ALL: [Basic; 7] =
        [Basic::Const, Basic::Mover, Basic::Left, Basic::Right, Basic::Atomic, Basic::Cmpd, Basic::Error];

    /// Keyword of the atomicity.
    pub const fn text(self) -> &'static str {
        match self {
            Basic::Const => "const",
            Basic::Mover => "mover",
            Basic::Left => "left",
            Basic::Right => "right",
            Basic::Atomic => "atomic",
            Basic::Cmpd => "cmpd",
            Basic::Error => "error",
        }
    }

    /// The one that is written so.
    pub fn find(text: &str) -> Option<Basic> {
        Basic::ALL.into_iter().find(|basic| basic.text() == text)
    }
}
