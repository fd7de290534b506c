//! Run-time owners beside an exploration: the reference engine watches them in runs, not in every schedule.

use crate::options;
use crate::running::Loaded;
use racefree_explore::{Found, Options};
use racefree_interp::drive::{self, Detectors, Key, RunOptions};
use racefree_interp::monitor::{Monitor, MonitorSet};
use std::collections::BTreeMap;

/// So many runs, under schedules at random,
const RUNS: u64 = 200;
/// of so many steps in all.
const STEPS: u64 = 500_000;

/// The monitors of run-time owners that fire, if they watch.
pub fn breaches(loaded: &Loaded, options: &Options) -> Vec<Found> {
    let owners = options::owners(options.monitors, loaded);
    if owners.is_none() {
        return Vec::new();
    }
    let monitors = MonitorSet::NONE.with(Monitor::Owner).with(Monitor::Requires).with(Monitor::Value);
    let semantics = options.semantics;
    let run = RunOptions { semantics, detectors: Detectors::NONE, monitors, owners, ..RunOptions::default() };
    let (mut found, mut steps) = (BTreeMap::new(), 0);
    for seed in 0..RUNS {
        let result = drive::run(&loaded.program, &RunOptions { seed, ..run.clone() });
        for violation in &result.monitors {
            let key = Key::Monitor(violation.monitor, violation.site);
            found.entry(key).or_insert_with(|| result.schedule.prefix(violation.steps));
        }
        steps += result.steps;
        if steps > STEPS {
            break;
        }
    }
    found.into_iter().map(|(key, schedule)| Found { key, schedule }).collect()
}
