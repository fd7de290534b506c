//! Campaigns: many programs, each checked and explored. Program number i depends on the seed and on i alone, so that the shards of
//! a campaign together are the same programs however many there are.

mod cause;
mod failure;
mod features;
mod guard;
mod results;
mod tally;
mod witness;

pub use cause::{cause, premises};
pub use failure::{Failure, small};
pub use features::{features, names};
pub use guard::{guard, planted};
pub use results::{Results, ShardState, Unusable};
pub use tally::{Counterexample, KEPT, Tally};
pub use witness::{Coverage, coverage};

use crate::generate::blocks::{locks, without_lock};
use crate::generate::{Choices, Maker, Settings};
use crate::judge::{Judge, Verdict, detail};
use crate::matrix::written;
use crate::reduce;
use crate::tree::Tree;
use crate::variant::Rules;
use racefree_interp::schedule::Stream;
use racefree_kernel::{Options, PremiseId};
use racefree_systems::{BASE, premise_name};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Plan of a campaign.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rules in force.
    pub rules: Rules,
    /// The seed.
    pub seed: u64,
    /// Number of programs of the whole campaign.
    pub programs: u64,
    /// Time limit.
    pub time: Option<Duration>,
    /// Shard, and the number of shards.
    pub shard: (u64, u64),
    /// Workers.
    pub threads: usize,
    /// The first program that was not looked at before.
    pub from: u64,
}

/// Program number `index` of a campaign.
pub fn program(maker: &Maker, seed: u64, index: u64) -> Tree {
    let mixed = Stream::new(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)).bits();
    let settings = match index % 8 {
        0 => Settings::wide(),
        1 | 2 => Settings { ghosts: 2, methods: 2, ..Settings::small() },
        _ => Settings::small(),
    };
    maker.program(settings, mixed)
}

/// Callbacks of a running campaign.
pub struct Progress<'p> {
    /// Returns true to stop; asked before each program.
    pub stop: &'p (dyn Fn() -> bool + Sync),
    /// Called with each program that goes wrong as soon as it is known.
    pub found: &'p (dyn Fn(&Counterexample, &Tree) + Sync),
    /// Called now and then with all programs before the number looked at, and their counts.
    pub at: &'p (dyn Fn(u64, &Tally) + Sync),
}

/// Number of programs in a worker's portion.
const PORTION: u64 = 256;

/// Carries a campaign out. Gives the counts, and the number before which every program of the shard was looked at.
pub fn run(plan: &Plan, progress: &Progress<'_>) -> (Tally, u64) {
    let start = Instant::now();
    let first = plan.from / PORTION;
    let portions = AtomicU64::new(first);
    let last = plan.programs.div_ceil(PORTION);
    let over = || (progress.stop)() || plan.time.is_some_and(|t| start.elapsed() >= t);
    let joined = Mutex::new(Joined { next: first, ..Joined::default() });
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let mut judge = Judge::new(&plan.rules);
                let maker = Maker::new(&plan.rules);
                while !over() {
                    let portion = portions.fetch_add(1, Ordering::Relaxed);
                    if portion >= last {
                        break;
                    }
                    let (tally, done) = look_at(plan, portion, &over, progress.found, (&maker, &mut judge));
                    if let Ok(mut joined) = joined.lock() {
                        joined.add(portion, tally, done);
                        (progress.at)(joined.next.saturating_mul(PORTION).min(plan.programs), &joined.total);
                    }
                }
            });
        }
    });
    let joined = joined.into_inner().unwrap_or_default();
    let mut total = joined.total;
    // A finding is never thrown away, even if its portion came too early to count.
    for (_, tally) in joined.waiting {
        total.keep(tally.counterexamples);
    }
    total.keep(joined.cut);
    (total, joined.next.saturating_mul(PORTION).clamp(plan.from, plan.programs))
}

/// The portions that are done.
#[derive(Default)]
struct Joined {
    /// Tally of all portions before the next.
    total: Tally,
    /// The first that is not done.
    next: u64,
    /// Portions that wait for an earlier one.
    waiting: Vec<(u64, Tally)>,
    /// Findings in unfinished portions.
    cut: Vec<Counterexample>,
}

impl Joined {
    fn add(&mut self, portion: u64, tally: Tally, done: bool) {
        if !done {
            self.cut.extend(tally.counterexamples);
            return;
        }
        self.waiting.push((portion, tally));
        self.waiting.sort_by_key(|(p, _)| *p);
        while self.waiting.first().is_some_and(|(p, _)| *p == self.next) {
            self.total.add(&self.waiting.remove(0).1);
            self.next += 1;
        }
    }
}

/// Looks at the programs of a portion that are in the shard. Whether it got to the end.
fn look_at(
    plan: &Plan,
    portion: u64,
    over: &dyn Fn() -> bool,
    found: &dyn Fn(&Counterexample, &Tree),
    (maker, judge): (&Maker, &mut Judge),
) -> (Tally, bool) {
    let mut tally = Tally::default();
    for index in portion * PORTION..(portion + 1).saturating_mul(PORTION).min(plan.programs) {
        if index < plan.from || index % plan.shard.1 != plan.shard.0 {
            continue;
        }
        if over() {
            return (tally, false);
        }
        let tree = program(maker, plan.seed, index);
        let (verdict, wrong) = look(&plan.rules, plan.seed, index, &tree, judge, &mut tally);
        tally.digest.program(b'f', &tree, verdict);
        if let Some(wrong) = wrong {
            found(&wrong, &tree);
            tally.goes_wrong(wrong);
        }
    }
    (tally, true)
}

