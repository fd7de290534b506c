//! A set of packed states, each kept once, with the state that each was first reached from.

use super::layout::Layout;
use crate::space::mix;
use racefree_grammar::index;
use racefree_interp::index::Packed;
use std::ops::Range;

index! {
    /// A state.
    StateNumber;
}

/// A slot with no number.
const EMPTY: u32 = 0;
/// Number of slots at first.
const FIRST: usize = 1 << 9;
/// Size of a table, 128 MiB, that is no longer made four times as large, but twice. To put all numbers in their new
/// places, which misses the caches each time, takes longer than all else that a table costs; four times as large, it
/// happens half as often.
const LARGE: usize = 1 << 25;
/// States that are looked up together when the table grows.
const TOGETHER: usize = 128;
/// States for which there is room at least when the records grow.
const MORE: usize = 64;

/// A set of states, numbered in the order in which they were added.
pub struct Store {
    layout: Layout,
    /// The number of a record and one more, and above that as much of its hash as there is room for.
    slots: Vec<u32>,
    /// Records of the states: one more than the predecessor's number, 0 if there is none, and the packed state.
    records: Vec<u32>,
    len: u32,
}

impl Store {
    /// An empty set.
    pub fn new(layout: Layout) -> Store {
        Store { layout, slots: vec![EMPTY; FIRST], records: Vec::new(), len: 0 }
    }

    /// Number of states.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Returns the present layout of states.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The words of a record.
    #[inline]
    fn stride(&self) -> usize {
        self.layout.words() + 1
    }

    #[inline]
    fn record(&self, number: u32) -> &[u32] {
        &self.records[number as usize * self.stride()..][..self.stride()]
    }

    /// Adds the words of states to these.
    #[inline]
    pub fn copy(&self, numbers: Range<u32>, into: &mut Vec<u32>) {
        let stride = self.stride();
        for record in self.records[numbers.start as usize * stride..numbers.end as usize * stride].chunks_exact(stride)
        {
            into.extend_from_slice(&record[1..]);
        }
    }

    /// A state by its number, taken apart.
    pub fn unpack(&self, state: StateNumber) -> Vec<u32> {
        let mut unpacked = Vec::new();
        self.layout.unpack(&self.record(state.0)[1..], &mut unpacked);
        unpacked
    }

    /// The state that a state was first reached from.
    pub fn predecessor(&self, state: StateNumber) -> Option<StateNumber> {
        self.record(state.0)[0].checked_sub(1).map(StateNumber)
    }

    /// Prefetches the slots of states, all of them, so that memory is waited for once and not once for each.
    #[inline]
    pub fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let at = |hash: u64| self.slots[hash as usize & (self.slots.len() - 1)];
        std::hint::black_box(hashes.fold(0, |seen, hash| seen ^ at(hash)));
    }

    /// Returns true if there is no room for `numbers` numbers.
    #[inline]
    pub fn is_crowded(&self, numbers: u64) -> bool {
        numbers > room(self.slots.len())
    }

    /// Adds a packed state that was reached from another one, for which there must be room. Returns false if it is there already.
    #[inline]
    pub fn insert(&mut self, hash: u64, packed: &[u32], from: Packed<StateNumber>) -> bool {
        let mask = self.slots.len() - 1;
        let numbers = mask as u32;
        let tag = (hash >> 32) as u32 & !numbers;
        let mut at = hash as usize & mask;
        while self.slots[at] != EMPTY {
            let slot = self.slots[at];
            if slot & !numbers == tag && &self.record((slot & numbers) - 1)[1..] == packed {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = tag | (self.len + 1);
        self.len += 1;
        let stride = self.stride();
        if self.records.capacity() - self.records.len() < stride {
            // Little at a time, as all of it counts as used.
            self.records.reserve_exact((self.records.len() / 8).max(MORE * stride));
        }
        self.records.push(from.raw().wrapping_add(1));
        self.records.extend_from_slice(packed);
        true
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        (self.slots.len() + self.records.capacity()) * 4
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

    /// Makes room for `numbers` numbers, and packs states in another layout, which has room for all that the old one had.
    #[cold]
    pub fn rebuild(&mut self, numbers: u64, layout: Option<Layout>) {
        let size = self.slots_for(numbers);
        if let Some(layout) = layout {
            self.convert(layout);
        } else if size == self.slots.len() {
            return;
        }
        // The old one is of no use any more.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; size];
        self.refill();
    }

    fn convert(&mut self, layout: Layout) {
        let (mut records, mut packed) = (Vec::with_capacity(self.len as usize * (layout.words() + 1)), Vec::new());
        for record in self.records.chunks_exact(self.stride()) {
            self.layout.convert(&record[1..], &layout, &mut packed);
            records.push(record[0]);
            records.extend_from_slice(&packed);
        }
        (self.layout, self.records) = (layout, records);
    }

    /// Puts all states into the table, which is empty.
    fn refill(&mut self) {
        let mask = self.slots.len() - 1;
        let stride = self.stride();
        let mut found = Vec::with_capacity(TOGETHER);
        for (batch, records) in self.records.chunks(TOGETHER * stride).enumerate() {
            found.clear();
            let sum = |record: &[u32]| self.layout.sum(record[1..].iter().copied());
            found.extend(records.chunks_exact(stride).map(|record| mix(sum(record))));
            self.touch(found.iter().copied());
            for (&hash, number) in found.iter().zip((batch * TOGETHER) as u32 + 1..) {
                let mut at = hash as usize & mask;
                while self.slots[at] != EMPTY {
                    at = (at + 1) & mask;
                }
                self.slots[at] = (hash >> 32) as u32 & !(mask as u32) | number;
            }
        }
    }
}

/// Maximum of numbers in `slots` slots. A number has as many bits as there are slots, so it always fits, and a search
/// always ends. The fuller they are the more slots are looked at before a state is known to be new: eight on average
/// while they become seven eighths full, four while they become three quarters full.
fn room(slots: usize) -> u64 {
    (slots - slots / 4) as u64
}
