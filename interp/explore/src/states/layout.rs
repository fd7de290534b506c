//! Layout of packed states: for each slot as many bits as its numbers have, and one to grow.

use crate::space::{Known, PartNumber, Slot, mix};

/// Bits of a slot's number in a packed state.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u32,
    shift: u32,
    mask: u32,
    /// The multiplier of the word.
    factor: u64,
}

/// A layout of packed states.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    fields: Vec<Field>,
    /// The multipliers of words, for the hash.
    factors: Vec<u64>,
}

/// Multiplier of a word in the hash.
fn factor(word: usize) -> u64 {
    mix(word as u64 + 1) | 1
}

impl Layout {
    /// Returns a layout with room for twice the known parts, and for as many more as the same words allow.
    pub fn new(known: &Known) -> Layout {
        // The word of each slot, and its bits.
        let mut places: Vec<(usize, u32)> = Vec::with_capacity(known.width());
        let mut free: Vec<u32> = Vec::new();
        // With many slots more are likely to come.
        for slot in 0..known.width() + known.width() / 16 {
            let count = if slot < known.width() { known.count(Slot(slot as u32)) } else { 2 };
            // A slot that has grown much is likely to grow more.
            let room = if count < 32 { 1 } else { 2 };
            let bits = (u32::BITS + room - (count as u32).leading_zeros()).min(u32::BITS);
            let word = free.iter().position(|&left| left >= bits).unwrap_or(free.len());
            if word == free.len() {
                free.push(u32::BITS);
            }
            free[word] -= bits;
            places.push((word, bits));
        }
        // Spare bits go to the fullest slots of those that change, since packing all states anew takes time.
        for (word, free) in free.iter_mut().enumerate() {
            while *free > 0 {
                let own = (0..).zip(&mut places).filter(|(_, place)| place.0 == word);
                let fullest = own.max_by_key(|(slot, place)| {
                    let count = if *slot < known.width() { known.count(Slot(*slot as u32)) } else { 0 };
                    (count > 1, (count as u64) << (u32::BITS - place.1))
                });
                let Some((_, place)) = fullest else { break };
                (place.1, *free) = (place.1 + 1, *free - 1);
            }
        }
        let mut begin = vec![0; free.len()];
        let fields = places.into_iter().map(|(word, bits)| {
            let shift = begin[word];
            begin[word] += bits;
            Field { word: word as u32, shift, mask: u32::MAX >> (u32::BITS - bits), factor: factor(word) }
        });
        Layout { fields: fields.collect(), factors: (0..free.len().max(1)).map(factor).collect() }
    }

    /// Returns true if there is no room for twice the known parts.
    pub fn is_tight(&self, known: &Known) -> bool {
        let counts = (0..known.width() as u32).map(|slot| known.count(Slot(slot)));
        self.fields.len() < known.width()
            || self.fields.iter().zip(counts).any(|(field, n)| n as u64 * 2 > u64::from(field.mask))
    }

    /// Words of a packed state.
    #[inline]
    pub fn words(&self) -> usize {
        self.factors.len()
    }

    /// Puts a number into a slot of a packed state whose hash is `sum`. Returns the new hash; nothing if there is no room.
    #[inline]
    pub fn put(&self, packed: &mut [u32], sum: u64, slot: Slot, PartNumber(number): PartNumber) -> Option<u64> {
        let field = self.fields.get(slot.index()).filter(|field| number <= field.mask)?;
        let word = &mut packed[field.word as usize];
        let before = *word;
        *word = before & !(field.mask << field.shift) | number << field.shift;
        let change = u64::from(*word).wrapping_sub(u64::from(before));
        Some(sum.wrapping_add(change.wrapping_mul(field.factor)))
    }

    /// Takes a packed state apart, and adds it to `state`.
    #[inline]
    pub fn unpack(&self, packed: &[u32], state: &mut Vec<u32>) {
        let start = state.len();
        let number = |field: &Field| packed[field.word as usize] >> field.shift & field.mask;
        state.extend(self.fields.iter().map(number));
        while state.len() > start && state.last() == Some(&0) {
            state.pop();
        }
    }

    /// The hash of a packed state.
    #[inline]
    pub fn sum(&self, packed: impl Iterator<Item = u32>) -> u64 {
        let nth = |(word, factor): (u32, &u64)| u64::from(word).wrapping_mul(*factor);
        packed.zip(&self.factors).fold(0, |sum, word| sum.wrapping_add(nth(word)))
    }

    /// Packs a state, which fits.
    pub fn pack(&self, state: &[u32], packed: &mut Vec<u32>) -> u64 {
        packed.clear();
        packed.resize(self.words(), 0);
        let numbers = (0..).map(Slot).zip(state).filter(|s| *s.1 != 0);
        numbers.fold(0, |sum, (slot, &number)| self.put(packed, sum, slot, PartNumber(number)).unwrap_or(sum))
    }

    /// Packs a state in another layout.
    pub fn convert(&self, packed: &[u32], to: &Layout, into: &mut Vec<u32>) {
        into.clear();
        into.resize(to.words(), 0);
        for (old, new) in self.fields.iter().zip(&to.fields) {
            into[new.word as usize] |= (packed[old.word as usize] >> old.shift & old.mask) << new.shift;
        }
    }
}
