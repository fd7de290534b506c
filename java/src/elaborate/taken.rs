//! Names in scope, which no other variable there may have.

use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// Names in scope, in the order in which they came into it.
#[derive(Clone, Default)]
pub(super) struct TakenNames {
    /// Each name, with the one in Java that it stands for.
    names: Vec<(Name, Name)>,
    count: FxHashMap<Name, u32>,
    /// Number of names for each one in Java: so many variants of it are tried no more.
    variants: FxHashMap<Name, u32>,
}

impl TakenNames {
    pub(super) fn contains(&self, name: Name) -> bool {
        self.count.get(&name).is_some_and(|&n| n > 0)
    }

    /// Number of names in scope that stand for one in Java.
    pub(super) fn variants_of(&self, java: Name) -> u32 {
        self.variants.get(&java).copied().unwrap_or_default()
    }

    pub(super) fn push(&mut self, name: Name, java: Name) {
        self.names.push((name, java));
        *self.count.entry(name).or_default() += 1;
        *self.variants.entry(java).or_default() += 1;
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Leaves the scopes that came after a number of names.
    pub(super) fn truncate(&mut self, len: usize) {
        for (name, java) in self.names.drain(len..) {
            *self.count.entry(name).or_default() -= 1;
            *self.variants.entry(java).or_default() -= 1;
        }
    }

    /// All names of other scopes.
    pub(super) fn extend(&mut self, other: &TakenNames) {
        other.names.iter().for_each(|&(name, java)| self.push(name, java));
    }
}

impl FromIterator<Name> for TakenNames {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> Self {
        let mut taken = TakenNames::default();
        names.into_iter().for_each(|name| taken.push(name, name));
        taken
    }
}
