//! Counts of a campaign. Tallies of shards add up to the tally of the whole.

use crate::certificate::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that went wrong, or a program that the generator should not have made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// Number of the program in the campaign.
    pub index: u64,
    /// Its source, as it was generated.
    pub program: String,
    /// A schedule that shows it.
    pub schedule: String,
    /// `race`, `stuck`, `monitor`, …; `rejected` for a program that the checker rejects although it was made to be well typed.
    pub property: String,
    /// Name of the monitor or field.
    pub detail: String,
    /// Premises that the unchanged rules demand of it: [`cause`](super::cause).
    #[serde(default)]
    pub cause: String,
}

/// Greatest number of failures kept, those of the lowest numbers. All are counted, and each is made again from the seed
/// and its number.
pub const KEPT: usize = 100;

/// Greatest number of fingerprints kept.
const FINGERPRINTS: usize = 512;

fn add<K: Ord + Clone>(to: &mut BTreeMap<K, u64>, more: &BTreeMap<K, u64>) {
    for (key, n) in more {
        let sum = to.entry(key.clone()).or_default();
        *sum = sum.saturating_add(*n);
    }
}

/// The counts of a campaign, or of a shard of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Programs made.
    pub programs: u64,
    /// Programs accepted by the rules in force.
    pub accepted: u64,
    /// Accepted programs explored in every schedule to the end.
    pub complete: u64,
    /// Explorations that a budget cut short.
    pub cut: u64,
    /// States seen, counted separately for each run.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// Reduction steps.
    pub steps: u64,
    /// Runs, of programs that were explored by runs; different final states, of the others.
    pub executions: u64,
    /// Programs in which two threads live at once.
    pub two_threads: u64,
    /// Programs in which two threads access one field of one object, one of them writing.
    pub conflict: u64,
    /// Programs with such a conflict on a field whose guard is a ghost or a path.
    pub conflict_under_path: u64,
    /// Programs in which a thread waits for a lock in some state.
    pub blocks: u64,
    /// Programs in which a call runs an overriding method.
    pub dispatch: u64,
    /// Programs that throw.
    pub throws: u64,
    /// Programs in which an object of a thread-local class is seen through a shared type.
    pub through_shared: u64,
    /// Programs with more than one final state.
    pub many_ends: u64,
    /// Programs with one `synchronized`, drawn at random, taken away.
    pub unlocked: u64,
    /// Programs that race without it.
    pub unlocked_race: u64,
    /// Programs edited as if a premise, drawn at random, were off.
    pub edited: u64,
    /// Programs among those rejected by one premise alone, by premise.
    pub refused: BTreeMap<String, u64>,
    /// Number of programs with each of [`names`](super::names).
    pub features: BTreeMap<String, u64>,
    /// The smallest fingerprints of programs, each with how many programs have it: a sample that does not depend on order.
    pub fingerprints: BTreeMap<u64, u64>,
    /// Applications of each rule in a sample of the programs.
    pub rules: BTreeMap<String, u64>,
    /// Number of programs by tens of tokens.
    pub tokens: BTreeMap<u64, u64>,
    /// Number of programs by depth of nesting.
    pub nesting: BTreeMap<u64, u64>,
    /// Number of programs by threads.
    pub threads: BTreeMap<u64, u64>,
    /// Number of failures by violated property.
    pub wrong: BTreeMap<String, u64>,
    /// The same by cause, and by violated property.
    #[serde(default)]
    pub causes: BTreeMap<String, BTreeMap<String, u64>>,
    /// The first [`KEPT`] of those.
    pub counterexamples: Vec<Counterexample>,
    /// A sum over all programs, each with what becomes of it.
    pub digest: Digest,
}

impl Tally {
    /// Adds the counts of other programs.
    pub fn add(&mut self, other: &Tally) {
        let sums: [(&mut u64, u64); 19] = [
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
            (&mut self.through_shared, other.through_shared),
            (&mut self.edited, other.edited),
        ];
        for (sum, more) in sums {
            *sum = sum.saturating_add(more);
        }
        add(&mut self.rules, &other.rules);
        add(&mut self.refused, &other.refused);
        add(&mut self.features, &other.features);
        add(&mut self.tokens, &other.tokens);
        add(&mut self.nesting, &other.nesting);
        add(&mut self.threads, &other.threads);
        add(&mut self.fingerprints, &other.fingerprints);
        self.keep_smallest();
        add(&mut self.wrong, &other.wrong);
        for (cause, counts) in &other.causes {
            add(self.causes.entry(cause.clone()).or_default(), counts);
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
        *self.causes.entry(found.cause.clone()).or_default().entry(found.property.clone()).or_default() += 1;
        self.keep([found]);
    }

    /// Number of programs known to go wrong. Some kept failures are not counted yet, while programs before them are
    /// pending.
    pub fn failures(&self) -> u64 {
        self.wrong.values().fold(0, |sum: u64, n| sum.saturating_add(*n)).max(self.counterexamples.len() as u64)
    }

    /// Notes the fingerprint of a program.
    pub fn sample(&mut self, fingerprint: u64) {
        *self.fingerprints.entry(fingerprint).or_default() += 1;
        self.keep_smallest();
    }

    /// A dropped fingerprint is never needed again, since the largest kept one only falls.
    fn keep_smallest(&mut self) {
        while self.fingerprints.len() > FINGERPRINTS {
            self.fingerprints.pop_last();
        }
    }

    /// The share of programs that were there before, by the sample.
    pub fn duplicates(&self) -> f64 {
        let all: u64 = self.fingerprints.values().sum();
        if all == 0 { 0.0 } else { 1.0 - self.fingerprints.len() as f64 / all as f64 }
    }

    /// The share of the accepted programs that have each feature.
    pub fn feature_shares(&self) -> Vec<(&'static str, f64)> {
        let share = |name: &str| self.features.get(name).map_or(0.0, |&n| n as f64 / self.accepted.max(1) as f64);
        super::names().map(|name| (name, share(name))).collect()
    }

    /// Upper bound of 95 % confidence on the share of such programs that go wrong: 3/n for n without a failure.
    pub fn bound(&self) -> Option<f64> {
        (self.counterexamples.is_empty() && self.conflict > 0).then(|| (3.0 / self.conflict as f64).min(1.0))
    }

    /// The shares that show whether the programs exercise anything, with their floors.
    pub fn shares(&self) -> Vec<(&'static str, f64, f64)> {
        let share = |n: u64| if self.accepted == 0 { 0.0 } else { n as f64 / self.accepted as f64 };
        vec![
            ("two live threads", share(self.two_threads), 0.60),
            ("two threads conflict on a field", share(self.conflict), 0.60),
            ("a thread blocks", share(self.blocks), 0.30),
            ("a conflict under a ghost or a path", share(self.conflict_under_path), 0.15),
            ("dispatch to an override", share(self.dispatch), 0.10),
            ("a local object seen through a shared type", share(self.through_shared), 0.0),
            ("more than one final state", share(self.many_ends), 0.0),
            ("an exception", share(self.throws), 0.0),
            ("the same program again", self.duplicates(), 0.0),
            (
                "a race without one synchronized",
                if self.unlocked == 0 { 0.0 } else { self.unlocked_race as f64 / self.unlocked as f64 },
                0.0,
            ),
        ]
    }
}
