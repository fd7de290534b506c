//! Premises that mask each other: one that does no harm when it is off alone is tried with others off as well, to see which of them
//! hides it.

use super::{Entry, JointSearch, search};
use crate::generate::Maker;
use crate::hunt::Hunt;
use crate::reduce;
use crate::tree::Tree;
use crate::variant::{Rules, Variant};
use racefree_kernel::PremiseId;
use std::time::Duration;

/// Result of a search for a premise together with others.
pub struct Found {
    /// The effort, and the names of the variants that have a counterexample.
    pub company: JointSearch,
    /// The lines for these variants.
    pub entries: Vec<Entry>,
}

/// Greatest number of variants kept for a premise, smallest programs first.
const KEPT: usize = 3;

/// Hunts for programs that go wrong because a premise is off together with another one: for each of the others for some
/// time; then with all of `hidden` off at once, after which the unneeded ones are put back.
pub fn company(
    premise: PremiseId,
    others: &[PremiseId],
    hidden: &[PremiseId],
    (seed, time): (u64, Duration),
    go_on: &dyn Fn() -> bool,
) -> Found {
    let mut looking = Searching { premise, time, company: JointSearch::default(), entries: Vec::new() };
    for &other in others {
        if other == premise {
            continue;
        }
        if !go_on() {
            break;
        }
        looking.company.pairs += 1;
        looking.together(&[other], seed);
    }
    let rest: Vec<PremiseId> = hidden.iter().copied().filter(|&p| p != premise).collect();
    // Three premises or more hide one another more rarely.
    looking.time *= 8;
    for more in 0..4 {
        if go_on() {
            looking.together(&rest, seed.wrapping_add(more));
        }
    }
    looking.done()
}

struct Searching {
    premise: PremiseId,
    time: Duration,
    company: JointSearch,
    entries: Vec<Entry>,
}

fn rules(off: &[PremiseId]) -> Option<Rules> {
    Variant::of_premises(off).rules().ok()
}

/// Rules with one premise fewer off, for each premise that is off; none, if only one is.
pub(super) fn fewer(of: &Rules) -> Vec<Rules> {
    let off: Vec<PremiseId> = of.options.off.iter().collect();
    let without = |p: &PremiseId| off.iter().copied().filter(|q| q != p).collect::<Vec<_>>();
    if off.len() < 2 { Vec::new() } else { off.iter().filter_map(|p| rules(&without(p))).collect() }
}

impl Searching {
    fn together(&mut self, others: &[PremiseId], seed: u64) {
        let mut off: Vec<PremiseId> = [self.premise].iter().chain(others).copied().collect();
        off.sort();
        let Some(all) = rules(&off) else { return };
        let needed: Vec<Rules> = match others.len() {
            1 => fewer(&all),
            _ => rules(others).into_iter().collect(),
        };
        let mut hunt = Hunt::new(&all, seed).beyond(&needed);
        let kill = hunt.run(self.time);
        self.company.programs += hunt.effort.programs;
        self.company.apart += hunt.effort.apart;
        let Some(kill) = kill else { return };
        let (small, _) = reduce::smallest(
            &kill.tree,
            &Maker::new(&all),
            &mut |t| hunt.still(t).is_some(),
            seed,
            (self.time, reduce::PROOF),
        );
        self.keep(off, small);
    }

    /// Puts back every premise that the program does not need off, and shrinks it for the remaining ones.
    fn keep(&mut self, mut off: Vec<PremiseId>, tree: Tree) {
        let program = tree.program();
        for premise in off.clone() {
            let left: Vec<PremiseId> = off.iter().copied().filter(|&p| p != premise).collect();
            if premise != self.premise && rules(&left).is_some_and(|r| r.accepts(&program)) {
                off = left;
            }
        }
        let Some(all) = rules(&off) else { return };
        let needed = fewer(&all);
        let mut hunt = Hunt::new(&all, 0).beyond(&needed);
        if off.len() < 2 || hunt.still(&tree).is_none() {
            return;
        }
        let still: &mut dyn FnMut(&Tree) -> bool = &mut |t| hunt.still(t).is_some();
        let (small, minimal) = reduce::smallest(&tree, &Maker::new(&all), still, 1, (self.time, reduce::PROOF));
        let Some(example) = search::example(&all, &small.compact(), minimal, false) else { return };
        let race = search::example(&all, &small.compact(), minimal, true).filter(|_| example.kind != "race");
        let entry = Entry {
            variant: all.name.clone(),
            smallest: Some(example),
            race,
            programs: hunt.effort.programs,
            apart: hunt.effort.apart,
            ..Entry::default()
        };
        match self.entries.iter().position(|e| e.variant == entry.variant) {
            Some(i) => {
                let old = self.entries.remove(i);
                self.entries.insert(i, old.or_smaller(entry));
            }
            None => self.entries.push(entry),
        }
    }

    fn done(mut self) -> Found {
        self.company.found = kept(self.entries.iter().collect());
        self.entries.retain(|e| self.company.found.contains(&e.variant));
        Found { company: self.company, entries: self.entries }
    }
}

/// Number of premises that are off, and the size of the program.
fn size(e: &Entry) -> (usize, usize) {
    let premises = e.variant.split(" + ").count();
    (premises, e.smallest.as_ref().map_or(usize::MAX, |s| s.tokens))
}

/// The smallest few, without those that have a superset of another one's premises off.
fn kept(mut found: Vec<&Entry>) -> Vec<String> {
    found.sort_by_key(|e| size(e));
    let off = |name: &str| name.split(" + ").map(str::to_owned).collect::<Vec<_>>();
    let mut kept: Vec<String> = Vec::new();
    for name in found.into_iter().map(|e| &e.variant) {
        let more = |less: &String| off(less).iter().all(|p| off(name).contains(p));
        if kept.len() < KEPT && !kept.iter().any(more) {
            kept.push(name.clone());
        }
    }
    kept
}

/// Union of earlier and new results, with the smaller programs; `entries` has all of them.
pub fn joined(old: Option<&JointSearch>, new: JointSearch, entries: &[Entry]) -> JointSearch {
    let Some(old) = old else { return new };
    let found = entries.iter().filter(|e| old.found.contains(&e.variant) || new.found.contains(&e.variant));
    JointSearch {
        pairs: old.pairs.max(new.pairs),
        programs: old.programs + new.programs,
        apart: old.apart + new.apart,
        found: kept(found.collect()),
    }
}
