//! Sets of locks, each once, under a number.

use racefree_interp::ObjectId;
use racefree_interp::machine::intern::{Interner, mix};
use rustc_hash::FxHashMap;

/// The number of a set of locks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Set(pub u32);

impl Set {
    /// Empty set.
    pub const EMPTY: Set = Set(0);
}

/// Interned lock sets. They are kept for the runs of one program, which mostly have the same.
pub(super) struct Locksets {
    all: Interner<u32>,
    hashes: Vec<u64>,
    /// The sets of one lock, by the lock; the empty one, where it has no number.
    one: Vec<Set>,
    common: FxHashMap<(Set, Set), Set>,
    scratch: Vec<u32>,
}

/// Greatest number of sets kept from one run to the next.
const MANY: usize = 1 << 16;

impl Default for Locksets {
    fn default() -> Locksets {
        let (all, hashes) = (Interner::default(), Vec::new());
        let (one, common, scratch) = (Vec::new(), FxHashMap::default(), Vec::new());
        let mut sets = Locksets { all, hashes, one, common, scratch };
        sets.of(std::iter::empty());
        sets
    }
}

impl Locksets {
    /// Prepares for a run.
    pub fn start(&mut self) {
        if self.all.len() > MANY || self.common.len() > MANY {
            *self = Locksets::default();
        }
    }

    /// The locks of a set, in order.
    pub fn locks(&self, set: Set) -> &[u32] {
        self.all.get(set.0)
    }

    /// A number that depends on the locks alone.
    pub fn hash(&self, set: Set) -> u64 {
        self.hashes[set.0 as usize]
    }

    /// The set of these locks.
    pub fn of(&mut self, locks: impl Iterator<Item = ObjectId>) -> Set {
        self.scratch.clear();
        self.scratch.extend(locks.map(|o| o.0));
        self.scratch.sort_unstable();
        self.scratch.dedup();
        self.number()
    }

    fn number(&mut self) -> Set {
        let set = self.all.intern(&self.scratch);
        if set as usize == self.hashes.len() {
            self.hashes.push(self.scratch.iter().fold(1, |h, &l| mix(h ^ u64::from(l))));
        }
        Set(set)
    }

    /// The set of one lock.
    pub fn one(&mut self, lock: ObjectId) -> Set {
        if self.one.len() <= lock.index() {
            self.one.resize(lock.index() + 1, Set::EMPTY);
        }
        if self.one[lock.index()] == Set::EMPTY {
            self.one[lock.index()] = self.of(std::iter::once(lock));
        }
        self.one[lock.index()]
    }

    /// The locks in both.
    pub fn meet(&mut self, a: Set, b: Set) -> Set {
        if a == b || b == Set::EMPTY {
            return b;
        }
        if a == Set::EMPTY {
            return a;
        }
        if let Some(&known) = self.common.get(&(a, b)) {
            return known;
        }
        let Locksets { all, scratch, .. } = self;
        scratch.clear();
        scratch.extend(all.get(a.0).iter().filter(|l| all.get(b.0).contains(l)));
        let set = self.number();
        self.common.insert((a, b), set);
        set
    }
}
