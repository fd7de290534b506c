//! The options of a run.

use super::RuleOptions;
use crate::running::Loaded;
use crate::variant::Rules;
use crate::verdict;
use racefree_grammar::Program;
use racefree_grammar::ast::{Dialect, Expr};
use racefree_interp::drive::{Detectors, Points, RunOptions, SchedulerKind};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::{Limits, Locks, Semantics};
use racefree_kernel::System;
use std::collections::HashSet;
use std::sync::Arc;

/// How many reduction steps a run makes at most, if nothing is said.
pub const MAX_STEPS: u64 = 1_000_000;

/// Which monitors watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Monitoring {
    /// As the type checker's verdict suggests.
    #[default]
    Auto,
    /// All of them.
    All,
    /// None.
    None,
}

/// Which accesses are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    /// All.
    #[default]
    All,
    /// Those to fields that are not proved.
    Unproved,
}

/// How to run, in words.
#[derive(Clone, Debug)]
pub struct Running {
    /// By which rules.
    pub rules: RuleOptions,
    /// What chooses the thread that steps; none for a schedule that is replayed.
    pub scheduler: Option<SchedulerKind>,
    /// The seed, where it has an influence.
    pub seed: Option<u64>,
    /// The most steps.
    pub max_steps: u64,
    /// Whether the owner of a lock may acquire it again.
    pub locks: Locks,
    /// Which race detectors watch.
    pub detectors: Detectors,
    /// Which monitors do.
    pub monitors: Monitoring,
    /// What they look at.
    pub watch: Watch,
}

impl Default for Running {
    fn default() -> Running {
        Running {
            rules: RuleOptions::default(),
            scheduler: Some(SchedulerKind::Random),
            seed: None,
            max_steps: MAX_STEPS,
            locks: Locks::default(),
            detectors: Detectors::default(),
            monitors: Monitoring::Auto,
            watch: Watch::All,
        }
    }
}

/// What to run a program with.
pub fn run_options(asked: &Running, loaded: &Loaded) -> RunOptions {
    let monitors = monitors(asked.monitors, loaded.accepted, &loaded.rules);
    // Up to the first race nothing is lost by that (docs/testing.md), and of what is accepted that is the end.
    let random = matches!(asked.scheduler, None | Some(SchedulerKind::Random));
    let acquires = random && asked.detectors.happens_before && is_proved(loaded);
    RunOptions {
        seed: asked.seed.unwrap_or(0),
        scheduler: asked.scheduler.unwrap_or(SchedulerKind::Random),
        semantics: semantics(asked.locks, &loaded.rules),
        limits: Limits { steps: asked.max_steps, ..Limits::default() },
        points: if acquires { Points::Acquires } else { Points::Accesses },
        detectors: asked.detectors,
        monitors,
        watched: watched(asked.watch, loaded),
        blocks: blocks(asked.watch, loaded),
        owners: owners(monitors, loaded),
        ..RunOptions::default()
    }
}

/// What programs mean.
pub fn semantics(locks: Locks, rules: &Rules) -> Semantics {
    match locks {
        Locks::Binary => Semantics { locks: Locks::Binary, ..rules.semantics },
        Locks::Reentrant => rules.semantics,
    }
}

/// The monitors that never fire on what a system accepts.
pub fn promised(system: &dyn System) -> MonitorSet {
    let kept = Monitor::ALL.iter().copied().filter(|monitor| system.promises().contains(&monitor.name()));
    kept.fold(MonitorSet::NONE, MonitorSet::with)
}

/// `--monitors`, for a program that the rules accept with no error silenced, or another one.
pub fn monitors(which: Monitoring, accepted: bool, rules: &Rules) -> MonitorSet {
    match which {
        Monitoring::All => all_monitors(rules),
        Monitoring::None => MonitorSet::NONE,
        // Blocks in a program have it watched, whatever the rules say.
        Monitoring::Auto if accepted => promised(rules.system).with(Monitor::Serializable),
        Monitoring::Auto => MonitorSet::NONE.with(Monitor::Holds).with(Monitor::Serializable),
    }
}

