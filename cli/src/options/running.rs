//! The options of a run.

use crate::args::{DetectorArg, LocksArg, MonitorsArg, Running, SchedulerArg, WatchArg};
use crate::running::Loaded;
use clap::ValueEnum;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_interp::drive::{Detectors, RunOptions, SchedulerKind};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::{Limits, Locks, Semantics};
use racefree_soundness::judge::promised;
use racefree_soundness::variant::Rules;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// What to run with; the seed is drawn if none is given.
///
/// # Errors
///
/// A sentence that says what is wrong with an argument.
pub fn run_options(args: &Running, rules: &Rules) -> Result<RunOptions, String> {
    let semantics = semantics(args.locks, rules);
    let scheduler = match args.scheduler {
        SchedulerArg::Kind(kind) => kind,
        SchedulerArg::Replay(_) => SchedulerKind::Random,
    };
    let seed = match args.seed {
        Some(seed) => seed,
        None if args.scheduler.is_random() => drawn(),
        None => 0,
    };
    let detectors = detectors(args);
    let limits = Limits { steps: args.max_steps, ..Limits::default() };
    Ok(RunOptions { seed, scheduler, semantics, limits, detectors, ..RunOptions::default() })
}

/// What programs mean.
pub fn semantics(locks: LocksArg, rules: &Rules) -> Semantics {
    match self::locks(locks) {
        Locks::Binary => Semantics { locks: Locks::Binary, ..rules.semantics },
        Locks::Reentrant => rules.semantics,
    }
}

/// `--monitors`, for a program that the rules accept with no error silenced, or another one.
pub fn monitors(which: MonitorsArg, accepted: bool, rules: &Rules) -> MonitorSet {
    match which {
        MonitorsArg::All => MonitorSet::ALL,
        MonitorsArg::None => MonitorSet::NONE,
        // Blocks in a program have it watched, whatever the rules say.
        MonitorsArg::Auto if accepted => promised(rules.system).with(Monitor::Serializable),
        MonitorsArg::Auto => MonitorSet::NONE.with(Monitor::Holds).with(Monitor::Serializable),
    }
}

/// The program as it is written, if it is one with owners whose run-time owners are watched.
pub fn owners(monitors: MonitorSet, loaded: &Loaded) -> Option<Arc<Program>> {
    let wanted = loaded.rules.system.dialect() == Dialect::Owners && monitors.has(Monitor::Owner);
    wanted.then(|| super::parse(loaded.rules.system, &loaded.source.text).ok().map(Arc::new)).flatten()
}

/// `--watch`: the fields to look at, if it is not all. What is accepted with no escape is proved; of another program, the system
/// says which fields are.
pub fn watched(which: WatchArg, loaded: &Loaded) -> Option<Arc<[bool]>> {
    if which == WatchArg::All {
        return None;
    }
    let fields = loaded.program.tables.fields.len();
    let mut watched = match &loaded.report.facts {
        Some(_) => vec![false; fields],
        None => vec![!(loaded.accepted && loaded.report.escapes.holds.is_empty() && promises_no_race(loaded)); fields],
    };
    for &f in loaded.report.facts.iter().flat_map(|facts| &facts.unproved) {
        watched[f as usize] = true;
    }
    Some(watched.into())
}

/// `--watch`: the atomic blocks to look at, if it is not all. Where nothing but claims fails, those that hold are proved.
pub fn blocks(which: WatchArg, loaded: &Loaded) -> Option<Arc<[bool]>> {
    let Loaded { program, report, rules, source, .. } = loaded;
    let promised = rules.system.promises().contains(&"serializable") && rules.options.off.is_empty();
    let claim = racefree_atomicity::rules::atom_block::CLAIM;
    let escapes = !report.silenced.is_empty() || !report.escapes.holds.is_empty();
    if which == WatchArg::All || !promised || escapes || report.errors.iter().any(|e| e.premise != claim) {
        return None;
    }
    let program = &program.tables.program;
    let analysis = racefree_atomicity::analyse(program, &source.text, &rules.options);
    let mut watched = vec![true; program.exprs.len()];
    for claimed in analysis.claims.iter().filter(|c| c.holds) {
        watched[claimed.expr.0 as usize] = false;
    }
    Some(watched.into())
}

/// Whether what the rules accept has no race: those of a system that promises so, as they stand.
fn promises_no_race(loaded: &Loaded) -> bool {
    let options = &loaded.rules.options;
    loaded.rules.system.promises().contains(&"race") && options.off.is_empty() && options.readings == Default::default()
}

/// `--detector`
pub fn detectors(args: &Running) -> Detectors {
    let has = |detector| args.detector.contains(&detector);
    Detectors {
        adjacent: has(DetectorArg::Adjacent),
        happens_before: has(DetectorArg::HappensBefore),
        lockset: has(DetectorArg::Lockset),
    }
}

/// `--detector` as it is written.
pub fn detector_names(args: &Running) -> String {
    let names = args.detector.iter().filter_map(|d| d.to_possible_value());
    names.map(|v| v.get_name().to_owned()).collect::<Vec<_>>().join(",")
}

/// `--locks`
pub fn locks(locks: LocksArg) -> Locks {
    match locks {
        LocksArg::Reentrant => Locks::Reentrant,
        LocksArg::Binary => Locks::Binary,
    }
}

/// A seed from the system, short enough to be typed.
pub fn drawn() -> u64 {
    RandomState::new().hash_one(0u8) >> 32
}

/// `random scheduler, seed 42`; without the seed where it has no influence.
pub fn describe(args: &Running, seed: u64) -> String {
    match &args.scheduler {
        SchedulerArg::Replay(_) => "a replayed schedule".to_owned(),
        SchedulerArg::Kind(kind) => match args.scheduler.is_random() || args.seed.is_some() {
            true => format!("{kind} scheduler, seed {seed}"),
            false => format!("{kind} scheduler"),
        },
    }
}
