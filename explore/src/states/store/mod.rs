//! A set of packed states, each kept once, that several workers add to at the same time.
//!
//! A worker that finds a state writes its record where no other one writes, then claims a slot of the table for its number by
//! compare-and-swap, unless another worker was faster with the same state. Memory is cut into blocks, each filled by one worker.

mod rebuild;

use super::diamond::Covered;
use super::layout::Layout;
use super::level::Level;
use bytemuck::zeroed_slice_box;
use racefree_grammar::index;
use racefree_interp::index::Packed;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicU32, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed},
};

index! {
    /// A state.
    StateNumber;
}

/// A slot with no number, and the first word of a record that is not used.
const EMPTY: u32 = 0;
/// Number of slots at first.
const FIRST: usize = 1 << 9;
/// Size of a table, 128 MiB, that is no longer made four times as large, but twice. To put all numbers in their new
/// places, which misses the caches each time, takes longer than all else that a table costs; four times as large, it
/// happens half as often.
const LARGE: usize = 1 << 25;
/// Records of a block are 2 to the power of this, while there are few, and later on.
const SMALL: u32 = 6;
const USUAL: u32 = 13;
type Block = Box<[AtomicU32]>;

/// A set of states with the state that each was reached from.
pub struct Store {
    layout: Layout,
    /// The words of a record: two more than the predecessor's number (1 if there is none, 0 if the record is not used), and the
    /// packed state.
    stride: usize,
    /// The number of a record and one more, and above that as much of its hash as there is room for.
    slots: Box<[AtomicU32]>,
    /// Records of a block are 2 to the power of this.
    shift: u32,
    blocks: Vec<OnceLock<Block>>,
    /// Number of blocks in use.
    taken: AtomicUsize,
    /// Cursor of the workers through the blocks, while these are rebuilt.
    next: AtomicUsize,
    refill: Refill,
    old: Option<OldRecords>,
}

/// Kind of refill of the slots.
#[derive(Clone, Copy, PartialEq)]
enum Refill {
    Nothing,
    /// They are new.
    Fresh,
    /// Hashes have become others.
    Clear,
}

/// Records in the layout that they had.
struct OldRecords {
    layout: Layout,
    stride: usize,
    blocks: Vec<OnceLock<Block>>,
}

/// Write position of a worker.
#[derive(Debug, Default)]
pub struct Writer {
    /// The number of the next state, and where the block ends.
    next: u32,
    end: u32,
    /// From here on states are fresh.
    start: u32,
    fresh: Level,
    len: u64,
}

impl Writer {
    /// Number of states that it has written down.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The states since the last time that it was asked, in order.
    pub fn fresh(&mut self, into: &mut Level) {
        self.end_run();
        into.clear();
        std::mem::swap(&mut self.fresh, into);
    }

    /// Goes on in a block that has become larger, when there is no other worker.
    pub fn widen(&mut self, store: &Store) {
        self.end = self.next.next_multiple_of(1 << store.shift);
    }

    /// Bytes in use for states that are not expanded yet.
    pub fn memory(&self) -> usize {
        self.fresh.memory()
    }

    fn end_run(&mut self) {
        if self.start < self.next {
            self.fresh.end_run(self.start..self.next);
            self.start = self.next;
        }
    }
}

fn blocks(slots: usize, shift: u32) -> Vec<OnceLock<Block>> {
    (0..=slots >> shift).map(|_| OnceLock::new()).collect()
}

impl Store {
    /// An empty set.
    pub fn new(layout: Layout) -> Store {
        let stride = layout.words() + 1;
        Store {
            layout,
            stride,
            slots: zeroed_slice_box(FIRST),
            shift: SMALL,
            blocks: blocks(FIRST, SMALL),
            taken: AtomicUsize::new(0),
            next: AtomicUsize::new(0),
            refill: Refill::Nothing,
            old: None,
        }
    }

