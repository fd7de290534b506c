//! The memory in which states are expanded.

use crate::state::Turn;

/// What expanding states needs, used again.
#[derive(Default)]
pub(super) struct Work {
    pub(super) batch: Batch,
    pub(super) indices: Vec<u32>,
    pub(super) turns: Vec<Turn>,
    pub(super) state: Vec<u32>,
    pub(super) next: Vec<u32>,
}

/// States that are looked up together.
#[derive(Default)]
pub(super) struct Batch {
    /// Hash, predecessor, and where the words end.
    pub(super) states: Vec<(u64, u32, usize)>,
    pub(super) words: Vec<u32>,
}

impl Batch {
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.words.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, hash: u64, state: &[u32], from: u32) {
        self.words.extend_from_slice(state);
        self.states.push((hash, from, self.words.len()));
    }
}
