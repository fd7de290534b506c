//! What can be said of a thread on a heap without the machine: that it has ended, or waits for a lock that another thread
//! holds. There are many such pairs of threads and heaps, and nothing else to know of them.

use super::NONE;
use racefree_interp::event::Site;

/// Where a thread rests.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// It has ended.
    pub ended: bool,
    /// The lock that it is about to acquire and does not hold, or [`NONE`].
    pub lock: u32,
    /// Where.
    pub site: Site,
}

/// Threads at rest, and the locks held on each heap.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    rests: Vec<Rest>,
    ends: Vec<u32>,
    /// Lock and owner.
    held: Vec<(u32, u32)>,
}

impl Waiting {
    /// How many threads and heaps are known.
    pub fn known(&self) -> (usize, usize) {
        (self.rests.len(), self.ends.len())
    }

    /// Adds the next thread.
    pub fn add_rest(&mut self, rest: Rest) {
        self.rests.push(rest);
    }

    /// Adds the next heap.
    pub fn add_heap(&mut self, held: impl Iterator<Item = (u32, u32)>) {
        self.held.extend(held);
        self.ends.push(self.held.len() as u32);
    }

    /// Where a thread rests.
    #[inline]
    pub fn rest(&self, local: u32) -> Rest {
        self.rests[local as usize]
    }

    /// The locks held on a heap, with their owners.
    #[inline]
    pub fn held(&self, heap: u32) -> &[(u32, u32)] {
        let start = heap.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.held[start as usize..self.ends[heap as usize] as usize]
    }

    /// Who holds the lock that a thread is about to acquire, or [`NONE`].
    #[inline]
    pub fn owner(&self, rest: Rest, heap: u32) -> u32 {
        if rest.lock == NONE {
            return NONE;
        }
        self.held(heap).iter().find(|h| h.0 == rest.lock).map_or(NONE, |h| h.1)
    }

    /// Takes over what another one knows more.
    pub fn catch_up(&mut self, other: &Waiting) {
        self.rests.extend_from_slice(&other.rests[self.rests.len()..]);
        self.ends.extend_from_slice(&other.ends[self.ends.len()..]);
        self.held.extend_from_slice(&other.held[self.held.len()..]);
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.rests.capacity() * size_of::<Rest>() + self.ends.capacity() * 4 + self.held.capacity() * 8
    }
}
