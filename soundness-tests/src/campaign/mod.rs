//! Campaigns: many programs, each checked and explored. Program number i depends on the seed and on i alone, so that the shards of
//! a campaign together are the same programs however many there are.

mod features;
mod tally;
mod witness;

pub use features::{FEATURES, features};
pub use tally::{Counterexample, Tally};
pub use witness::{Exercised, exercised};

use crate::generate::{self, Choices, Settings};
use crate::hunt::Hunt;
use crate::judge::{Judge, Verdict};
use crate::matrix::written;
use crate::reduce;
use crate::tree::{E, Tree};
use crate::variant::{self, Rules};
use racefree_interp::drive::Key;
use racefree_interp::schedule::Stream;
use racefree_kernel::{Kind, PremiseId};
use racefree_typeck::rules::BOOK;
use racefree_typeck::{check, derive};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a campaign looks at.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rules in force.
    pub rules: Rules,
    /// The seed.
    pub seed: u64,
    /// How many programs the whole campaign has.
    pub programs: u64,
    /// How long it may take.
    pub time: Option<Duration>,
    /// Which shard of how many.
    pub shard: (u64, u64),
    /// Workers.
    pub threads: usize,
    /// The first program that was not looked at before.
    pub from: u64,
}

/// What is written down, to go on from or to join with others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Of this format, 1.
    pub version: u32,
    /// The variant.
    pub variant: String,
    /// The seed.
    pub seed: u64,
    /// Programs of the whole campaign.
    pub planned: u64,
    /// Which shards are in it.
    pub shards: Vec<(u64, u64)>,
    /// All programs of the shards before this one were looked at.
    pub next: u64,
    /// Seconds of work.
    pub seconds: f64,
    /// The counts.
    pub tally: Tally,
}

impl Results {
    /// Joins the results of two shards of one campaign.
    ///
    /// # Errors
    ///
    /// Why they do not belong together.
    pub fn join(&mut self, other: &Results) -> Result<(), String> {
        if (self.version, self.seed, self.planned, &self.variant)
            != (other.version, other.seed, other.planned, &other.variant)
        {
            return Err("these are results of different campaigns".to_owned());
        }
        if let Some((i, n)) = other.shards.iter().find(|s| self.shards.contains(s)) {
            return Err(format!("shard {i}/{n} is there twice"));
        }
        if self.shards.iter().chain(&other.shards).any(|s| s.1 != self.shards[0].1) {
            return Err("the campaign was split in two different ways".to_owned());
        }
        self.shards.extend(&other.shards);
        self.shards.sort_unstable();
        self.next = self.next.min(other.next);
        self.seconds += other.seconds;
        self.tally.add(&other.tally);
        Ok(())
    }
}

/// Program number `index` of a campaign.
pub fn program(rules: &Rules, seed: u64, index: u64) -> Tree {
    let mixed = Stream::new(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)).bits();
    let settings = match index % 8 {
        0 => Settings::wide(),
        1 | 2 => Settings { ghosts: 2, methods: 2, ..Settings::small() },
        _ => Settings::small(),
    };
    generate::program(&rules.options, settings, mixed)
}

/// How far a campaign is.
pub struct Progress<'p> {
    /// Stops it.
    pub stop: &'p AtomicBool,
    /// Called now and then with all programs before the number looked at, and their counts.
    pub at: &'p (dyn Fn(u64, &Tally) + Sync),
}

/// Programs are given out to workers in portions of so many.
const PORTION: u64 = 256;

