//! The edges of the decision tree: from a node and the value seen there to a node or a transition.

use racefree_interp::machine::intern::mix;

const EMPTY: u64 = u64::MAX;

/// A hash table with open addressing; the keys are two numbers in one.
#[derive(Debug)]
pub struct Memo {
    slots: Vec<(u64, u32)>,
    len: usize,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo { slots: vec![(EMPTY, 0); 64], len: 0 }
    }
}

impl Memo {
    /// The key of two numbers, which are not both the greatest.
    #[inline]
    pub fn key(a: u32, b: u32) -> u64 {
        u64::from(a) << 32 | u64::from(b)
    }

    /// Prefetches the slot of a key.
    #[inline]
    pub fn touch(&self, key: u64) {
        std::hint::black_box(self.slots[mix(key) as usize & (self.slots.len() - 1)].0);
    }

    /// The number of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = mix(key) as usize & mask;
        loop {
            let (found, number) = self.slots[at];
            if found == key {
                return Some(number);
            }
            if found == EMPTY {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a key that is not there.
    pub fn insert(&mut self, key: u64, number: u32) {
        // At most three quarters full.
        if self.len * 4 >= self.slots.len() * 3 {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(EMPTY, 0); old.len() * 2];
            old.into_iter().filter(|s| s.0 != EMPTY).for_each(|(key, number)| self.put(key, number));
        }
        self.len += 1;
        self.put(key, number);
    }

    fn put(&mut self, key: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = mix(key) as usize & mask;
        while self.slots[at].0 != EMPTY {
            at = (at + 1) & mask;
        }
        self.slots[at] = (key, number);
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.slots.len() * 16
    }

    /// Forgets all, and keeps the memory unless it is much.
    pub fn clear(&mut self) {
        self.slots.truncate(1 << 14);
        self.slots.fill((EMPTY, 0));
        self.len = 0;
    }
}
