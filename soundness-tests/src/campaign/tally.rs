//! What a campaign counts. Tallies of shards add up to the tally of the whole.

use crate::certificate::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that went wrong, or a program that the generator should not have made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// Which program of the campaign.
    pub index: u64,
    /// Its source, as it was generated.
    pub program: String,
    /// A schedule that shows it.
    pub schedule: String,
    /// `race`, `stuck`, `monitor`, …; `rejected` for a program that the checker rejects although it was made to be well typed.
    pub property: String,
    /// Which monitor or field.
    pub detail: String,
}

/// So many of the programs that go wrong are kept, those of the lowest numbers. All are counted, and each is made again from the
/// seed and its number.
pub const KEPT: usize = 100;

/// The counts of a campaign, or of a shard of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Programs made.
    pub programs: u64,
    /// Of those, accepted by the rules in force.
    pub accepted: u64,
    /// Of those, explored in every schedule to the end.
    pub complete: u64,
    /// Explorations that a budget cut short.
    pub cut: u64,
    /// States seen.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// Reduction steps.
    pub steps: u64,
    /// Complete schedules that end in different final states.
    pub executions: u64,
    /// Programs in which two threads live at once.
    pub two_threads: u64,
    /// Programs in which two threads access one field of one object, one of them writing.
    pub conflict: u64,
    /// Of those, on a field whose guard is a ghost or a path.
    pub conflict_under_path: u64,
    /// Programs in which a thread waits for a lock in some state.
    pub blocks: u64,
    /// Programs in which a call runs an overriding method.
    pub dispatch: u64,
    /// Programs that throw.
    pub throws: u64,
    /// Programs with more than one final state.
    pub many_ends: u64,
    /// Programs of which one `synchronized`, drawn at random, was taken away.
    pub unlocked: u64,
    /// Of those, that race without it.
    pub unlocked_race: u64,
    /// Applications of each rule in a sample of the programs.
    pub rules: BTreeMap<String, u64>,
    /// How many programs have so many tens of tokens.
    pub tokens: BTreeMap<u64, u64>,
    /// How many programs have so many threads.
    pub threads: BTreeMap<u64, u64>,
    /// How many programs go wrong, by what goes wrong.
    pub wrong: BTreeMap<String, u64>,
    /// The first [`KEPT`] of those.
    pub counterexamples: Vec<Counterexample>,
    /// A sum over all programs, each with what becomes of it.
    pub digest: Digest,
}

impl Tally {
    /// Adds the counts of other programs.
    pub fn add(&mut self, other: &Tally) {
        let sums: [(&mut u64, u64); 17] = [
            (&mut self.programs, other.programs),
            (&mut self.accepted, other.accepted),
            (&mut self.complete, other.complete),
            (&mut self.cut, other.cut),
            (&mut self.states, other.states),
            (&mut self.transitions, other.transitions),
            (&mut self.steps, other.steps),
            (&mut self.executions, other.executions),
            (&mut self.two_threads, other.two_threads),
            (&mut self.conflict, other.conflict),
            (&mut self.conflict_under_path, other.conflict_under_path),
            (&mut self.blocks, other.blocks),
            (&mut self.dispatch, other.dispatch),
            (&mut self.throws, other.throws),
            (&mut self.many_ends, other.many_ends),
            (&mut self.unlocked, other.unlocked),
            (&mut self.unlocked_race, other.unlocked_race),
        ];
        for (sum, more) in sums {
            *sum = sum.saturating_add(more);
        }
        for (rule, n) in &other.rules {
            let sum = self.rules.entry(rule.clone()).or_default();
            *sum = sum.saturating_add(*n);
        }
        for (key, n) in &other.tokens {
            let sum = self.tokens.entry(*key).or_default();
            *sum = sum.saturating_add(*n);
        }
        for (key, n) in &other.threads {
            let sum = self.threads.entry(*key).or_default();
            *sum = sum.saturating_add(*n);
        }
        for (property, n) in &other.wrong {
            let sum = self.wrong.entry(property.clone()).or_default();
            *sum = sum.saturating_add(*n);
        }
        self.digest.add(&other.digest);
        self.keep(other.counterexamples.iter().cloned());
    }

    /// Keeps programs that go wrong. One that is there already is the same.
    pub fn keep(&mut self, found: impl IntoIterator<Item = Counterexample>) {
        self.counterexamples.extend(found);
        self.counterexamples.sort_by_key(|c| c.index);
        self.counterexamples.dedup_by_key(|c| c.index);
        self.counterexamples.truncate(KEPT);
    }

    /// Counts a program that goes wrong, and keeps it.
    pub fn goes_wrong(&mut self, found: Counterexample) {
        *self.wrong.entry(found.property.clone()).or_default() += 1;
        self.keep([found]);
    }

    /// How many programs are known to go wrong. Some may be kept that are not counted yet, since programs before them have not been
    /// looked at.
    pub fn failures(&self) -> u64 {
        self.wrong.values().fold(0, |sum: u64, n| sum.saturating_add(*n)).max(self.counterexamples.len() as u64)
    }

    /// Programs that are not vacuous: two threads conflict on a field.
    pub fn non_vacuous(&self) -> u64 {
        self.conflict
    }

    /// With this confidence of 95 %, no larger a share of such programs goes wrong: 3/n for n without a failure.
    pub fn bound(&self) -> Option<f64> {
        (self.counterexamples.is_empty() && self.conflict > 0).then(|| (3.0 / self.conflict as f64).min(1.0))
    }

    /// The shares that say whether the programs exercise anything, with what they should be at least.
    pub fn shares(&self) -> Vec<(&'static str, f64, f64)> {
        let share = |n: u64| if self.accepted == 0 { 0.0 } else { n as f64 / self.accepted as f64 };
        vec![
            ("two live threads", share(self.two_threads), 0.0),
            ("two threads conflict on a field", share(self.conflict), 0.60),
            ("a thread blocks", share(self.blocks), 0.30),
            ("a conflict under a ghost or a path", share(self.conflict_under_path), 0.15),
            ("dispatch to an override", share(self.dispatch), 0.10),
            ("more than one final state", share(self.many_ends), 0.0),
            ("an exception", share(self.throws), 0.0),
            (
                "a race without one synchronized",
                if self.unlocked == 0 { 0.0 } else { self.unlocked_race as f64 / self.unlocked as f64 },
                0.0,
            ),
        ]
    }
}
