//! Unit propagation: the literals that every solution has. They follow from clauses with one literal, and from other
//! known literals. A chain of classes falls apart without them, so that each part can be solved alone.

use crate::clauses::Lit;
use crate::fixpoint::Index;
use crate::system::System;

/// The variables whose values are known.
pub struct Known(Vec<Option<bool>>);

impl Known {
    /// No knowledge.
    pub fn nothing(system: &System<'_>) -> Known {
        Known(vec![None; system.meanings.len()])
    }

    /// Value of a literal, if known.
    pub fn get(&self, lit: Lit) -> Option<bool> {
        self.0[lit.var() as usize].map(|value| value != lit.is_negative())
    }

    /// The known values, by variable.
    pub fn values(&self) -> impl Iterator<Item = (usize, bool)> + '_ {
        self.0.iter().enumerate().filter_map(|(v, value)| Some((v, (*value)?)))
    }
}

/// Unit propagation.
pub struct Propagation<'s, 't> {
    system: &'s System<'t>,
    /// The clauses in which a variable is negated, and those in which it is not.
    negative: Index,
    positive: Index,
    /// For each variable, its set of mutually exclusive literals.
    exclusive: Vec<Option<u32>>,
    /// Number of literals of each clause that are not known to be false.
    left: Vec<u32>,
    /// Literals known so far.
    pub known: Known,
}

impl<'s, 't> Propagation<'s, 't> {
    /// Consequences of clauses with one literal, except those of instances that may fail; none if there is no solution.
    pub fn new(system: &'s System<'t>, may_fail: &[bool]) -> Option<Propagation<'s, 't>> {
        // Clauses that may fail are not propagated.
        let counts = |tag: Option<u32>| tag.is_none_or(|tag| !may_fail[tag as usize]);
        let mut exclusive = vec![None; system.meanings.len()];
        for (i, lits) in system.at_most_one.iter().enumerate() {
            lits.iter().for_each(|l| exclusive[l.var() as usize] = Some(i as u32));
        }
        let mut propagation = Propagation {
            system,
            negative: Index::new(system, true),
            positive: Index::new(system, false),
            exclusive,
            left: system
                .clauses
                .iter()
                .map(|(clause, tag)| if counts(tag) { clause.len() as u32 } else { u32::MAX })
                .collect(),
            known: Known::nothing(system),
        };
        let mut units = Vec::new();
        for (clause, _) in system.clauses.iter().filter(|c| counts(c.1)) {
            match *clause {
                [] => return None,
                [only] => units.push(only),
                _ => {}
            }
        }
        propagation.add(&units).then_some(propagation)
    }

    /// Adds what every solution has. Whether there can be a solution still.
    pub fn add(&mut self, lits: &[Lit]) -> bool {
        let mut todo = Vec::new();
        lits.iter().all(|&lit| self.set(lit, &mut todo)) && {
            while let Some(lit) = todo.pop() {
                if !self.follow(lit, &mut todo) {
                    return false;
                }
            }
            true
        }
    }

    fn set(&mut self, lit: Lit, todo: &mut Vec<Lit>) -> bool {
        if let Some(holds) = self.known.get(lit) {
            return holds;
        }
        self.known.0[lit.var() as usize] = Some(!lit.is_negative());
        todo.push(lit);
        true
    }

    /// Propagates a literal that holds now.
    fn follow(&mut self, lit: Lit, todo: &mut Vec<Lit>) -> bool {
        let system = self.system;
        if let Some(set) = self.exclusive[lit.var() as usize].filter(|_| !lit.is_negative()) {
            let others = system.at_most_one[set as usize].iter().filter(|&&l| l != lit);
            if !{ others }.all(|&l| self.set(!l, todo)) {
                return false;
            }
        }
        let index = if lit.is_negative() { &self.positive } else { &self.negative };
        let mut units = Vec::new();
        for &i in index.of(lit.var()) {
            let left = &mut self.left[i as usize];
            *left -= 1;
            if *left > 1 {
                continue;
            }
            match system.clauses.get(i as usize).iter().find(|&&l| self.known.get(l) != Some(false)) {
                Some(&last) => units.push(last),
                None => return false,
            }
        }
        units.into_iter().all(|l| self.set(l, todo))
    }
}
