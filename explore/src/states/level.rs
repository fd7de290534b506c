//! The states of one depth, cut into pieces in a deque for each worker: it takes its own first, and then steals.

use super::diamond::Covered;
use crossbeam_deque::{Steal, Stealer, Worker as Deque};
use std::ops::Range;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Release},
};

/// Number of states whose successors are computed together, so that memory is fetched for all of them at once.
pub const TOGETHER: usize = 64;

/// States to be expanded together.
#[derive(Debug)]
pub struct Piece {
    /// Their numbers.
    pub numbers: Range<u32>,
    /// Covered threads of each.
    pub covered: [Covered; TOGETHER],
}

impl Default for Piece {
    fn default() -> Piece {
        Piece { numbers: 0..0, covered: [Covered::default(); TOGETHER] }
    }
}

/// A worker's states of a depth, in the order in which they are expanded. It gives them piece by piece.
#[derive(Debug, Default)]
pub struct Level {
    runs: Vec<Range<u32>>,
    /// Covered threads of all states.
    covered: Vec<Covered>,
    /// Number of runs and of states given so far.
    begun: usize,
    given: usize,
}

impl Level {
    /// Adds a state, numbered after the last one or as the first one of a run.
    #[inline]
    pub fn push(&mut self, covered: Covered) {
        self.covered.push(covered);
    }

    /// The states that have been added since the last run ended are these.
    pub fn end_run(&mut self, run: Range<u32>) {
        self.runs.push(run);
    }

    /// Removes all states.
    pub fn clear(&mut self) {
        self.runs.clear();
        self.covered.clear();
        (self.begun, self.given) = (0, 0);
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.covered.capacity() * size_of::<Covered>()
    }
}

impl Iterator for Level {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        let run = self.runs.get_mut(self.begun)?;
        let numbers = run.start..run.end.min(run.start + TOGETHER as u32);
        run.start = numbers.end;
        self.begun += usize::from(numbers.end == run.end);
        let (from, len) = (self.given, numbers.len());
        self.given += len;
        let mut covered = [Covered::default(); TOGETHER];
        covered[..len].copy_from_slice(&self.covered[from..self.given]);
        Some(Piece { numbers, covered })
    }
}

/// A worker's share of a depth, as the others see it. All of it is taken before the next depth begins.
#[derive(Debug)]
pub struct Share {
    stealer: Stealer<Piece>,
    /// The depth that was put in last, and one more.
    depth: AtomicU64,
}

impl Share {
    /// The share of the worker with this deque.
    pub fn new(deque: &Deque<Piece>) -> Share {
        Share { stealer: deque.stealer(), depth: AtomicU64::new(0) }
    }

    /// Returns true if the states of a depth have been put in.
    #[inline]
    pub fn has(&self, depth: u64) -> bool {
        self.depth.load(Acquire) > depth
    }

    /// Puts the states of a depth in.
    pub fn put(&self, deque: &Deque<Piece>, depth: u64, level: &mut Level) {
        level.for_each(|piece| deque.push(piece));
        self.depth.store(depth + 1, Release);
    }

    /// Steals a piece, if there is one left.
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
