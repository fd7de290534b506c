//! Interning: sequences of words, each kept once and named by a number.

use hashbrown::HashTable;

/// Sequences of words by number.
#[derive(Debug)]
pub struct Interner<W = u64> {
    words: Vec<W>,
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl<W> Default for Interner<W> {
    fn default() -> Interner<W> {
        Interner { words: Vec::new(), ends: Vec::new(), table: HashTable::new() }
    }
}

/// A hash of a sequence of words.
#[inline]
fn hash<W: Copy + Into<u64>>(words: &[W]) -> u64 {
    words.iter().fold(words.len() as u64, |h, &w| mix(h ^ w.into()))
}

/// Spreads every bit of a word over all bits.
#[inline]
pub fn mix(word: u64) -> u64 {
    let wide = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * u128::from(0xd6e8_feb8_6659_fd93u64);
    (wide as u64) ^ ((wide >> 64) as u64)
}

impl<W: Copy + Eq + Into<u64>> Interner<W> {
    /// The number of a sequence; the next one if it is new.
    #[inline]
    pub fn intern(&mut self, words: &[W]) -> u32 {
        let Interner { words: all, ends, table } = self;
        let hashed = hash(words);
        if let Some(&id) = table.find(hashed, |&id| slice(all, ends, id) == words) {
            return id;
        }
        let id = ends.len() as u32;
        table.insert_unique(hashed, id, |&id| hash(slice(all, ends, id)));
        all.extend_from_slice(words);
        ends.push(all.len());
        id
    }

    /// Forgets all, and keeps the memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
        self.table.clear();
    }

    /// The sequence of a number.
    #[inline]
    pub fn get(&self, id: u32) -> &[W] {
        slice(&self.words, &self.ends, id)
    }

    /// Number of sequences.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.words.capacity() * size_of::<W>() + self.ends.capacity() * 8 + self.table.capacity() * 5
    }
}

#[inline]
fn slice<'a, W>(words: &'a [W], ends: &[usize], id: u32) -> &'a [W] {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] };
    &words[start..ends[id as usize]]
}
