//! The memory in which states are expanded.

use super::store::StateNumber;
use crate::space::{Link, Slot};
use crate::state::Turn;
use racefree_interp::machine::pack::ThreadName;

/// What expanding states needs, used again.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) batch: Batch,
    pub(super) turns: Vec<Turn>,
    pub(super) lookups: Lookups,
    pub(super) next: Vec<u32>,
}

/// States that are expanded together, and their threads.
#[derive(Default)]
pub(super) struct Lookups {
    /// The states.
    pub(super) numbers: Vec<StateNumber>,
    /// The states, packed, one after the other.
    pub(super) packed: Vec<u32>,
    /// The states, taken apart.
    pub(super) words: Vec<u32>,
    /// For each state where the words and the threads end, and its hash.
    pub(super) ends: Vec<(usize, usize, u64)>,
    /// Slot, name, and how far the search for the step is; in the end the step.
    pub(super) threads: Vec<(Slot, ThreadName, Link)>,
}

/// States that are looked up together.
#[derive(Default)]
pub(super) struct Batch {
    /// Hash and predecessor.
    pub(super) states: Vec<(u64, StateNumber)>,
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
