//! All programs up to a size under many variants at once: a program that one of them accepts and the base does not is explored in
//! every schedule, once for all of them.

use super::Bound;
use crate::enumerate::{
    EnumerationBudget, Memory, Node, Parts, Skeleton, TypedParts, Universe, complete, with_body, with_main,
};
use crate::judge::{Judge, Kind, Verdict};
use crate::reduce;
use crate::tree::Tree;
use crate::variant::Rules;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Counts for a variant.
#[derive(Clone, Debug, Default)]
pub struct Count {
    /// Programs that it accepts and the base does not; for a change of the semantics: that both accept.
    pub apart: u64,
    /// Programs among those that cannot run.
    pub cannot_run: u64,
    /// Programs among those not explored to the end.
    pub unknown: u64,
    /// Programs among those that go wrong.
    pub wrong: u64,
    /// The one of them of the least cost.
    pub smallest: Option<Tree>,
}

impl Count {
    /// The bound that these counts are evidence for, if nothing goes wrong.
    pub fn bound(&self, signature: String, nodes: usize, programs: u64) -> Bound {
        let Count { apart, cannot_run, unknown, .. } = *self;
        Bound { signature, nodes, programs, apart, cannot_run, unknown }
    }
}

/// Counts of an exhaustive search.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Programs over skeletons that the loosest rules accept, well typed or not.
    pub programs: u64,
    /// A count for each variant.
    pub variants: Vec<Count>,
}

/// Exhaustive search of a universe.
pub struct Exhaust<'r> {
    /// The programs.
    pub universe: Universe,
    /// Rules that accept every program accepted by one of the variants.
    pub loosest: &'r Rules,
    /// The variants, at most [`MOST`]. They share one semantics.
    pub variants: &'r [Rules],
    /// True if only a race counts as going wrong.
    pub race: bool,
}

/// Greatest number of variants at once.
pub const MOST: usize = 127;

/// A bit for each variant that accepts a part of a program, and the highest one for the base.
type Accepted = u128;
const BASE: Accepted = 1 << MOST;

impl Exhaust<'_> {
    /// Looks at all programs; nothing, if `over` says so before the end, or if lists exceed the memory.
    pub fn within(&self, over: &dyn Fn() -> bool, memory: &Memory) -> Option<Counts> {
        let first = self.variants.first()?;
        let mut judge = Judge::new(first);
        judge.states = 1 << 20;
        let counts = Counts { programs: 0, variants: vec![Count::default(); self.variants.len()] };
        let mut run = Run { of: self, memory, judge, base: Rules::of(first.system), counts };
        let mut complete = true;
        self.universe.skeletons(&mut |skeleton| {
            complete = run.skeleton(&skeleton, over) && !over();
            complete
        });
        complete.then_some(run.counts)
    }
}

struct Run<'r> {
    of: &'r Exhaust<'r>,
    memory: &'r Memory,
    judge: Judge,
    base: Rules,
    counts: Counts,
}

impl Run<'_> {
    fn accepted(&self, tree: &Tree) -> Accepted {
        let program = tree.program();
        let base = self.base.accepts(&program);
        let by = |rules: &Rules| base && rules.only_takes_away() || rules.accepts(&program);
        let bits = self.of.variants.iter().take(MOST).enumerate();
        let bits = bits.map(|(i, rules)| Accepted::from(by(rules)) << i).fold(0, |all, bit| all | bit);
        if base { bits | BASE } else { bits }
    }

    /// All completions of a skeleton. Which variants accept a whole program is known from its parts.
    fn skeleton(&mut self, skeleton: &Skeleton, over: &dyn Fn() -> bool) -> bool {
        if !self.of.loosest.accepts(&skeleton.tree.program()) {
            return true;
        }
        let limit = EnumerationBudget::until(over).within(self.memory);
        let TypedParts { parts, programs } = self.of.universe.typed_parts(skeleton, self.of.loosest, &limit);
        if limit.ran_out() {
            return false;
        }
        self.counts.programs += programs as u64;
        let here = self.accepted(&skeleton.tree);
        // Bodies are shared, so a place in memory is a name of one.
        let mut bodies: FxHashMap<(usize, *const Node), Accepted> = FxHashMap::default();
        for (m, sizes) in parts.bodies.iter().enumerate() {
            for body in sizes.iter().flatten() {
                bodies.insert((m, Rc::as_ptr(body)), self.accepted(&with_body(skeleton, m, body)));
            }
        }
        for (main, room) in parts.mains() {
            let accepted = here & self.accepted(&with_main(skeleton, main));
            if over() {
                return false;
            }
            if accepted == 0 {
                continue;
            }
            Parts::products(&parts.bodies, room, &mut |chosen| {
                let beside = chosen.iter().enumerate().map(|(m, b)| bodies[&(m, Rc::as_ptr(b))]);
                let accepted = beside.fold(accepted, |all, by| all & by);
                let apart = |(i, rules): &(usize, &Rules)| {
                    accepted >> i & 1 == 1 && rules.only_semantics() == (accepted & BASE != 0)
                };
                let apart: Vec<usize> = self.of.variants.iter().enumerate().filter(apart).map(|(i, _)| i).collect();
                if !apart.is_empty() {
                    self.explore(&complete(skeleton, chosen, main), &apart);
                }
                true
            });
        }
        true
    }

    fn explore(&mut self, tree: &Tree, variants: &[usize]) {
        let verdict = Judge::lower(tree.program()).map(|program| match self.of.race {
            true => self.judge.race(&program).map_or(Verdict::Sound, |found| Verdict::Wrong(Kind::Race, found)),
            false => self.judge.explore(&program),
        });
        for &i in variants {
            let Some(count) = self.counts.variants.get_mut(i) else { continue };
            count.apart += 1;
            match verdict {
                Some(Verdict::Sound) => {}
                None => count.cannot_run += 1,
                Some(Verdict::Unknown(_)) => count.unknown += 1,
                Some(Verdict::Wrong(..)) => {
                    count.wrong += 1;
                    if count.smallest.as_ref().is_none_or(|s| reduce::cost(tree) < reduce::cost(s)) {
                        count.smallest = Some(tree.clone());
                    }
                }
            }
        }
    }
}
