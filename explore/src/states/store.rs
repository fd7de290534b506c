//! A set of states: short sequences of numbers, each kept once, numbered in the order in which they came.

use crate::space::mix;

/// Words of a block of records: memory grows block by block, and nothing is copied.
const BLOCK: usize = 1 << 16;
const EMPTY: u32 = u32::MAX;

/// A set of states with the state that each was reached from.
pub struct Store {
    /// The words of a record: the predecessor, and the state.
    stride: usize,
    blocks: Vec<Vec<u32>>,
    per_block: usize,
    len: u32,
    /// The number of a record, and above that as much of its hash as there is room for.
    slots: Vec<u32>,
}

/// A hash of a state.
#[inline]
pub fn hash(state: &[u32]) -> u64 {
    let mut h = 0u64;
    for pair in state.chunks(2) {
        let word = u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32;
        h = mix(h ^ word);
    }
    h
}

impl Store {
    /// A set of states of `width` numbers.
    pub fn new(width: usize) -> Store {
        let stride = width + 1;
        Store { stride, blocks: Vec::new(), per_block: (BLOCK / stride).max(1), len: 0, slots: vec![EMPTY; 1 << 10] }
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// The length of the states.
    pub fn width(&self) -> usize {
        self.stride - 1
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

    /// The number of the state that a state was first reached from.
    pub fn predecessor(&self, number: u32) -> u32 {
        self.record(number)[0]
    }

    /// Looks at where a state would be, so that it is at hand when it is inserted.
    #[inline]
    pub fn touch(&self, hash: u64) -> u32 {
        self.slots[hash as usize & (self.slots.len() - 1)]
    }

    /// Whether a state is the one of a number; what is left of the record is [`EMPTY`].
    #[inline]
    fn is(&self, number: u32, state: &[u32]) -> bool {
        let known = self.get(number);
        known[..state.len()] == *state && known.get(state.len()).is_none_or(|&w| w == EMPTY)
    }

    /// A state without the padding at its end.
    #[inline]
    pub fn trimmed(&self, number: u32) -> &[u32] {
        let mut state = self.get(number);
        while let [rest @ .., EMPTY] = state {
            state = rest;
        }
        state
    }

    /// Adds a state that was reached from another one. Returns whether it is new.
    #[inline]
    pub fn insert(&mut self, hash: u64, state: &[u32], from: u32) -> bool {
        if state.len() > self.width() {
            self.widen(state.len());
        }
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
            if slot & tag_mask == tag && self.is(slot & mask as u32, state) {
                return false;
            }
            at = (at + 1) & mask;
        }
        let number = self.len;
        self.slots[at] = tag | number;
        self.push(state, from);
        // At most seven eighths full, so that a number always fits and is never taken for an empty slot.
        if (self.len as usize) * 8 > self.slots.len() * 7 {
            self.grow();
        }
        true
    }

    fn push(&mut self, state: &[u32], from: u32) {
        if (self.len as usize).is_multiple_of(self.per_block) {
            self.blocks.push(Vec::with_capacity(self.per_block * self.stride));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(from);
            block.extend_from_slice(state);
            block.resize(block.len() + self.stride - 1 - state.len(), EMPTY);
        }
        self.len += 1;
    }

    fn grow(&mut self) {
        self.rebuild(self.slots.len() * 2);
    }

    fn rebuild(&mut self, size: usize) {
        let mut slots = vec![EMPTY; size];
        let mask = size - 1;
        for number in 0..self.len {
            let h = hash(self.trimmed(number));
            let tag = (h >> 32) as u32 & !(mask as u32);
            let mut at = h as usize & mask;
            while slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            slots[at] = tag | number;
        }
        self.slots = slots;
    }

    /// From now on states may be longer.
    fn widen(&mut self, width: usize) {
        let mut wider = Store::new(width);
        for number in 0..self.len {
            wider.push(self.trimmed(number), self.predecessor(number));
        }
        wider.slots = std::mem::take(&mut self.slots);
        *self = wider;
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.slots.len() * 4 + self.blocks.len() * self.per_block * self.stride * 4
    }

    /// Bytes in use after one more state.
    pub fn memory_soon(&self) -> usize {
        let full = (self.len as usize + 1) * 8 > self.slots.len() * 7;
        self.memory() + if full { self.slots.len() * 8 } else { 0 }
    }
}