    /// Returns the present layout of states.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    fn block(&self, block: usize) -> &[AtomicU32] {
        self.blocks[block].get().map_or(&[], |block| block)
    }

    #[inline]
    fn record(&self, number: u32) -> &[AtomicU32] {
        let at = (number & ((1 << self.shift) - 1)) as usize * self.stride;
        &self.block((number >> self.shift) as usize)[at..at + self.stride]
    }

    /// The words of a state, by its number.
    #[inline]
    pub fn get(&self, number: u32) -> impl Iterator<Item = u32> {
        self.record(number)[1..].iter().map(|word| word.load(Relaxed))
    }

    /// Adds the words of states to these.
    #[inline]
    pub fn copy(&self, mut numbers: Range<u32>, into: &mut Vec<u32>) {
        while !numbers.is_empty() {
            let block = numbers.start >> self.shift;
            let until = numbers.end.min((block + 1) << self.shift);
            let at = |number: u32| (number - (block << self.shift)) as usize * self.stride;
            for record in self.block(block as usize)[at(numbers.start)..at(until)].chunks_exact(self.stride) {
                into.extend(record[1..].iter().map(|word| word.load(Relaxed)));
            }
            numbers.start = until;
        }
    }

    /// A state by its number, taken apart.
    pub fn unpack(&self, state: StateNumber) -> Vec<u32> {
        let (packed, mut state): (Vec<u32>, _) = (self.get(state.0).collect(), Vec::new());
        self.layout.unpack(&packed, &mut state);
        state
    }

    /// The state that a state was first reached from.
    pub fn predecessor(&self, state: StateNumber) -> Option<StateNumber> {
        self.record(state.0)[0].load(Relaxed).checked_sub(2).map(StateNumber)
    }

    /// Prefetches the slots of states, all of them, so that memory is waited for once and not once for each.
    #[inline]
    pub fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let slots = &*self.slots;
        let at = |hash: u64| slots[hash as usize & (slots.len() - 1)].load(Relaxed);
        std::hint::black_box(hashes.fold(0, |seen, hash| seen ^ at(hash)));
    }

    /// Returns true if there is no room for `numbers` numbers.
    #[inline]
    pub fn is_crowded(&self, numbers: u64) -> bool {
        numbers > room(self.slots.len())
    }

    /// Bound on the numbers left out by `workers` workers, each with a block begun, and with one that became larger.
    pub fn left_out(workers: u64) -> u64 {
        (2 * workers) << USUAL
    }

    /// Adds a packed state that was reached from another one, for which there must be room, unless it is there. `ALONE`
    /// means that no other worker adds states.
    #[inline]
    pub fn insert<const ALONE: bool>(
        &self,
        writer: &mut Writer,
        hash: u64,
        packed: &[u32],
        from: Packed<StateNumber>,
        covered: Covered,
    ) {
        let slots = &*self.slots;
        let numbers = (slots.len() - 1) as u32;
        let tag = (hash >> 32) as u32 & !numbers;
        let mut at = hash as usize;
        let mut written = false;
        loop {
            let place = &slots[at & (slots.len() - 1)];
            let mut slot = place.load(Acquire);
            if slot == EMPTY {
                if !written {
                    self.write(writer, packed);
                    written = true;
                }
                let full = tag | (writer.next + 1);
                if ALONE {
                    place.store(full, Relaxed);
                } else if let Err(other) = place.compare_exchange(EMPTY, full, AcqRel, Acquire) {
                    slot = other;
                }
                if slot == EMPTY {
                    self.record(writer.next)[0].store(from.raw().wrapping_add(2), Relaxed);
                    writer.next += 1;
                    writer.len += 1;
                    writer.fresh.push(covered);
                    return;
                }
            }
            if slot & !numbers == tag && same(&self.record((slot & numbers) - 1)[1..], packed) {
                return;
            }
            at = at.wrapping_add(1);
        }
    }

    /// Writes a state down as the worker's next one.
    #[inline]
    fn write(&self, writer: &mut Writer, packed: &[u32]) {
        if writer.next == writer.end {
            self.begin(writer);
        }
        for (word, &packed) in self.record(writer.next)[1..].iter().zip(packed) {
            word.store(packed, Relaxed);
        }
    }

    /// Gives a worker another block.
    #[cold]
    fn begin(&self, writer: &mut Writer) {
        let block = self.taken.fetch_add(1, Relaxed);
        self.blocks[block].get_or_init(|| zeroed_slice_box(self.stride << self.shift));
        let first = (block as u32) << self.shift;
        if first != writer.next {
            writer.end_run();
            (writer.start, writer.next) = (first, first);
        }
        writer.end = first + (1 << self.shift);
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let blocks = self.taken.load(Relaxed) * (self.stride << self.shift);
        (self.slots.len() + blocks) * 4 + self.blocks.capacity() * size_of::<OnceLock<Block>>()
    }

    /// Bytes in use once there is room for `numbers` numbers.
    pub fn memory_with(&self, numbers: u64) -> usize {
        self.memory() + (self.slots_for(numbers) - self.slots.len()) * 4
    }

    /// Returns the number of slots for `numbers` numbers.
    fn slots_for(&self, numbers: u64) -> usize {
        let mut slots = self.slots.len();
        while numbers > room(slots) {
            slots *= if slots < LARGE { 4 } else { 2 };
        }
        slots
    }
}

/// Maximum of numbers in `slots` slots. A number has as many bits as there are slots, so it always fits, and a search
/// always ends. The fuller they are the more slots are looked at before a state is known to be new: eight on average
/// while they become seven eighths full, four while they become three quarters full.
fn room(slots: usize) -> u64 {
    (slots - slots / 4) as u64
}

/// Returns true if two packed states are the same; they have few words.
#[inline]
fn same(a: &[AtomicU32], b: &[u32]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.load(Relaxed) == *b)
}
