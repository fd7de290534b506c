//! How states are packed: for each slot as many bits as its numbers have, and one to grow.

use crate::space::{Known, mix};

/// So many cases are dealt out evenly.
const ENOUGH: usize = 1000;

/// Where the number in a slot is in a packed state.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u32,
    shift: u32,
    mask: u32,
    /// For the hash.
    factor: u64,
    /// Whether what is in it says whose a state is.
    home: bool,
}

/// A layout of packed states.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    fields: Vec<Field>,
    words: usize,
    homes: Vec<Field>,
}

impl Layout {
    /// Room for all that is known, and for twice as much. What is in the slots `homes` says whose a state is.
    pub fn new(known: &Known, homes: &[u32]) -> Layout {
        let mut fields: Vec<Field> = Vec::with_capacity(known.width());
        let mut free: Vec<u32> = Vec::new();
        // Where there are many slots there will be more, as likely as not.
        for slot in 0..known.width() + known.width() / 16 {
            let count = if slot < known.width() { known.count(slot) } else { 2 };
            // What has become much of late is likely to become more.
            let room = if count < 32 { 1 } else { 2 };
            let bits = (u32::BITS + room - (count as u32).leading_zeros()).min(u32::BITS);
            let word = free.iter().position(|&left| left >= bits).unwrap_or(free.len());
            if word == free.len() {
                free.push(u32::BITS);
            }
            let (shift, mask) = (u32::BITS - free[word], u32::MAX >> (u32::BITS - bits));
            free[word] -= bits;
            let home = homes.contains(&(slot as u32));
            fields.push(Field { word: word as u32, shift, mask, factor: mix(slot as u64) | 1, home });
        }
        let homes = fields.iter().copied().filter(|field| field.home).collect();
        Layout { fields, words: free.len().max(1), homes }
    }

    /// Words of a packed state.
    #[inline]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Puts a number into a slot of a packed state whose hash is `sum`. Returns the new hash; nothing if there is no room.
    #[inline]
    pub fn put(&self, packed: &mut [u32], sum: u64, slot: u32, number: u32) -> Option<u64> {
        let field = self.fields.get(slot as usize).filter(|field| number <= field.mask)?;
        let word = &mut packed[field.word as usize];
        let old = *word >> field.shift & field.mask;
        *word ^= (old ^ number) << field.shift;
        let change = u64::from(number).wrapping_sub(u64::from(old));
        Some(sum.wrapping_add(change.wrapping_mul(field.factor)))
    }

    /// Takes a packed state apart, and adds it to `state`. Returns its hash, which does not depend on the layout.
    #[inline]
    pub fn unpack(&self, packed: &[u32], state: &mut Vec<u32>) -> u64 {
        let start = state.len();
        let mut sum = 0u64;
        state.extend(self.fields.iter().map(|field| {
            let number = packed[field.word as usize] >> field.shift & field.mask;
            sum = sum.wrapping_add(u64::from(number).wrapping_mul(field.factor));
            number
        }));
        while state.len() > start && state.last() == Some(&0) {
            state.pop();
        }
        sum
    }

    /// Whether what is in a slot says whose a state is.
    #[inline]
    pub fn is_home(&self, slot: u32) -> bool {
        self.fields.get(slot as usize).is_some_and(|field| field.home)
    }

    /// A hash of what says whose a packed state is, which does not depend on the layout.
    #[inline]
    pub fn home(&self, packed: &[u32]) -> u64 {
        let number = |field: &Field| u64::from(packed[field.word as usize] >> field.shift & field.mask);
        mix(self.homes.iter().fold(0, |sum, field| number(field).wrapping_mul(field.factor).wrapping_add(sum)))
    }

    /// The hash of a packed state.
    #[inline]
    pub fn sum(&self, packed: &[u32]) -> u64 {
        let nth = |field: &Field| u64::from(packed[field.word as usize] >> field.shift & field.mask);
        self.fields.iter().fold(0, |sum, field| sum.wrapping_add(nth(field).wrapping_mul(field.factor)))
    }

    /// Packs a state, which fits.
    pub fn pack(&self, state: &[u32], packed: &mut Vec<u32>) -> u64 {
        packed.clear();
        packed.resize(self.words, 0);
        let numbers = state.iter().enumerate().filter(|s| *s.1 != 0);
        numbers.fold(0, |sum, (slot, &number)| self.put(packed, sum, slot as u32, number).unwrap_or(sum))
    }

    /// Packs a state in another layout.
    pub fn convert(&self, packed: &[u32], to: &Layout, into: &mut Vec<u32>) {
        into.clear();
        into.resize(to.words, 0);
        for (old, new) in self.fields.iter().zip(&to.fields) {
            into[new.word as usize] |= (packed[old.word as usize] >> old.shift & old.mask) << new.shift;
        }
    }
}

/// Slots that say whose a state is: those of so few threads that most transitions leave them as they are, and of so many that
/// all workers have work.
pub fn homes(known: &Known) -> Vec<u32> {
    let mut threads: Vec<u32> = known.threads().iter().map(|t| t.0).collect();
    threads.sort_by_key(|&slot| std::cmp::Reverse(known.count(slot as usize)));
    let mut cases = 1;
    let enough = |slot: &u32| {
        let before = cases;
        cases *= known.count(*slot as usize);
        before < ENOUGH
    };
    threads.into_iter().take_while(enough).collect()
}
