//! Run-time owners on generated programs: in accepted ones no monitor fires, in any schedule; in rejected ones, some
//! do. The watched uses are counted.

use super::campaign::rules;
use super::{near_miss, program};
use racefree_explore::Options;
use racefree_explore::owners::breaches;
use racefree_generate::Choices;
use racefree_grammar::Program;
use racefree_interp::drive::{Detectors, Key, RunOptions, in_words, run};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::reduction::owners::{Exercised, watch};
use racefree_interp::{Limits, Lowered, Semantics};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Uses of owners in runs, each with its floor in a hundred accepted programs. Silent monitors mean something only for
/// programs with such uses.
pub const EXERCISED: [(&str, u64); 7] = [
    ("lent", 20),
    ("given", 30),
    ("taken", 4),
    ("read_by_two", 1),
    ("other_thread", 1),
    ("self_qualified", 1),
    ("swapped", 1),
];

/// Counts of the watched programs.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// Accepted programs that run.
    pub accepted: u64,
    /// Rejected ones.
    pub rejected: u64,
    /// Rejected programs with a run in which a monitor fired, by the first.
    pub fired: BTreeMap<&'static str, u64>,
    /// Runs at random.
    pub runs: u64,
    /// Accepted programs with every trace watched.
    pub complete: u64,
    /// Traces of accepted programs.
    pub traces: u64,
    /// Accepted programs with some run that exercised a use of owners, by use.
    pub exercised: BTreeMap<&'static str, u64>,
    /// Accepted programs with a run in which a monitor fired.
    pub failures: Vec<String>,
}

/// Watches the programs of these seeds, and a number of near misses of each, under a number of random schedules and, if
/// they are accepted, in every trace.
pub fn generated(seeds: std::ops::Range<u64>, near: u64, schedules: u64) -> Watched {
    let mut watched = Watched::default();
    for seed in seeds {
        let source = program(seed);
        look(&source, schedules, &mut watched);
        let mut choices = Choices::seeded(seed ^ 0x5eed);
        for _ in 0..near {
            if let Some(edited) = near_miss(&source, &mut choices) {
                look(&edited, schedules, &mut watched);
            }
        }
    }
    watched
}

/// Bound on the steps watched in the traces of a program, and in a run.
const STEPS: u64 = 20_000;

/// Watches one program. Returns the first monitor that fires, with its message.
pub fn look(source: &str, schedules: u64, watched: &mut Watched) -> Option<(Monitor, String)> {
    let program = racefree_grammar::parse(source).ok()?;
    let rules = rules();
    let accepted = rules.accepts(&program);
    let lowered = racefree_interp::lower(program.clone()).ok()?;
    let written = Arc::new(program);
    *(if accepted { &mut watched.accepted } else { &mut watched.rejected }) += 1;
    let mut exercised = Exercised::default();
    let mut first = None;
    for seed in 0..schedules {
        watched.runs += 1;
        let (fired, did) = one_run(&lowered, &written, rules.semantics, seed);
        exercised.add(did);
        first = first.or(fired.map(|(monitor, said)| (monitor, format!("seed {seed}: {said}"))));
        if first.is_some() {
            break;
        }
    }
    if accepted {
        for (what, n) in exercised.counts() {
            *watched.exercised.entry(what).or_default() += u64::from(n > 0);
        }
        let all = breaches(&lowered, &written, &Options { limits: LIMITS, ..Options::default() }, STEPS);
        watched.complete += u64::from(all.complete);
        watched.traces += all.traces;
        let found = all.found.first().and_then(|found| match &found.key {
            Key::Monitor(monitor, _) => {
                Some((*monitor, format!("{} fires, {}", monitor.name(), crate::matrix::written(&found.schedule))))
            }
            _ => None,
        });
        first = first.or(found);
        watched.failures.extend(first.iter().map(|(_, said)| format!("{said}:\n{source}")));
    } else if let Some((monitor, _)) = first {
        *watched.fired.entry(monitor.name()).or_default() += 1;
    }
    first
}

const LIMITS: Limits = Limits { steps: 2_000, calls: 64, threads: 16, objects: 1_000 };

/// Makes one random run: returns the first monitor that fires, and the uses of owners.
pub(super) fn one_run(
    lowered: &Arc<Lowered>,
    written: &Program,
    semantics: Semantics,
    seed: u64,
) -> (Option<(Monitor, String)>, Exercised) {
    let (detectors, monitors) = (Detectors::NONE, MonitorSet::NONE);
    let options = RunOptions { seed, semantics, limits: LIMITS, detectors, monitors, ..RunOptions::default() };
    let schedule = run(lowered, &options).schedule;
    let seen = watch(written, &lowered.tables, options.semantics, schedule.ids());
    let first = seen.fired.first().map(|&fired| in_words(lowered, fired));
    (first.map(|violation| (violation.monitor, violation.message)), seen.exercised)
}
