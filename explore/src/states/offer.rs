//! States that a worker has put up, to be expanded by whoever has time: its own first, then those of others.

use std::ops::Range;
use std::sync::atomic::{
    AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{PoisonError, RwLock};

/// A worker's states of a depth, in pieces. All are taken before the next depth begins.
#[derive(Debug, Default)]
pub struct Offer {
    pieces: RwLock<Vec<Range<u32>>>,
    /// The next one to be taken.
    next: AtomicUsize,
    /// The last depth that was put up, and one more.
    depth: AtomicU64,
}

impl Offer {
    /// Whether the states of a depth have been put up.
    #[inline]
    pub fn is_up(&self, depth: u64) -> bool {
        self.depth.load(Acquire) > depth
    }

    /// Puts up the states of a depth in pieces of so many, in place of those before.
    pub fn put_up(&self, depth: u64, runs: &[Range<u32>], most: u32) {
        let mut pieces = self.pieces.write().unwrap_or_else(PoisonError::into_inner);
        pieces.clear();
        for run in runs {
            pieces.extend(run.clone().step_by(most as usize).map(|from| from..run.end.min(from + most)));
        }
        self.next.store(0, Relaxed);
        self.depth.store(depth + 1, Release);
    }

    /// Takes a piece, if there is one left of what is up.
    #[inline]
    pub fn take(&self) -> Option<Range<u32>> {
        let pieces = self.pieces.read().unwrap_or_else(PoisonError::into_inner);
        if self.next.load(Relaxed) >= pieces.len() {
            return None;
        }
        pieces.get(self.next.fetch_add(1, Relaxed)).cloned()
    }
}
