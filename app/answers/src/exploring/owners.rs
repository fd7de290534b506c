//! Run-time owners beside an exploration: the reference engine watches them in one run of each trace, or, where there are too many of
//! these, in those that come first and in others at random.

use crate::running::{self, Loaded};
use racefree_explore::owners::{self, Breaches};
use racefree_explore::{Found, Options};
use racefree_interp::drive::{self, Detectors, Key, RunOptions};
use std::collections::BTreeMap;

/// Bound on the steps watched in all traces together, and again in runs at random.
pub const STEPS: u64 = 500_000;
/// Number of runs at random.
const RUNS: u64 = 200;

/// Breaches reported by the monitors of run-time owners within a bound on steps, if they watch.
pub fn breaches(loaded: &Loaded, options: &Options, most: u64) -> Option<Breaches> {
    let source = running::owners(options.monitors, loaded)?;
    let mut all = owners::breaches(&loaded.program, &source, options, most);
    if all.complete {
        return Some(all);
    }
    let run = RunOptions {
        semantics: options.semantics,
        detectors: Detectors::NONE,
        monitors: owners::monitors(),
        owners: Some(source),
        ..RunOptions::default()
    };
    let mut found: BTreeMap<Key, Found> = all.found.drain(..).map(|found| (found.key.clone(), found)).collect();
    let mut steps = 0;
    for seed in (0..RUNS).take_while(|_| options.control.goes_on(options.algorithm)) {
        let result = drive::run(&loaded.program, &RunOptions { seed, ..run.clone() });
        for violation in &result.monitors {
            let key = Key::Monitor(violation.monitor, violation.site);
            let schedule = || result.schedule.prefix(violation.steps);
            found.entry(key.clone()).or_insert_with(|| Found { key, schedule: schedule() });
        }
        steps += result.steps;
        if steps > most {
            break;
        }
    }
    Some(Breaches { found: found.into_values().collect(), ..all })
}
