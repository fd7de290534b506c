//! Other guards that would do: each such that, put in the place of the one that was found, a solution is a solution still once some
//! methods require more and some fields are final.

use crate::answer::Inferred;
use crate::clauses::{Lit, Meaning, Slot};
use crate::fixpoint::Index;
use crate::slots::Place;
use crate::system::System;
use rustc_hash::FxHashMap;

/// Greatest number of literals that may change.
const MOST: usize = 64;

/// Adds them to the guards that were found.
pub(crate) fn add(inferred: &mut [Inferred], system: &System<'_>, values: &[bool]) {
    let mut change = Change {
        system,
        values,
        negative: Index::new(system, true),
        positive: Index::new(system, false),
        changed: FxHashMap::default(),
    };
    for one in inferred {
        let Some((lit, slot)) = one.annotation.lit.and_then(|lit| Some((lit, guard(system, lit)?))) else { continue };
        let others = slot.choices().filter(|&(other, _)| other != lit && change.does(lit, other));
        one.also = others.map(|(_, l)| system.text(l)).collect();
    }
}

/// The slot of a guard's literal.
pub(crate) fn guard<'s>(system: &'s System<'_>, lit: Lit) -> Option<&'s Slot> {
    let Meaning::Choice(slot, _) = system.meanings[lit.var() as usize] else { return None };
    let slot = &system.slots[slot as usize];
    matches!(slot.place, Place::Guard(_)).then_some(slot)
}

struct Change<'a, 't> {
    system: &'a System<'t>,
    values: &'a [bool],
    /// The clauses in which a variable is negated, and those in which it is not.
    negative: Index,
    positive: Index,
    /// Changes to the solution.
    changed: FxHashMap<u32, bool>,
}

impl Change<'_, '_> {
    fn holds(&self, lit: Lit) -> bool {
        let value = self.changed.get(&lit.var()).copied().unwrap_or(self.values[lit.var() as usize]);
        lit == Lit::TRUE || lit != Lit::FALSE && value != lit.is_negative()
    }

    /// Returns true if a solution exists with one literal in the place of the other.
    fn does(&mut self, gone: Lit, instead: Lit) -> bool {
        self.changed.clear();
        self.changed.extend([(gone.var(), false), (instead.var(), true)]);
        let mut todo = vec![gone.var(), instead.var()];
        while let Some(var) = todo.pop() {
            let clauses = if self.changed[&var] { self.negative.of(var) } else { self.positive.of(var) };
            for &i in clauses {
                let clause = self.system.clauses.get(i as usize);
                if clause.iter().any(|&l| self.holds(l)) {
                    continue;
                }
                let Some(&lit) = clause.iter().find(|&&l| self.may_change(l)) else { return false };
                if self.changed.len() >= MOST {
                    return false;
                }
                self.changed.insert(lit.var(), !lit.is_negative());
                todo.push(lit.var());
            }
        }
        true
    }

    /// Methods may require more, fields become final, and defined literals follow.
    fn may_change(&self, lit: Lit) -> bool {
        let free = match self.system.meanings[lit.var() as usize] {
            Meaning::Both(..) | Meaning::Differ => true,
            Meaning::Final(_) => !lit.is_negative(),
            Meaning::Choice(slot, _) => {
                let place = self.system.slots[slot as usize].place;
                !lit.is_negative() && matches!(place, Place::Requires(_))
            }
            Meaning::Constant | Meaning::Local(_) | Meaning::Ghost(..) => false,
        };
        free && !self.changed.contains_key(&lit.var())
    }
}
