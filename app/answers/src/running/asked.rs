//! A run as its options ask for it, of one program: what is watched depends on what the types prove of it.

use super::Loaded;
use crate::options::{MAX_STEPS, MAX_STEPS_OF_JAVA, Running, Scheduling, Watch, monitors, semantics};
use crate::verdict;
use racefree_grammar::Program;
use racefree_grammar::ast::{Dialect, Expr};
use racefree_interp::drive::{Points, RunOptions, SchedulerKind};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::Limits;
use std::collections::HashSet;
use std::sync::Arc;

/// Options of a run.
pub fn run_options(asked: &Running, loaded: &Loaded) -> RunOptions {
    let monitors = monitors(asked.monitors, loaded.accepted, &loaded.rules);
    // Up to the first race nothing is lost by that (docs/testing.md), and a run of an accepted program ends there.
    let random = asked.replays() || asked.scheduler == Scheduling::RANDOM;
    let detectors = asked.watching();
    // A program of Java makes many steps inside the library; the default is meant for others.
    let of_java = loaded.program.on_reference() && asked.max_steps == MAX_STEPS;
    let steps = if of_java { MAX_STEPS_OF_JAVA } else { asked.max_steps };
    let acquires = random && detectors.happens_before && is_proved(loaded);
    RunOptions {
        seed: asked.seed.unwrap_or(0),
        scheduler: asked.scheduler.kind().unwrap_or(SchedulerKind::Random),
        semantics: semantics(asked.locks.into(), &loaded.rules),
        limits: Limits { steps, ..Limits::default() },
        points: if acquires { Points::Acquires } else { Points::Accesses },
        detectors,
        monitors,
        watched: watched(asked.watch, loaded),
        blocks: blocks(asked.watch, loaded),
        owners: owners(monitors, loaded),
        ..RunOptions::default()
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
    if which == Watch::All || loaded.program.on_reference() {
        return None;
    }
    let fields = loaded.program.tables.fields.len();
    let all = !is_proved(loaded);
    let watched = match &loaded.report.facts {
        Some(facts) => facts.watched.clone(),
        None => vec![all; fields],
    };
    Some(watched.into())
}

/// `--watch`: the atomic blocks to look at, if it is not all. Where nothing but claims fails, those that hold are proved.
pub fn blocks(which: Watch, loaded: &Loaded) -> Option<Arc<[bool]>> {
    let Loaded { program, report, rules, .. } = loaded;
    let escapes = !report.silenced.is_empty() || !report.escapes.holds.is_empty();
    if which == Watch::All || escapes || report.claims.is_empty() || !rules.options.off.is_empty() {
        return None;
    }
    let program = &program.tables.program;
    // The program that runs may be another one with the same places: an erasure of owners, or claims written out.
    let is_block = |e: &Expr| matches!(e, Expr::Atomic(_));
    let mut watched: Vec<bool> = program.exprs.iter().map(is_block).collect();
    let proved: HashSet<_> =
        report.claims.iter().filter(|(_, method)| method.is_none()).map(|(span, _)| span).collect();
    watched.iter_mut().zip(&program.spans).for_each(|(watched, span)| *watched &= !proved.contains(span));
    for &m in report.claims.iter().filter_map(|(_, method)| method.as_ref()) {
        watched[program.methods[m as usize].body.index()] = false;
    }
    Some(watched.into())
}

/// Returns true if the program is accepted with no escape, and thereby proved to have no race.
fn is_proved(loaded: &Loaded) -> bool {
    let Loaded { accepted, report, rules, .. } = loaded;
    let unchanged = rules.options.off.is_empty() && rules.options.readings == Default::default();
    *accepted && report.escapes.holds.is_empty() && rules.system.promises().contains(&"race") && unchanged
}
