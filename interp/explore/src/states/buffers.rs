//! The memory in which states are expanded.

use super::diamond::Covered;
use super::store::StateNumber;
use crate::space::{Link, StepId};
use crate::state::Turn;

/// Memory for the expansion of states, used again.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) batch: Batch,
    pub(super) turns: Vec<Turn>,
    pub(super) lookups: Lookups,
    pub(super) next: Vec<u32>,
    /// The threads of a state that can go on, by their places among all threads, and how.
    pub(super) going: Vec<(usize, StepId)>,
}

/// States that are expanded together, and their threads.
#[derive(Default)]
pub(super) struct Lookups {
    /// The number of the first one.
    pub(super) first: u32,
    /// The states, packed, one after the other.
    pub(super) packed: Vec<u32>,
    /// The states, taken apart.
    pub(super) words: Vec<u32>,
    /// For each state where the words end, and its hash.
    pub(super) ends: Vec<(usize, u64)>,
    /// Progress of the search for the step of each state and thread; in the end the step.
    pub(super) found: Vec<Link>,
}

/// States that are looked up together.
#[derive(Default)]
pub(super) struct Batch {
    /// Hash, predecessor, and covered threads.
    pub(super) states: Vec<(u64, StateNumber, Covered)>,
    /// The states, packed, one after the other.
    pub(super) words: Vec<u32>,
}

/// States that cannot be packed yet: numbers in them are too high.
#[derive(Default)]
pub(super) struct Overflow {
    /// Predecessor, and where the words end.
    pub(super) states: Vec<(StateNumber, usize)>,
    pub(super) words: Vec<u32>,
}

impl Overflow {
    #[cold]
    pub(super) fn push(&mut self, from: StateNumber, state: &[u32]) {
        self.words.extend_from_slice(state);
        self.states.push((from, self.words.len()));
    }
}
