//! Premises switched off. A set, so that experiments with rules (`--off`, variants) need no other checker.

use crate::rule::PremiseId;

/// A set of premises, of one system or of several, that are taken as holding, or in whose place their off reading is in
/// force. Empty: the rules as they stand.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Switches {
    words: Vec<u64>,
}

impl Switches {
    /// Switches a premise off.
    pub fn switch_off(&mut self, premise: PremiseId) {
        let word = premise.bit() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (premise.bit() % 64);
    }

    /// Returns true for a premise that is switched off.
    #[inline]
    pub fn is_off(&self, premise: PremiseId) -> bool {
        self.words.get(premise.bit() / 64).is_some_and(|word| word >> (premise.bit() % 64) & 1 == 1)
    }

    /// Returns true if every premise is in force.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The premises switched off, in order.
    pub fn iter(&self) -> impl Iterator<Item = PremiseId> + '_ {
        let some = |word: u64| (word != 0).then_some(word);
        // Of each word, the rest from its lowest premise on.
        let rests = move |&word: &u64| std::iter::successors(some(word), move |word| some(word & (word - 1)));
        let bits = move |(i, word)| rests(word).map(move |rest| i * 64 + rest.trailing_zeros() as usize);
        self.words.iter().enumerate().flat_map(bits).map(PremiseId::of_bit)
    }
}

impl FromIterator<PremiseId> for Switches {
    fn from_iter<I: IntoIterator<Item = PremiseId>>(premises: I) -> Switches {
        let mut switches = Switches::default();
        premises.into_iter().for_each(|premise| switches.switch_off(premise));
        switches
    }
}
