//! Sets of threads, a bit each.

use crate::in_place::clone_in_place;
use crate::value::ThreadId;

/// Bits of a word: threads with smaller numbers are in the first word.
const WORD: u32 = u64::BITS;

/// A set of threads.
#[derive(PartialEq, Eq, Default, Debug)]
pub struct ThreadSet {
    /// Threads of the first numbers.
    first: u64,
    /// The others.
    more: Vec<u64>,
    len: u32,
}

clone_in_place!(ThreadSet { first, len; more });

/// For each byte, the positions of its bits, from the lowest on.
const PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                places[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// Returns the position of the bit of a byte that has `n` bits below it.
#[inline(always)]
fn place(byte: u8, n: u32) -> u32 {
    u32::from(PLACES[usize::from(byte)][n as usize % 8])
}

impl ThreadSet {
    /// Number of threads.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Returns true if there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns true if this one is among them.
    #[inline]
    pub fn contains(&self, thread: ThreadId) -> bool {
        let word = match (thread.0 / WORD).checked_sub(1) {
            None => self.first,
            Some(at) => self.more.get(at as usize).copied().unwrap_or(0),
        };
        word >> (thread.0 % WORD) & 1 != 0
    }

    /// The one that `n` others come before, in the order of their numbers.
    #[inline(always)]
    pub fn nth(&self, n: u32) -> Option<ThreadId> {
        if n >= self.len {
            return None;
        }
        // Mostly there are few.
        if self.first <= u64::from(u8::MAX) && self.more.is_empty() {
            return Some(ThreadId(place(self.first as u8, n)));
        }
        self.nth_of_many(n)
    }

    #[inline(never)]
    fn nth_of_many(&self, mut n: u32) -> Option<ThreadId> {
        let words = std::iter::once(&self.first).chain(&self.more);
        for (at, byte) in (0..).zip(words.flat_map(|word| word.to_le_bytes())) {
            match n.checked_sub(byte.count_ones()) {
                Some(left) => n = left,
                None => return Some(ThreadId(at * u8::BITS + place(byte, n))),
            }
        }
        None
    }

    /// All, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = ThreadId> {
        let words = (0..).zip(std::iter::once(&self.first).chain(&self.more));
        words.flat_map(|(at, &word)| {
            let bits = std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
            bits.take_while(|&left| left != 0).map(move |left| ThreadId(at * WORD + left.trailing_zeros()))
        })
    }

    pub(crate) fn clear(&mut self) {
        (self.first, self.len) = (0, 0);
        self.more.clear();
    }

    fn word(&mut self, thread: ThreadId) -> &mut u64 {
        let Some(at) = (thread.0 / WORD).checked_sub(1) else { return &mut self.first };
        if self.more.len() <= at as usize {
            self.more.resize(at as usize + 1, 0);
        }
        &mut self.more[at as usize]
    }

    #[inline]
    pub(crate) fn insert(&mut self, thread: ThreadId) {
        if thread.0 < WORD {
            let bit = 1 << thread.0;
            self.len += u32::from(self.first & bit == 0);
            self.first |= bit;
        } else {
            self.insert_far(thread);
        }
    }

    #[inline(never)]
    fn insert_far(&mut self, thread: ThreadId) {
        self.len += u32::from(!self.contains(thread));
        *self.word(thread) |= 1 << (thread.0 % WORD);
    }

    #[inline]
    pub(crate) fn remove(&mut self, thread: ThreadId) {
        if thread.0 < WORD {
            let bit = 1 << thread.0;
            self.len -= u32::from(self.first & bit != 0);
            self.first &= !bit;
        } else {
            self.remove_far(thread);
        }
    }

    #[inline(never)]
    fn remove_far(&mut self, thread: ThreadId) {
        if self.contains(thread) {
            self.len -= 1;
            *self.word(thread) ^= 1 << (thread.0 % WORD);
        }
    }

    /// Inserts the threads of the first 32 that have a bit here.
    #[inline(always)]
    pub(crate) fn insert_few(&mut self, these: u32) {
        self.len += (these & !(self.first as u32)).count_ones();
        self.first |= u64::from(these);
    }

    /// Removes the thread of the first 32 that has its bit here; it must be in the set.
    #[inline(always)]
    pub(crate) fn remove_one(&mut self, this: u32) {
        self.len -= 1;
        self.first &= !u64::from(this);
    }

    /// Removes the threads of the first 32 that have a bit here.
    #[inline(always)]
    pub(crate) fn remove_few(&mut self, these: u32) {
        self.len -= (these & self.first as u32).count_ones();
        self.first &= !u64::from(these);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_set_is_a_set() {
        // Numbers that look random.
        let mut last = 1u64;
        let mut bits = || {
            last = last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (last >> 32) as u32
        };
        for most in [3, 8, 31, 64, 65, 300] {
            let (mut set, mut plain) = (ThreadSet::default(), BTreeSet::new());
            for _ in 0..2_000 {
                let thread = ThreadId(bits() % most);
                match bits() % 4 {
                    0 | 1 => {
                        set.insert(thread);
                        plain.insert(thread);
                    }
                    2 => {
                        match set.contains(thread) && thread.0 < u32::BITS {
                            true => set.remove_one(1 << thread.0),
                            false => set.remove(thread),
                        }
                        plain.remove(&thread);
                    }
                    _ => {
                        let few = bits() & ((1u64 << most.min(32)) - 1) as u32;
                        let these = (0..32).filter(|bit| few >> bit & 1 != 0).map(ThreadId);
                        if bits() % 2 == 0 {
                            set.insert_few(few);
                            plain.extend(these);
                        } else {
                            set.remove_few(few);
                            these.for_each(|t| {
                                plain.remove(&t);
                            });
                        }
                    }
                }
                assert_eq!(set.len() as usize, plain.len());
                assert!(set.iter().eq(plain.iter().copied()));
                assert_eq!(set.contains(thread), plain.contains(&thread));
                for n in 0..=set.len() {
                    assert_eq!(set.nth(n), plain.iter().nth(n as usize).copied());
                }
            }
        }
    }
}
