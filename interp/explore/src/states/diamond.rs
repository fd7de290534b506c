//! Transitions that need not be made: those that close a diamond of two threads, where it is closed from the other side, too.
//!
//! Let thread `u` lead from a state `p` to a new state `s`, and let `t` be a thread before `u` that can go on in `p`,
//! too, and independently of `u`. The transition of `t` from `s` and that of `u` from `p·t` have the same successor,
//! and the depth of `p·t` is at most that of `s`. So in `s` the transition of `t` is *covered*: it is looked at and
//! counted like any other, but its successor is not looked up.
//!
//! **Nothing is lost.** If a transition of `t` that would lead to the next depth is covered, a later thread than `t` leads to the
//! same state from another one of this depth. That may be covered, too, by a transition of a thread that is later still; but
//! there are finitely many threads, so one of the transitions that lead there is made.
//!
//! **Nothing else changes.** The search expands states in the order in which it finds them. As `t` is before `u`, it has found
//! `p·t` when it finds `s` from `p`, and expands it before `s`. So the first of all transitions that lead to a state is never
//! covered, and the way to each state is what it would be if all were made.

use crate::space::{Step, dependent};

/// The threads of a state whose transitions are covered, a bit for each by its place among all there are. It has two bytes, since
/// each state has one until it is expanded; threads after the sixteenth are never covered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Covered(u16);

impl Covered {
    /// Returns true if the thread at this place is among them.
    #[inline]
    pub fn has(self, place: usize) -> bool {
        u32::from(self.0).checked_shr(place as u32).is_some_and(|bits| bits & 1 != 0)
    }

    /// The threads that are covered after a transition, among these threads before its own one, which can go on.
    #[inline]
    pub fn after<'a>(step: &Step, before: impl Iterator<Item = (usize, &'a Step)>) -> Covered {
        // After a transition that makes threads or objects, another one may end at a limit.
        let independent =
            |other: &Step| other.extra.is_none() && !dependent((other.kind, other.target), (step.kind, step.target));
        let bit = |place: usize| 1u16.checked_shl(place as u32).unwrap_or(0);
        let all = before.filter(|(_, other)| independent(other)).fold(0, |all, (place, _)| all | bit(place));
        Covered(if step.extra.is_none() { all } else { 0 })
    }
}
