//! How states are packed: for each slot as many bits as the parts need that are known of it, and some to grow.

use crate::space::{Known, NONE, mix};
use racefree_interp::machine::pack::Part;

/// Where the number of a slot's part is in a packed state; 0 stands for no part.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u32,
    shift: u32,
    mask: u32,
    /// For the hash.
    factor: u64,
}

/// A layout of packed states.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    fields: Vec<Field>,
    words: usize,
}

impl Layout {
    /// Room for all parts that are known, and twice as many.
    pub fn new(known: &Known) -> Layout {
        let mut fields: Vec<Field> = Vec::with_capacity(known.width());
        let mut free: Vec<u32> = Vec::new();
        for slot in 0..known.width() {
            let bits = (u32::BITS + 1 - (known.count(slot) as u32).leading_zeros()).min(u32::BITS);
            let word = free.iter().position(|&left| left >= bits).unwrap_or(free.len());
            if word == free.len() {
                free.push(u32::BITS);
            }
            let (shift, mask) = (u32::BITS - free[word], u32::MAX >> (u32::BITS - bits));
            free[word] -= bits;
            fields.push(Field { word: word as u32, shift, mask, factor: mix(slot as u64) | 1 });
        }
        Layout { fields, words: free.len().max(1) }
    }

    /// Words of a packed state.
    #[inline]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether there is room for a part.
    #[inline]
    fn fits(&self, known: &Known, part: Part) -> bool {
        let place = known.place(part);
        self.fields.get(place.slot as usize).is_some_and(|field| place.nth <= field.mask)
    }

    /// Puts a part into a packed state whose hash is `sum`. Returns the new hash; nothing if there is no room.
    #[inline]
    pub fn put(&self, known: &Known, packed: &mut [u32], sum: u64, part: Part) -> Option<u64> {
        if !self.fits(known, part) {
            return None;
        }
        let place = known.place(part);
        let field = self.fields[place.slot as usize];
        let word = &mut packed[field.word as usize];
        let old = *word >> field.shift & field.mask;
        *word ^= (old ^ place.nth) << field.shift;
        let change = u64::from(place.nth).wrapping_sub(u64::from(old));
        Some(sum.wrapping_add(change.wrapping_mul(field.factor)))
    }

    /// Takes a packed state apart. Returns its hash, which does not depend on the layout.
    #[inline]
    pub fn unpack(&self, known: &Known, packed: &[u32], state: &mut Vec<Part>) -> u64 {
        state.clear();
        let mut sum = 0u64;
        for (slot, field) in self.fields.iter().enumerate() {
            let nth = packed[field.word as usize] >> field.shift & field.mask;
            state.push(if nth == 0 { NONE } else { known.part(slot, nth) });
            sum = sum.wrapping_add(u64::from(nth).wrapping_mul(field.factor));
        }
        while let Some(&NONE) = state.last() {
            state.pop();
        }
        sum
    }

    /// The hash of a packed state.
    #[inline]
    pub fn sum(&self, packed: &[u32]) -> u64 {
        let nth = |field: &Field| u64::from(packed[field.word as usize] >> field.shift & field.mask);
        self.fields.iter().fold(0, |sum, field| sum.wrapping_add(nth(field).wrapping_mul(field.factor)))
    }

    /// Packs a state, which fits.
    pub fn pack(&self, known: &Known, state: &[Part], packed: &mut Vec<u32>) -> u64 {
        packed.clear();
        packed.resize(self.words, 0);
        let parts = state.iter().filter(|&&part| part != NONE);
        parts.fold(0, |sum, &part| self.put(known, packed, sum, part).unwrap_or(sum))
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
