//! Campaigns over generated programs: is there a well-typed one that goes wrong?

mod causes;
pub mod owners;
mod summary;

pub use causes::{Cause, Rejected, derived, rejected};
pub use summary::{KeptFailure, Replayed, Summary, caught, guard_json, options};

use super::Hooks;
use crate::desk::{Desk, FindVariant};
use crate::left::Job;
use crate::options::{FuzzOptions, named};
use crate::source::count;
use crate::variant::Rules;
use racefree_grammar::ast::Dialect;
use racefree_kernel::System;
pub use racefree_soundness::campaign::Plan;
use racefree_soundness::campaign::{self, Counterexample, Progress, Results, Tally, guard, made_well_typed};
use racefree_soundness::generate::Maker;
use racefree_soundness::generate::systems::makes;
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::owners::campaign::{judged_program, seed_of};
use racefree_soundness::tree::Tree;
use std::time::Duration;

/// Default number of programs, if neither a number nor a time is given.
const PROGRAMS: u64 = 100_000;
/// Programs that each planted variant gets.
pub const GUARD: u64 = 4_000;

/// Returns true if programs of these rules come from the generator of programs with owners.
pub fn has_owners(rules: &Rules) -> bool {
    rules.system.dialect() == Dialect::Owners
}

/// The rules to generate and judge by. Fails if a word means nothing, or no programs of the system are made.
pub fn rules(asked: &FuzzOptions, variant: FindVariant) -> Result<Rules, String> {
    if asked.rules.defaults || !asked.rules.no_warn.is_empty() {
        return Err(
            "generated programs have all annotations and no errors: --defaults and --no-warn say nothing of them"
                .to_owned(),
        );
    }
    let system = named(asked.rules.system.as_deref());
    if system.dialect() != Dialect::Owners {
        makes(system)?;
    }
    crate::options::rules(&asked.rules, system, &variant)
}

/// The program of a number, as text. Fails if there is no such program.
pub fn program(asked: &FuzzOptions, rules: &Rules, index: u64) -> Result<String, String> {
    let seed = asked.seed.unwrap_or_default();
    if has_owners(rules) {
        return Ok(judged_program(rules, seed_of(seed, index)));
    }
    if asked.programs.is_some_and(|n| index >= n) {
        return Err(format!("there is no program {index}: they are numbered from 0 to --programs less 1"));
    }
    Ok(campaign::program(&Maker::new(rules), seed, index).source())
}

/// The results to begin with.
pub fn begin(asked: &FuzzOptions, rules: &Rules, seed: u64) -> Results {
    let planned = match (asked.programs, asked.time) {
        (None, Some(_)) => None,
        (programs, _) => Some(programs.unwrap_or(PROGRAMS)),
    };
    Results::new(rules, seed, planned, (asked.shard.index, asked.shard.of))
}

/// A listener that is told of each program that goes wrong as soon as it is known.
pub type OnFound<'f> = &'f (dyn Fn(&Counterexample, &Tree) + Sync);

/// The plan of a campaign that goes on from some results.
pub fn plan(desk: &Desk, asked: &FuzzOptions, rules: Rules, before: &Results) -> Plan {
    let shard = before.shards[0];
    Plan {
        rules,
        seed: before.seed,
        programs: before.planned.unwrap_or(u64::MAX),
        time: asked.time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
        shard: (shard.shard, shard.of),
        threads: asked.threads.map_or(desk.limits.threads, |n| n as usize),
        from: shard.next,
    }
}

/// Carries a campaign out.
pub fn carry_out(
    desk: &Desk,
    plan: &Plan,
    before: &Results,
    found: OnFound<'_>,
    company: &Hooks<'_, Results>,
) -> Results {
    let start = desk.host.now();
    let all = before.planned.map(|n| n.saturating_sub(plan.from).div_ceil(plan.shard.1));
    let job = Job { all, time: plan.time.map(|time| time.as_secs_f64()) };
    let at = |next: u64, tally: &Tally| {
        let took = desk.host.now() - start;
        (company.tell)(&|_| {
            let rate = tally.programs as f64 / took.as_secs_f64();
            let of = before.planned.map_or(String::new(), |n| format!(" of {n}"));
            let wrong = match tally.failures() {
                0 => String::new(),
                n => format!(", {}", count(n, "failure")),
            };
            let left = job.left(tally.programs, took.as_secs_f64());
            format!("{next}{of} programs, {rate:.0} a second{wrong}{left}")
        });
        (company.keep)(&|| sum(before, tally, next, took));
    };
    let stop = || desk.interrupted();
    let (tally, next) = campaign::run(plan, &Progress { stop: &stop, found, at: &at });
    sum(before, &tally, next, desk.host.now() - start)
}

/// Planted variants, each with whether it is caught; none if the guard is switched off or cut short.
pub fn guarded(
    desk: &Desk,
    asked: &FuzzOptions,
    (system, seed): (&'static dyn System, u64),
    threads: usize,
) -> Option<Vec<(String, bool)>> {
    let stop = || desk.interrupted();
    if asked.no_guard { None } else { guard(system, seed, GUARD, threads, &stop) }
}

/// A campaign with its guard, of which no file is kept.
pub fn campaign(desk: &Desk, asked: &FuzzOptions, rules: Rules) -> Summary {
    let before = begin(asked, &rules, asked.seed.unwrap_or_default());
    let plan = plan(desk, asked, rules, &before);
    let results = carry_out(desk, &plan, &before, &|_, _| (), &Hooks::NONE);
    let guard = guarded(desk, asked, (plan.rules.system, plan.seed), plan.threads);
    let guard_cut = !asked.no_guard && guard.is_none();
    Summary { results, failures: Vec::new(), rules: Some(plan.rules), guard, guard_cut, replayed: None }
}

/// Adds the findings of a run to earlier results.
fn sum(before: &Results, tally: &Tally, next: u64, time: Duration) -> Results {
    let mut results = before.clone();
    results.tally.add(tally);
    results.shards.iter_mut().for_each(|shard| shard.next = next);
    results.seconds += time.as_secs_f64();
    results
}

/// Status of a failure of an earlier campaign.
pub enum Recheck {
    /// Failure that persists, with its description.
    Wrong(String),
    /// These rules accept it, and nothing goes wrong any more.
    Right,
    /// These rules reject it, so that it says nothing of them.
    Rejected,
    /// Source that is no program.
    Unreadable,
}

/// Looks again at a failure: its schedule first, then all.
pub fn again(text: &str, rules: &Rules) -> Recheck {
    let Ok(program) = racefree_grammar::parse(text) else { return Recheck::Unreadable };
    let was_rejected = text.lines().nth(1).is_some_and(|line| line.starts_with("// rejected"));
    if !rules.accepts_idle(&program) {
        if was_rejected && made_well_typed(rules) {
            let why = rules.system.check(&program, text, &rules.options).errors.into_iter().next().map(|e| e.message);
            return Recheck::Wrong(format!("is still rejected: {}", why.unwrap_or_default()));
        }
        return Recheck::Rejected;
    }
    let Some(lowered) = Judge::lower(program) else { return Recheck::Wrong("still cannot run".to_owned()) };
    let mut judge = Judge::new(rules);
    let schedule = text.lines().find_map(|line| line.strip_prefix("// schedule: ")).unwrap_or_default();
    let kind = judge.under(&lowered, schedule).or_else(|| match judge.explore(&lowered) {
        Verdict::Wrong(kind, _) => Some(kind),
        _ => None,
    });
    kind.map_or(Recheck::Right, |kind| Recheck::Wrong(format!("still goes wrong: {}", kind.name())))
}
