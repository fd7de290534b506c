//! Lock sets `ls`: the locks held at a point, with where each was taken.

use crate::versions::{NONE, Versions};
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;

/// A lock set, named by the lock added last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LocksId(pub u32);

impl LocksId {
    /// ∅
    pub const EMPTY: LocksId = LocksId(u32::MAX);
}

/// Why a lock is in the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// A `synchronized` took it.
    Sync,
    /// The method requires it.
    Requires,
    /// A `holds` says so.
    Holds,
    /// An initialiser is taken to hold `this` (`constructor_holds_lock`).
    Constructor,
}

/// An element of a lock set.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The lock.
    pub lock: Path,
    /// Way in which it came to be held.
    pub taken: Taken,
    /// Place of that.
    pub span: Span,
    /// True if some access or call needed it.
    pub used: bool,
    /// The set that it was added to.
    pub before: LocksId,
}

/// A `holds` that lets nothing through.
#[derive(Clone, Copy, Debug)]
pub struct IdleHolds {
    pub(crate) span: Span,
    pub(crate) lock: Path,
    /// The lock is held there anyway; otherwise nothing needs it.
    pub(crate) anyway: bool,
}

/// ls, among all lock sets of a program. That of a fork extends those around it in the table, and has none of their elements.
#[derive(Clone, Copy, Debug)]
pub struct LockSet {
    pub(crate) id: LocksId,
    version: u32,
    /// The elements from this one on are its own.
    base: u32,
}

impl LockSet {
    /// ∅
    pub const EMPTY: LockSet = LockSet { id: LocksId::EMPTY, version: NONE, base: 0 };
}

/// All lock sets of a program.
#[derive(Default)]
pub struct Locks {
    held: Vec<Held>,
    versions: Versions,
}

impl Locks {
    /// ls ∪ {l}
    pub(crate) fn extend(&mut self, ls: LockSet, lock: Path, taken: Taken, span: Span) -> LockSet {
        self.held.push(Held { lock, taken, span, used: false, before: ls.id });
        let version = self.versions.extend(ls.version, lock.0);
        LockSet { id: LocksId(version), version, ..ls }
    }

    /// ∅, in a fork where ls is held.
    pub(crate) fn forked(&self, ls: LockSet) -> LockSet {
        LockSet { id: LocksId::EMPTY, base: self.held.len() as u32, ..ls }
    }

    /// l ∈ ls; notes that the lock was needed.
    pub(crate) fn holds(&mut self, ls: LockSet, lock: Path) -> bool {
        let element = self.versions.get(ls.version, lock.0).filter(|&i| i >= ls.base);
        element.is_some_and(|i| {
            self.held[i as usize].used = true;
            true
        })
    }

    /// The elements of a set, the last first.
    pub fn elements(&self, locks: LocksId) -> impl Iterator<Item = &Held> {
        let mut at = locks;
        std::iter::from_fn(move || {
            let held = self.held.get(at.0 as usize)?;
            at = held.before;
            Some(held)
        })
    }

    /// The elements that a `holds` added and nothing needed.
    pub(crate) fn needless(&self) -> impl Iterator<Item = &Held> {
        self.held.iter().filter(|held| held.taken == Taken::Holds && !held.used)
    }
}
