//! Which `?` premises are switched off.

use crate::rule::PremiseId;

/// A set of premises that are taken as holding. Empty: the rules as they stand.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Switches {
    words: Vec<u64>,
}

impl Switches {
    /// Switches a premise off.
    pub fn switch_off(&mut self, premise: PremiseId) {
        let word = premise.0 as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (premise.0 % 64);
    }

    /// Whether a premise is switched off.
    #[inline]
    pub fn is_off(&self, premise: PremiseId) -> bool {
        self.words.get(premise.0 as usize / 64).is_some_and(|word| word >> (premise.0 % 64) & 1 == 1)
    }

    /// Whether every premise is in force.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The premises switched off, in order.
    pub fn iter(&self) -> impl Iterator<Item = PremiseId> + '_ {
        (0..self.words.len() * 64).map(|i| PremiseId(i as u16)).filter(|&p| self.is_off(p))
    }
}