/// Carries a campaign out. Gives the counts, and the number before which every program of the shard was looked at.
pub fn run(plan: &Plan, progress: &Progress<'_>) -> (Tally, u64) {
    let start = Instant::now();
    let portions = AtomicU64::new(plan.from / PORTION);
    let last = plan.programs.div_ceil(PORTION);
    // Portions that are done, and those that wait for an earlier one.
    type Joined = (Tally, u64, Vec<(u64, Tally)>);
    let joined: Mutex<Joined> = Mutex::new((Tally::default(), plan.from / PORTION, Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let mut judge = Judge::new(&plan.rules);
                loop {
                    let late = plan.time.is_some_and(|t| start.elapsed() >= t);
                    if late || progress.stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let portion = portions.fetch_add(1, Ordering::Relaxed);
                    if portion >= last {
                        break;
                    }
                    let mut tally = Tally::default();
                    for index in portion * PORTION..((portion + 1) * PORTION).min(plan.programs) {
                        if index >= plan.from && index % plan.shard.1 == plan.shard.0 {
                            look(&plan.rules, plan.seed, index, &mut judge, &mut tally);
                        }
                    }
                    if let Ok(mut joined) = joined.lock() {
                        let (total, next, waiting) = &mut *joined;
                        waiting.push((portion, tally));
                        waiting.sort_by_key(|(p, _)| *p);
                        while waiting.first().is_some_and(|(p, _)| p == next) {
                            total.add(&waiting.remove(0).1);
                            *next += 1;
                        }
                        (progress.at)((*next * PORTION).min(plan.programs), total);
                    }
                }
            });
        }
    });
    let (mut total, next, waiting) = joined.into_inner().unwrap_or_default();
    // A finding is never thrown away, even if its portion came too early to count.
    for (_, tally) in waiting {
        total.counterexamples.extend(tally.counterexamples);
    }
    (total, (next * PORTION).min(plan.programs))
}

/// Every so many programs a derivation is made, and a lock taken away.
const SAMPLE: u64 = 32;

fn look(rules: &Rules, seed: u64, index: u64, judge: &mut Judge, tally: &mut Tally) {
    let tree = program(rules, seed, index);
    let program = tree.program();
    tally.programs += 1;
    let report = check(&program, "", &rules.options);
    if !report.is_ok() {
        let detail = report.errors.first().map(|e| BOOK.premise_name(e.premise)).unwrap_or_default();
        let (program, schedule, property) = (tree.source(), String::new(), "rejected".to_owned());
        if rules.options == racefree_typeck::Options::default() {
            tally.counterexamples.push(Counterexample { index, program, schedule, property, detail });
        }
        return;
    }
    tally.accepted += 1;
    tally.sample(features::fingerprint(&tree));
    let has = features(&tree);
    for (_, name) in FEATURES.iter().enumerate().filter(|&(i, _)| has >> i & 1 == 1) {
        count(&mut tally.features, name);
    }
    *tally.nesting.entry(features::depth(&tree) as u64).or_default() += 1;
    *tally.tokens.entry(reduce::tokens(&tree) as u64 / 10).or_default() += 1;
    if index.is_multiple_of(SAMPLE) {
        let (_, cx) = derive(&program, "", &rules.options);
        for (_, node) in cx.recorder.finish().nodes() {
            count(&mut tally.rules, BOOK.rule(node.rule).name);
        }
        near_miss(&tree, rules, seed.wrapping_add(index), tally);
        without_a_lock(&tree, seed.wrapping_add(index), judge, tally);
    }
    let Some(lowered) = Judge::lower(program) else {
        let (program, schedule) = (tree.source(), String::new());
        let (property, detail) = ("cannot run".to_owned(), String::new());
        tally.counterexamples.push(Counterexample { index, program, schedule, property, detail });
        return;
    };
    let seen = exercised(&lowered, rules.semantics);
    tally.two_threads += u64::from(seen.threads > 1);
    tally.conflict += u64::from(seen.conflict);
    tally.conflict_under_path += u64::from(seen.conflict && seen.under_path);
    tally.blocks += u64::from(seen.blocks);
    tally.dispatch += u64::from(seen.dispatch);
    tally.throws += u64::from(seen.throws);
    tally.through_shared += u64::from(seen.through_shared || features::upcast(&tree));
    *tally.threads.entry(seen.threads as u64).or_default() += 1;
    let (verdict, cost) = judge.explored(&lowered);
    tally.states += cost.states;
    tally.transitions += cost.transitions;
    tally.steps += cost.steps;
    tally.executions += cost.executions;
    tally.many_ends += u64::from(cost.ends > 1);
    match verdict {
        Verdict::Sound => tally.complete += 1,
        Verdict::Unknown(_) | Verdict::CannotRun => tally.cut += 1,
        Verdict::Wrong(kind, found) => {
            let detail = match &found.key {
                Key::Race(field, ..) => lowered.tables.field_name(*field),
                Key::Monitor(monitor, _) => monitor.name().to_owned(),
                _ => String::new(),
            };
            let (program, schedule) = (tree.source(), written(&found.schedule));
            tally.counterexamples.push(Counterexample {
                index,
                program,
                schedule,
                property: kind.name().to_owned(),
                detail,
            });
        }
    }
}

