//! What is in scope as a path, and lists of that.

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
    /// Whether every step is a final field.
    pub is_final: bool,
    /// Whether it starts from a ghost.
    pub ghost: bool,
    /// The locks that reading it needs and that are not held.
    pub needs: Row<Path, 2>,
}

thread_local! {
    /// Memory that is not needed at present.
    static SPARE: Cell<Vec<Vec<Reach>>> = const { Cell::new(Vec::new()) };
}

/// Paths in scope. Lists of them are made for nearly every decision, so their memory is used again and again.
#[derive(Debug)]
pub struct Reaches(Vec<Reach>);

impl Reaches {
    /// None.
    pub fn none() -> Reaches {
        let mut spare = SPARE.take();
        let list = spare.pop();
        SPARE.set(spare);
        Reaches(list.unwrap_or_else(|| Vec::with_capacity(16)))
    }

    /// A single one.
    pub fn one(reach: Reach) -> Reaches {
        let mut one = Reaches::none();
        one.push(reach);
        one
    }
}

impl Drop for Reaches {
    fn drop(&mut self) {
        let mut spare = SPARE.take();
        self.0.clear();
        spare.push(std::mem::take(&mut self.0));
        SPARE.set(spare);
    }
}

impl Deref for Reaches {
    type Target = Vec<Reach>;

    fn deref(&self) -> &Vec<Reach> {
        &self.0
    }
}

impl DerefMut for Reaches {
    fn deref_mut(&mut self) -> &mut Vec<Reach> {
        &mut self.0
    }
}
