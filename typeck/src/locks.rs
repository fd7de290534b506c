//! Lock sets `ls`: the locks held at a point, with where each was taken.

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
    /// How it came to be held.
    pub taken: Taken,
    /// Where.
    pub span: Span,
    /// Whether some access or call needed it.
    pub used: bool,
    /// The set that it was added to.
    pub before: LocksId,
    /// One more than the element for the same lock that this one hides; 0 if none.
    hides: u32,
}

/// The lock set at the current point, and with `keep` all that came before.
#[derive(Default)]
pub struct Locks {
    held: Vec<Held>,
    top: u32,
    /// Elements before this one belong to the thread that forked the current one.
    base: u32,
    /// One more than the newest element for each lock, by [`Path`].
    current: Vec<u32>,
    keep: bool,
}

/// A mark in the lock set, to come back to when a scope ends.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    top: u32,
    base: u32,
}

impl Locks {
    /// ∅; what was there before is forgotten. With `keep`, every [`LocksId`] stays readable from now on.
    pub(crate) fn begin(&mut self, keep: bool) {
        self.held.clear();
        self.current.clear();
        (self.top, self.base, self.keep) = (u32::MAX, 0, keep);
    }

    /// Whether from now on every [`LocksId`] stays readable.
    pub(crate) fn keep(&mut self, keep: bool) {
        self.keep = keep;
    }

    /// The current set.
    #[inline]
    pub fn id(&self) -> LocksId {
        LocksId(self.top)
    }

    /// A mark at the current point.
    pub fn mark(&self) -> Mark {
        Mark { top: self.top, base: self.base }
    }

    /// ls ∪ {l}. Returns whether `l` was not in the set before.
    pub fn push(&mut self, lock: Path, taken: Taken, span: Span) -> bool {
        if self.current.len() <= lock.0 as usize {
            self.current.resize(lock.0 as usize + 1, 0);
        }
        let hides = self.current[lock.0 as usize];
        self.held.push(Held { lock, taken, span, used: false, before: LocksId(self.top), hides });
        self.top = self.held.len() as u32 - 1;
        self.current[lock.0 as usize] = self.held.len() as u32;
        hides <= self.base
    }

    /// ∅, until [`Locks::back_to`].
    pub fn clear(&mut self) {
        self.base = self.held.len() as u32;
        self.top = u32::MAX;
    }

    /// Back to an earlier mark. Calls `gone` with each element that leaves, the last first.
    pub fn back_to(&mut self, mark: Mark, mut gone: impl FnMut(&Held)) {
        while self.top != mark.top && self.top != u32::MAX {
            let held = self.held[self.top as usize];
            gone(&held);
            self.current[held.lock.0 as usize] = held.hides;
            self.top = held.before.0;
            if !self.keep {
                self.held.pop();
            }
        }
        (self.top, self.base) = (mark.top, mark.base);
    }

    /// l ∈ ls; notes that the lock was needed.
    #[inline]
    pub fn holds(&mut self, lock: Path) -> bool {
        match self.current.get(lock.0 as usize) {
            Some(&i) if i > self.base => {
                self.held[i as usize - 1].used = true;
                true
            }
            _ => false,
        }
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
}
