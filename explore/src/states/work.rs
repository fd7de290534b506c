//! The memory in which states are expanded.

use crate::state::Turn;
use racefree_interp::machine::pack::Part;

/// What expanding states needs, used again.
#[derive(Default)]
pub(super) struct Work {
    pub(super) batch: Batch,
    pub(super) turns: Vec<Turn>,
    pub(super) state: Vec<Part>,
    pub(super) packed: Vec<u32>,
    pub(super) next: Vec<u32>,
}

/// States that are looked up together.
#[derive(Default)]
pub(super) struct Batch {
    /// Hash, and predecessor.
    pub(super) states: Vec<(u64, u32)>,
    /// The states, packed, one after the other.
    pub(super) words: Vec<u32>,
}

/// States that cannot be packed yet: parts of them are new.
#[derive(Default)]
pub(super) struct Late {
    /// Predecessor, and where the parts end.
    pub(super) states: Vec<(u32, usize)>,
    pub(super) parts: Vec<Part>,
}

impl Late {
    #[cold]
    pub(super) fn push(&mut self, from: u32, state: &[Part]) {
        self.parts.extend_from_slice(state);
        self.states.push((from, self.parts.len()));
    }
}
