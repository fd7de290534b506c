//! Paths in scope, and lists of them.

use crate::tree::{Path, Row, T};
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

/// A path in scope.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The path.
    pub path: Path,
    /// Its type.
    pub ty: T,
    /// True if every step is a final field.
    pub is_final: bool,
    /// True if it starts from a ghost.
    pub ghost: bool,
    /// The locks that reading it needs and that are not held.
    pub needs: Row<Path, 2>,
}

/// Memory that is not needed at present. Lists of paths are made for nearly every decision.
#[derive(Default)]
pub struct Spare(Cell<Vec<Vec<Reach>>>);

impl Spare {
    /// An empty list.
    #[inline]
    pub fn list(&self) -> Reaches<'_> {
        let mut lists = self.0.take();
        let list = lists.pop();
        self.0.set(lists);
        Reaches { list: list.unwrap_or_else(|| Vec::with_capacity(16)), spare: self }
    }
}

/// Paths in scope.
pub struct Reaches<'s> {
    list: Vec<Reach>,
    spare: &'s Spare,
}

impl Drop for Reaches<'_> {
    #[inline]
    fn drop(&mut self) {
        let mut lists = self.spare.0.take();
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        lists.push(list);
        self.spare.0.set(lists);
    }
}

impl Deref for Reaches<'_> {
    type Target = Vec<Reach>;

    fn deref(&self) -> &Vec<Reach> {
        &self.list
    }
}

impl DerefMut for Reaches<'_> {
    fn deref_mut(&mut self) -> &mut Vec<Reach> {
        &mut self.list
    }
}