/// One more of a name.
fn count(of: &mut BTreeMap<String, u64>, name: &str) {
    match of.get_mut(name) {
        Some(n) => *n += 1,
        None => drop(of.insert(name.to_owned(), 1)),
    }
}

/// Edits the program as if one premise, drawn at random, were off, and sees whether a single premise is against the result.
fn near_miss(tree: &Tree, rules: &Rules, seed: u64, tally: &mut Tally) {
    let checks: Vec<PremiseId> = BOOK.premises().filter(|(_, p)| p.kind == Kind::Checks).map(|(id, _)| id).collect();
    let mut choices = Choices::seeded(seed.rotate_left(7));
    let mut options = rules.options.clone();
    options.off.switch_off(checks[choices.below(checks.len())]);
    let edited = generate::edited(tree, &options, Settings::small(), choices);
    let mut premises: Vec<PremiseId> =
        check(&edited.program(), "", &rules.options).errors.iter().map(|e| e.premise).collect();
    premises.dedup();
    tally.edited += 1;
    if let [only] = premises[..] {
        count(&mut tally.refused, &BOOK.premise_name(only));
    }
}

/// Takes one `synchronized` away and sees whether that makes a race.
fn without_a_lock(tree: &Tree, seed: u64, judge: &mut Judge, tally: &mut Tally) {
    let mut n = 0;
    tree.roots().into_iter().for_each(|root| root.walk(&mut |e| n += u32::from(matches!(e, E::Sync(..)))));
    if n == 0 {
        return;
    }
    let which = Stream::new(seed).below(n);
    let mut at = 0;
    let mut open = tree.clone();
    for root in open.roots_mut() {
        root.walk_mut(&mut |e| {
            while let E::Sync(_, body) = e {
                at += 1;
                if at != which + 1 {
                    break;
                }
                *e = std::mem::replace(body, E::Null);
            }
        });
    }
    tally.unlocked += 1;
    if let Some(lowered) = Judge::lower(open.program()) {
        tally.unlocked_race += u64::from(judge.race(&lowered).is_some());
    }
}

/// Variants known to be unsound, of every sort: what a campaign must be able to catch to say anything.
pub const PLANTED: [&str; 10] = [
    "EXP REF/guard-held",
    "EXP INVOKE/requires-held",
    "EXP FORK2/fv-shared",
    "ENV X/fresh",
    "SUBTYPE CLASS/ghost-args",
    "PROG/override-requires",
    "SHAREABLE/guarded-or-final",
    "FINAL REF/final",
    "invoke-substitutes-this-only",
    "inner-release-frees",
];

/// The vacuity guard: which of the planted variants the same generator and judge catch within so many programs each.
pub fn guard(seed: u64, programs: u64) -> Vec<(&'static str, bool)> {
    let caught = |name: &str| {
        let Ok(rules) = variant::find(name).and_then(|v| v.rules()) else { return false };
        let mut hunt = Hunt::new(&rules, seed);
        (0..programs).any(|_| hunt.step().is_some())
    };
    PLANTED.iter().map(|&name| (name, caught(name))).collect()
}
