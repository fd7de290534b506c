//! A set of packed states, each kept once, numbered in the order in which they came.

use super::layout::Layout;
use crate::space::mix;

/// Words of a block of records: memory grows block by block, and nothing is copied but in the first, since most programs have
/// few states.
const BLOCK: usize = 1 << 16;
/// So many states there is room for at first.
const FIRST: usize = 1 << 6;
const EMPTY: u32 = u32::MAX;
/// A table with so many slots is no longer made four times as large, but twice.
const LARGE: usize = 1 << 21;
/// States that are looked up together when the table grows.
const TOGETHER: u32 = 32;

/// A set of states with the state that each was reached from.
pub struct Store {
    layout: Layout,
    /// The words of a record: the predecessor, and the packed state.
    stride: usize,
    blocks: Vec<Vec<u32>>,
    per_block: usize,
    len: u32,
    /// The number of a record, and above that as much of its hash as there is room for.
    slots: Vec<u32>,
}

impl Store {
    /// An empty set.
    pub fn new(layout: Layout) -> Store {
        let stride = layout.words() + 1;
        let per_block = (BLOCK / stride).max(1);
        Store { layout, stride, blocks: Vec::new(), per_block, len: 0, slots: vec![EMPTY; 2 * FIRST] }
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// How states are packed now.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    fn record(&self, number: u32) -> &[u32] {
        let (block, at) = (number as usize / self.per_block, number as usize % self.per_block * self.stride);
        &self.blocks[block][at..at + self.stride]
    }

    /// A state by its number.
    #[inline]
    pub fn get(&self, number: u32) -> &[u32] {
        &self.record(number)[1..]
    }

    /// A state by its number, taken apart.
    pub fn unpack(&self, number: u32) -> Vec<u32> {
        let mut state = Vec::new();
        self.layout.unpack(self.get(number), &mut state);
        state
    }

    /// The number of the state that a state was first reached from.
    pub fn predecessor(&self, number: u32) -> u32 {
        self.record(number)[0]
    }

    /// Looks at where a state would be, so that it is at hand when it is inserted.
    #[inline]
    pub fn touch(&self, sum: u64) -> u32 {
        self.slots[mix(sum) as usize & (self.slots.len() - 1)]
    }

    /// Adds a packed state that was reached from another one. Returns whether it is new.
    #[inline]
    pub fn insert(&mut self, sum: u64, packed: &[u32], from: u32) -> bool {
        let hash = mix(sum);
        let mask = self.slots.len() - 1;
        // A number has as many bits as there are slots; what is left tells most states apart.
        let tag_mask = !(mask as u32);
        let tag = (hash >> 32) as u32 & tag_mask;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                break;
            }
            if slot & tag_mask == tag && same(self.get(slot & mask as u32), packed) {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = tag | self.len;
        self.push(packed, from);
        // At most seven eighths full, so that a number always fits and is never taken for an empty slot.
        if (self.len as usize) * 8 > self.slots.len() * 7 {
            self.grow();
        }
        true
    }

    #[inline]
    fn push(&mut self, packed: &[u32], from: u32) {
        if (self.len as usize).is_multiple_of(self.per_block) {
            let room = if self.blocks.is_empty() { FIRST.min(self.per_block) } else { self.per_block };
            self.blocks.push(Vec::with_capacity(room * self.stride));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(from);
            block.extend(packed.iter().copied());
        }
        self.len += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * if self.slots.len() < LARGE { 4 } else { 2 };
        // The old one is of no use any more.
        self.slots = Vec::new();
        let mut slots = vec![EMPTY; size];
        let mask = size - 1;
        let mut hashes = Vec::with_capacity(TOGETHER as usize);
        for start in (0..self.len).step_by(TOGETHER as usize) {
            // The places are looked at first, all of them, so that memory is waited for once and not once for each.
            let numbers = start..self.len.min(start + TOGETHER);
            hashes.clear();
            hashes.extend(numbers.clone().map(|number| mix(self.layout.sum(self.get(number)))));
            std::hint::black_box(hashes.iter().fold(0, |seen, &hash| seen ^ slots[hash as usize & mask]));
            for (number, &hash) in numbers.zip(&hashes) {
                let tag = (hash >> 32) as u32 & !(mask as u32);
                let mut at = hash as usize & mask;
                while slots[at] != EMPTY {
                    at = (at + 1) & mask;
                }
                slots[at] = tag | number;
            }
        }
        self.slots = slots;
    }

    /// From now on states are packed in another way, which has room for all that the old one had.
    #[cold]
    pub fn pack_as(&mut self, layout: Layout) {
        let mut new = Store::new(layout);
        let mut packed = Vec::new();
        let per_block = self.per_block;
        for (block, words) in std::mem::take(&mut self.blocks).into_iter().enumerate() {
            let left = self.len as usize - block * per_block;
            for record in words.chunks(self.stride).take(left) {
                self.layout.convert(&record[1..], &new.layout, &mut packed);
                new.push(&packed, record[0]);
            }
        }
        new.slots = std::mem::take(&mut self.slots);
        *self = new;
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.slots.len() * 4 + self.blocks.iter().map(Vec::capacity).sum::<usize>() * 4
    }

    /// Bytes in use after one more state.
    pub fn memory_soon(&self) -> usize {
        let full = (self.len as usize + 1) * 8 > self.slots.len() * 7;
        self.memory() + if full { self.slots.len() * 12 } else { 0 }
    }
}

/// Whether two packed states are the same; they have few words.
#[inline]
fn same(a: &[u32], b: &[u32]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}
