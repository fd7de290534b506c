//! Paths for variables.

use super::Path;
use crate::name::Name;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// θ: paths for variables, all put in at once.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    few: SmallVec<[(Name, Path); 4]>,
    /// Used instead of `few` from [`MANY`] on.
    many: FxHashMap<Name, Path>,
}

const MANY: usize = 16;

impl Substitution {
    /// Adds `[path/x]`. An earlier entry for the variable stays.
    pub fn add(&mut self, x: Name, path: Path) {
        if self.get(x).is_some() {
            return;
        }
        self.few.push((x, path));
        if self.few.len() == MANY {
            self.many.extend(self.few.iter().copied());
        } else if self.few.len() > MANY {
            self.many.insert(x, path);
        }
    }

    /// Path substituted for `x`.
    #[inline]
    pub fn get(&self, x: Name) -> Option<Path> {
        if self.few.len() >= MANY {
            return self.many.get(&x).copied();
        }
        self.few.iter().find(|entry| entry.0 == x).map(|entry| entry.1)
    }

    /// The single substitutions, in the order in which they were added.
    pub fn entries(&self) -> &[(Name, Path)] {
        &self.few
    }

    /// Returns true if nothing is substituted.
    pub fn is_empty(&self) -> bool {
        self.few.is_empty()
    }

    /// Starts over, keeping the memory.
    pub fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }
}
