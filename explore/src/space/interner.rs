//! Sequences of words, each kept once and named by a number.

use hashbrown::HashTable;

/// Sequences of words by number.
#[derive(Debug, Default)]
pub struct Interner {
    words: Vec<u64>,
    ends: Vec<usize>,
    table: HashTable<u32>,
}

/// A hash of a sequence of words.
#[inline]
pub fn hash(words: &[u64]) -> u64 {
    let mut h = words.len() as u64;
    for &w in words {
        h = mix(h ^ w);
    }
    h
}

/// Spreads every bit of a word over all bits.
#[inline]
pub fn mix(word: u64) -> u64 {
    let wide = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * u128::from(0xd6e8_feb8_6659_fd93u64);
    (wide as u64) ^ ((wide >> 64) as u64)
}

impl Interner {
    /// The number of a sequence; the next one if it is new.
    pub fn intern(&mut self, words: &[u64]) -> u32 {
        let Interner { words: all, ends, table } = self;
        let of = |id: u32| slice(all, ends, id);
        let hashed = hash(words);
        if let Some(&id) = table.find(hashed, |&id| of(id) == words) {
            return id;
        }
        let id = ends.len() as u32;
        table.insert_unique(hashed, id, |&id| hash(of(id)));
        all.extend_from_slice(words);
        ends.push(all.len());
        id
    }

    /// The sequence of a number.
    #[inline]
    pub fn get(&self, id: u32) -> &[u64] {
        slice(&self.words, &self.ends, id)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.words.capacity() * 8 + self.ends.capacity() * 8 + self.table.capacity() * 5
    }

    /// Forgets all, and keeps the memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
        self.table.clear();
    }
}

#[inline]
fn slice<'a>(words: &'a [u64], ends: &[usize], id: u32) -> &'a [u64] {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] };
    &words[start..ends[id as usize]]
}
