//! Sets of threads: a word, and more where there are more than 64 threads.

use crate::value::ThreadId;

/// A set of threads.
#[derive(Default, Debug, PartialEq, Eq, Hash)]
pub struct Threads {
    low: u64,
    /// The words of the threads from 64 on, without zeros at the end.
    high: Vec<u64>,
}

impl Clone for Threads {
    #[inline]
    fn clone(&self) -> Threads {
        // Most sets need no memory of their own.
        let high = if self.high.is_empty() { Vec::new() } else { self.high.clone() };
        Threads { low: self.low, high }
    }

    #[inline]
    fn clone_from(&mut self, from: &Threads) {
        self.low = from.low;
        if !(self.high.is_empty() && from.high.is_empty()) {
            self.high.clone_from(&from.high);
        }
    }
}

impl Threads {
    /// Only this thread.
    #[inline]
    pub fn one(thread: ThreadId) -> Threads {
        let mut set = Threads::default();
        set.insert(thread);
        set
    }

    /// Returns true if there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.low == 0 && self.high.is_empty()
    }

    /// Returns true if this one alone is in it.
    #[inline]
    pub fn is_only(&self, ThreadId(thread): ThreadId) -> bool {
        thread < 64 && self.low == 1 << thread && self.high.is_empty()
    }

    /// Returns true if this one is in it.
    #[inline]
    pub fn has(&self, ThreadId(thread): ThreadId) -> bool {
        let word = if thread < 64 { self.low } else { self.high.get(thread as usize / 64 - 1).copied().unwrap_or(0) };
        word >> (thread % 64) & 1 == 1
    }

    /// Adds a thread. Returns true if it is new.
    #[inline]
    pub fn insert(&mut self, ThreadId(thread): ThreadId) -> bool {
        let word = if thread < 64 {
            &mut self.low
        } else {
            let at = thread as usize / 64 - 1;
            self.high.resize(self.high.len().max(at + 1), 0);
            &mut self.high[at]
        };
        let before = *word;
        *word |= 1 << (thread % 64);
        before != *word
    }

    /// Takes a thread out. Returns true if it was in.
    #[inline]
    pub fn remove(&mut self, thread: ThreadId) -> bool {
        if !self.has(thread) {
            return false;
        }
        match thread.0 {
            low @ 0..64 => self.low &= !(1 << low),
            high => self.high[high as usize / 64 - 1] &= !(1 << (high % 64)),
        }
        while self.high.last() == Some(&0) {
            self.high.pop();
        }
        true
    }

    /// Takes all threads out.
    #[inline]
    pub fn clear(&mut self) {
        self.low = 0;
        self.high.clear();
    }

    /// Adds the threads of another set.
    #[inline]
    pub fn join(&mut self, other: &Threads) {
        self.low |= other.low;
        if !other.high.is_empty() {
            self.high.resize(self.high.len().max(other.high.len()), 0);
            self.high.iter_mut().zip(&other.high).for_each(|(mine, its)| *mine |= its);
        }
    }

    /// Returns true if all of another set are in this one.
    #[inline]
    pub fn covers(&self, other: &Threads) -> bool {
        let word = |at: usize| self.high.get(at).copied().unwrap_or(0);
        other.low & !self.low == 0 && other.high.iter().enumerate().all(|(at, its)| its & !word(at) == 0)
    }

    /// The threads, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let words = std::iter::once(self.low).chain(self.high.iter().copied());
        words.enumerate().flat_map(|(at, mut left)| {
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(ThreadId(at as u32 * 64 + bit))
            })
        })
    }

    /// Its words, those of the first threads first.
    pub fn words(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        (0..self.high.len() + 1).map(|at| if at == 0 { self.low } else { self.high[at - 1] })
    }

    /// The set with these words.
    pub fn of_words(words: &[u64]) -> Threads {
        Threads { low: words.first().copied().unwrap_or(0), high: words.get(1..).unwrap_or_default().to_vec() }
    }
}
