//! Run-time owners on generated programs: on what is accepted no monitor fires, in any run; on what is not, some do.

use super::campaign::rules;
use super::{Dice, near_miss, program};
use racefree_interp::Limits;
use racefree_interp::drive::{Detectors, RunOptions, run};
use racefree_interp::monitor::{Monitor, MonitorSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was watched.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// Accepted programs that run.
    pub accepted: u64,
    /// Rejected ones.
    pub rejected: u64,
    /// Rejected ones in a run of which a monitor fired, by the first.
    pub fired: BTreeMap<&'static str, u64>,
    /// Runs.
    pub runs: u64,
    /// Accepted programs in a run of which a monitor fired.
    pub failures: Vec<String>,
}

/// Watches the programs of these seeds, and so many near misses of each, under so many schedules.
pub fn generated(seeds: std::ops::Range<u64>, near: u64, schedules: u64) -> Watched {
    let mut watched = Watched::default();
    for seed in seeds {
        let source = program(seed);
        look(&source, schedules, &mut watched);
        let mut dice = Dice::new(seed ^ 0x5eed);
        for _ in 0..near {
            if let Some(edited) = near_miss(&source, &mut dice) {
                look(&edited, schedules, &mut watched);
            }
        }
    }
    watched
}

/// Watches runs of one program. The monitor that fires first in one of them, if any does, with what it says.
pub fn look(source: &str, schedules: u64, watched: &mut Watched) -> Option<(Monitor, String)> {
    let program = racefree_grammar::parse(source).ok()?;
    let rules = rules();
    let accepted = rules.accepts(&program);
    let lowered = racefree_interp::lower(program.clone()).ok()?;
    let written = Arc::new(program);
    *(if accepted { &mut watched.accepted } else { &mut watched.rejected }) += 1;
    for seed in 0..schedules {
        let limits = Limits { steps: 2_000, ..Limits::default() };
        let monitors = MonitorSet::NONE.with(Monitor::Owner).with(Monitor::Requires).with(Monitor::Value);
        let owners = Some(written.clone());
        let options =
            RunOptions { seed, limits, detectors: Detectors::NONE, monitors, owners, ..RunOptions::default() };
        let result = run(&lowered, &options);
        watched.runs += 1;
        if let Some(first) = result.monitors.first() {
            if accepted {
                let at = first.site.span(&lowered.tables.program).text(source).to_owned();
                watched.failures.push(format!("seed {seed}: {} at `{at}`:\n{source}", first.message));
            } else {
                *watched.fired.entry(first.monitor.name()).or_default() += 1;
            }
            return Some((first.monitor, first.message.clone()));
        }
    }
    None
}
