//! States that a worker has put up, to be expanded by whoever has time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock};

/// The last states of a worker's part of a depth, with their numbers. All are taken before the next depth begins.
#[derive(Debug, Default)]
pub struct Tail {
    states: RwLock<(Vec<u32>, Vec<u32>)>,
    /// The next one to be taken.
    next: AtomicUsize,
}

impl Tail {
    /// Puts states up, in place of those before.
    pub fn put_up<'s>(&self, states: impl Iterator<Item = (u32, &'s [u32])>) {
        let mut put = self.states.write().unwrap_or_else(PoisonError::into_inner);
        put.0.clear();
        put.1.clear();
        for (number, packed) in states {
            put.0.push(number);
            put.1.extend_from_slice(packed);
        }
        self.next.store(0, Relaxed);
    }

    /// Takes up to `most` states of so many words each. Returns whether there were any.
    pub fn take(&self, most: usize, words: usize, numbers: &mut Vec<u32>, packed: &mut Vec<u32>) -> bool {
        let put = self.states.read().unwrap_or_else(PoisonError::into_inner);
        if self.next.load(Relaxed) >= put.0.len() {
            return false;
        }
        let from = self.next.fetch_add(most, Relaxed);
        let until = put.0.len().min(from + most);
        if from >= until {
            return false;
        }
        numbers.extend_from_slice(&put.0[from..until]);
        packed.extend_from_slice(&put.1[from * words..until * words]);
        true
    }
}