/// Sampling interval of programs with a derivation, and with a lock taken away.
const SAMPLE: u64 = 32;

/// Verdict on a program in a digest.
const REJECTED: u8 = 0;
const SOUND: u8 = 1;
const WRONG: u8 = 2;
const CUT: u8 = 3;

/// Looks at a program and counts it. Gives the verdict, and what goes wrong in it.
fn look(
    rules: &Rules,
    seed: u64,
    index: u64,
    tree: &Tree,
    judge: &mut Judge,
    tally: &mut Tally,
) -> (u8, Option<Counterexample>) {
    let program = tree.program();
    let wrong = |property: &str, detail: String, schedule: String| Counterexample {
        index,
        program: tree.source(),
        schedule,
        property: property.to_owned(),
        detail,
        cause: cause(rules, &tree.program()),
    };
    tally.programs += 1;
    let failures = rules.system.failures(&program, &rules.options);
    if let Some(&(first, _)) = failures.first() {
        let detail = premise_name(first);
        return (REJECTED, made_well_typed(rules).then(|| wrong(failure::REJECTED, detail, String::new())));
    }
    if !made_well_typed(rules) && !rules.accepts_idle(&program) {
        // A `holds` that is false: rules may rely on an assumption, so they are not at fault.
        return (REJECTED, None);
    }
    tally.accepted += 1;
    tally.sample(features::fingerprint(tree));
    let found = features(tree);
    names().enumerate().filter(|(i, _)| found >> i & 1 == 1).for_each(|(_, name)| count(&mut tally.features, name));
    *tally.nesting.entry(features::depth(tree) as u64).or_default() += 1;
    *tally.tokens.entry(reduce::tokens(tree) as u64 / 10).or_default() += 1;
    if index.is_multiple_of(SAMPLE) {
        let (_, derived) = rules.system.derive(&program, "", &rules.options);
        for (_, step) in derived.shape().steps() {
            count(&mut tally.rules, racefree_systems::rule(step.rule).name);
        }
        drop(derived);
        near_miss(tree, rules, seed.wrapping_add(index), tally);
        without_a_lock(tree, seed.wrapping_add(index), judge, tally);
    }
    let Some(lowered) = Judge::lower(program) else {
        return (WRONG, Some(wrong(failure::CANNOT_RUN, String::new(), String::new())));
    };
    let covered = coverage(&lowered, rules.semantics);
    tally.two_threads += u64::from(covered.threads > 1);
    tally.conflict += u64::from(covered.conflict);
    tally.conflict_under_path += u64::from(covered.conflict && covered.under_path);
    tally.blocks += u64::from(covered.blocks);
    tally.dispatch += u64::from(covered.dispatch);
    tally.throws += u64::from(covered.throws);
    tally.through_shared += u64::from(covered.through_shared || features::upcast(tree));
    *tally.threads.entry(covered.threads as u64).or_default() += 1;
    let (verdict, cost) = judge.explored(&lowered);
    tally.states += cost.states;
    tally.transitions += cost.transitions;
    tally.steps += cost.steps;
    tally.executions += cost.executions;
    tally.many_ends += u64::from(cost.ends > 1);
    match verdict {
        Verdict::Sound => {
            tally.complete += 1;
            (SOUND, None)
        }
        Verdict::Unknown(_) => {
            tally.cut += 1;
            (CUT, None)
        }
        Verdict::Wrong(kind, found) => {
            (WRONG, Some(wrong(kind.name(), detail(&lowered, &found), written(&found.schedule))))
        }
    }
}

/// Returns true if every program made for these rules is well typed by them: the generator knows the rules of the base.
/// For other systems most of its programs are.
pub fn made_well_typed(rules: &Rules) -> bool {
    rules.system.id() == BASE.id() && rules.options == Options::default()
}

/// Counts one more of a name.
fn count(of: &mut BTreeMap<String, u64>, name: &str) {
    match of.get_mut(name) {
        Some(n) => *n += 1,
        None => drop(of.insert(name.to_owned(), 1)),
    }
}

/// Edits the program as if one premise, drawn at random, were off, and sees whether a single premise is against the result.
fn near_miss(tree: &Tree, rules: &Rules, seed: u64, tally: &mut Tally) {
    let switches = rules.system.book().switches().map(|(id, _)| id);
    let checks: Vec<PremiseId> = switches.filter(|&id| rules.system.shows(id)).collect();
    let mut choices = Choices::seeded(seed.rotate_left(7));
    let mut without = rules.clone();
    without.options.off.switch_off(checks[choices.below(checks.len())]);
    let edited = Maker::new(&without).edited(tree, Settings::small(), choices);
    let mut premises: Vec<PremiseId> =
        rules.system.failures(&edited.program(), &rules.options).into_iter().map(|(premise, _)| premise).collect();
    premises.dedup();
    tally.edited += 1;
    if let [only] = premises[..] {
        count(&mut tally.refused, &premise_name(only));
    }
}

/// Takes one `synchronized` away and sees whether that makes a race.
fn without_a_lock(tree: &Tree, seed: u64, judge: &mut Judge, tally: &mut Tally) {
    let n = locks(tree);
    if n == 0 {
        return;
    }
    let open = without_lock(tree, Stream::new(seed).below(n as u32) as usize);
    tally.unlocked += 1;
    if let Some(lowered) = Judge::lower(open.program()) {
        tally.unlocked_race += u64::from(judge.race(&lowered).is_some());
    }
}
