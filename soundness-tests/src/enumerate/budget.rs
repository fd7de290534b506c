//! The budget of an enumeration: lists of large programs take long, and much memory, so that both are limited.

use super::node::Node;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Memory for the lists of all workers together.
#[derive(Debug)]
pub struct Memory {
    most: usize,
    taken: AtomicUsize,
}

/// Overhead of the allocator for a piece of memory, roughly.
pub(super) const PIECE: usize = 2 * size_of::<usize>();
/// An entry of a list: the node with its counts, as it is allocated, and the pointer to it in a list that grows by doubling.
const ENTRY: usize = size_of::<Node>() + 2 * size_of::<usize>() + PIECE + 2 * size_of::<usize>();

impl Memory {
    /// Memory of at most a number of bytes.
    pub fn of(most: usize) -> Memory {
        Memory { most, taken: AtomicUsize::new(0) }
    }
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::of(usize::MAX)
    }
}

/// The time and memory that lists may take. It is asked now and then while they are made; once it is over, they come out empty.
pub struct EnumerationBudget<'a> {
    over: &'a dyn Fn() -> bool,
    asked: Cell<u32>,
    stopped: Cell<bool>,
    memory: Option<&'a Memory>,
    /// Memory taken by these lists.
    taken: Cell<usize>,
    starved: Cell<bool>,
}

/// Between two looks at the clock.
const OFTEN: u32 = 256;

impl<'a> EnumerationBudget<'a> {
    /// Budget that ends when `over` says so.
    pub fn until(over: &'a dyn Fn() -> bool) -> EnumerationBudget<'a> {
        EnumerationBudget {
            over,
            asked: Cell::new(0),
            stopped: Cell::new(false),
            memory: None,
            taken: Cell::new(0),
            starved: Cell::new(false),
        }
    }

    /// Adds a limit on memory. Memory of the lists is given back when this goes out of scope, so it must live as long
    /// as they do.
    #[must_use]
    pub fn within(mut self, memory: &'a Memory) -> EnumerationBudget<'a> {
        self.memory = Some(memory);
        self
    }

    /// Returns true if it is over.
    pub fn is_over(&self) -> bool {
        let asked = self.asked.get() + 1;
        self.asked.set(asked % OFTEN);
        if asked == OFTEN && (self.over)() {
            self.stopped.set(true);
        }
        self.stopped.get()
    }

    /// Charges the growth of lists, in entries.
    pub fn grown(&self, entries: usize) {
        self.took(entries.saturating_mul(ENTRY));
    }

    /// Charges a list put into a table, with the bytes of its key.
    pub fn kept<K>(&self, beside: usize) {
        // A table is between half and seven eighths full, and an empty list has its counts.
        self.took(2 * size_of::<K>() + beside + 6 * size_of::<usize>());
    }

    fn took(&self, more: usize) {
        let Some(memory) = self.memory else { return };
        self.taken.set(self.taken.get() + more);
        if memory.taken.fetch_add(more, Relaxed).saturating_add(more) > memory.most {
            self.starved.set(true);
            self.stopped.set(true);
        }
    }

    /// Returns true if it was over at any time, so that lists are not complete.
    pub fn ran_out(&self) -> bool {
        self.stopped.get()
    }

    /// Returns true if memory ran out.
    pub fn starved(&self) -> bool {
        self.starved.get()
    }
}

impl Drop for EnumerationBudget<'_> {
    fn drop(&mut self) {
        if let Some(memory) = self.memory {
            memory.taken.fetch_sub(self.taken.get(), Relaxed);
        }
    }
}
