//! Numbers of things that were met: equal ones have one.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Numbers of things, from 0.
pub(crate) struct Numbers<T>(FxHashMap<T, u32>);

impl<T: Eq + Hash> Numbers<T> {
    /// The number of a thing, a new one if it was not met.
    pub(crate) fn of(&mut self, thing: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(thing).or_insert(next)
    }
}

impl<T> Default for Numbers<T> {
    fn default() -> Numbers<T> {
        Numbers(FxHashMap::default())
    }
}