/// Every monitor that says something of the programs of a system: the erasure of one with owners has fields without guard, which
/// are no thread's own.
pub fn all_monitors(rules: &Rules) -> MonitorSet {
    match rules.system.dialect() {
        Dialect::Owners => MonitorSet::ALL.without(Monitor::Confinement),
        Dialect::Base => MonitorSet::ALL,
    }
}

/// The program as it is written, if it is one with owners whose run-time owners are watched.
pub fn owners(monitors: MonitorSet, loaded: &Loaded) -> Option<Arc<Program>> {
    let wanted = loaded.rules.system.dialect() == Dialect::Owners && monitors.has(Monitor::Owner);
    wanted.then(|| verdict::parse(loaded.rules.system, &loaded.source.text).ok().map(Arc::new)).flatten()
}

/// `--watch`: the fields to look at, if it is not all. What is accepted with no escape is proved; of another program, the system
/// says which fields are.
pub fn watched(which: Watch, loaded: &Loaded) -> Option<Arc<[bool]>> {
    if which == Watch::All {
        return None;
    }
    let fields = loaded.program.tables.fields.len();
    let all = !is_proved(loaded);
    let watched = match &loaded.report.facts {
        Some(facts) => racefree_owners::proved::to_watch(&loaded.program.tables.program, &facts.unproved),
        None => vec![all; fields],
    };
    Some(watched.into())
}

/// `--watch`: the atomic blocks to look at, if it is not all. Where nothing but claims fails, those that hold are proved.
pub fn blocks(which: Watch, loaded: &Loaded) -> Option<Arc<[bool]>> {
    let Loaded { program, report, rules, source, .. } = loaded;
    let promised = rules.system.promises().contains(&"serializable") && rules.options.off.is_empty();
    let claim = racefree_atomicity::rules::atom_block::CLAIM;
    let escapes = !report.silenced.is_empty() || !report.escapes.holds.is_empty();
    if which == Watch::All || !promised || escapes || report.errors.iter().any(|e| e.premise != claim) {
        return None;
    }
    let program = &program.tables.program;
    let parsed = verdict::parse(rules.system, &source.text).ok()?;
    let analysis = racefree_atomicity::analyse(&parsed, &source.text, &rules.options);
    // What runs may be another program with the same places: the erasure of one with owners, or one with claims written out.
    let is_block = |e: &Expr| matches!(e, Expr::Atomic(_));
    let mut watched: Vec<bool> = program.exprs.iter().map(is_block).collect();
    let holds = || analysis.claims.iter().filter(|c| c.holds == Some(true));
    let blocks: HashSet<_> = holds().filter(|c| c.method.is_none()).map(|c| c.span).collect();
    let proved = (0..).zip(&program.spans).filter(|(_, span)| blocks.contains(span)).map(|(e, _)| e);
    let bodies = holds().filter_map(|c| c.method).map(|m| program.methods[m as usize].body.index());
    for e in proved.chain(bodies).collect::<Vec<usize>>() {
        watched[e] = false;
    }
    Some(watched.into())
}

/// Whether the program is accepted with no escape, and thereby proved to have no race.
fn is_proved(loaded: &Loaded) -> bool {
    loaded.accepted && loaded.report.escapes.holds.is_empty() && promises_no_race(loaded)
}

/// Whether what the rules accept has no race: those of a system that promises so, as they stand.
fn promises_no_race(loaded: &Loaded) -> bool {
    let options = &loaded.rules.options;
    loaded.rules.system.promises().contains(&"race") && options.off.is_empty() && options.readings == Default::default()
}

/// `random scheduler, seed 42`; without the seed where it has no influence.
pub fn describe(asked: &Running) -> String {
    match (asked.scheduler, asked.seed) {
        (None, _) => "a replayed schedule".to_owned(),
        (Some(kind), Some(seed)) => format!("{kind} scheduler, seed {seed}"),
        (Some(kind), None) => format!("{kind} scheduler"),
    }
}
