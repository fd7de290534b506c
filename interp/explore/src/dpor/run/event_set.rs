//! Sets of events of a run.

use super::EventId;

/// A set of events, a bit for each.
#[derive(Clone, Debug, Default)]
pub struct EventSet(Vec<u64>);

impl EventSet {
    /// Adds an event.
    #[inline]
    pub fn add(&mut self, EventId(i): EventId) {
        let word = i as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (i % 64);
    }

    /// Takes an event out.
    #[inline]
    pub fn remove(&mut self, EventId(i): EventId) {
        self.0[i as usize / 64] &= !(1 << (i % 64));
    }

    /// The last one before this one.
    #[inline]
    pub fn before(&self, EventId(i): EventId) -> Option<EventId> {
        let word = i as usize / 64;
        let bits = |at: usize, bits: u64| (bits != 0).then(|| EventId(at as u32 * 64 + bits.ilog2()));
        let earlier = || self.0[..word].iter().enumerate().rev().find_map(|(at, &all)| bits(at, all));
        bits(word, self.0[word] & ((1 << (i % 64)) - 1)).or_else(earlier)
    }

    /// Returns the events after this one, in order.
    #[inline]
    pub fn after(&self, EventId(i): EventId) -> impl Iterator<Item = EventId> {
        let first = (i as usize + 1) / 64;
        self.0.iter().enumerate().skip(first).flat_map(move |(word, &bits)| {
            let mut bits = if word == first { bits & u64::MAX << ((i + 1) % 64) } else { bits };
            std::iter::from_fn(move || {
                let next = EventId(word as u32 * 64 + bits.trailing_zeros());
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    next
                })
            })
        })
    }

    /// The first one that is also among these.
    #[inline]
    pub fn first_of(&self, others: &[u64]) -> Option<EventId> {
        let common = self.0.iter().zip(others).position(|(a, b)| a & b != 0)?;
        let bits = self.0[common] & others[common];
        Some(EventId(common as u32 * 64 + bits.trailing_zeros()))
    }
}
