//! The states of one depth, cut into pieces in a deque for each worker: it takes its own first, and then steals.

use crossbeam_deque::{Steal, Stealer, Worker as Deque};
use std::ops::Range;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Release},
};

/// A run of state numbers, to be expanded together.
pub type Piece = Range<u32>;

/// A worker's share of a depth, as the others see it. All of it is taken before the next depth begins.
#[derive(Debug)]
pub struct Share {
    stealer: Stealer<Piece>,
    /// The depth that was put in last, and one more.
    depth: AtomicU64,
}

impl Share {
    /// That of the worker with this deque.
    pub fn new(deque: &Deque<Piece>) -> Share {
        Share { stealer: deque.stealer(), depth: AtomicU64::new(0) }
    }

    /// Whether the states of a depth have been put in.
    #[inline]
    pub fn has(&self, depth: u64) -> bool {
        self.depth.load(Acquire) > depth
    }

    /// Puts the states of a depth in, in pieces of so many.
    pub fn put(&self, deque: &Deque<Piece>, depth: u64, runs: &[Range<u32>], most: u32) {
        for run in runs {
            run.clone().step_by(most as usize).for_each(|from| deque.push(from..run.end.min(from + most)));
        }
        self.depth.store(depth + 1, Release);
    }

    /// Steals a piece, if there is one left of what was put in.
    #[inline]
    pub fn steal(&self) -> Option<Piece> {
        loop {
            match self.stealer.steal() {
                Steal::Success(piece) => return Some(piece),
                Steal::Empty => return None,
                Steal::Retry => {}
            }
        }
    }
}
