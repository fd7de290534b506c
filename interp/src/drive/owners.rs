//! The monitors of run-time owners, which watch the reference engine: a run is made there once more, step by step.

use super::report::{Finding, RunResult};
use super::shorten::Shortened;
use super::test::{Failure, TestOptions, TestResult};
use super::{Detectors, RunOptions, Watch, drive, run_while};
use crate::machine::{Coarse, Lowered, Machine};
use crate::monitor::{Monitor, MonitorSet, Violation};
use crate::options::Semantics;
use crate::reduction::owners::{Breach, FiredBreach, watch};
use crate::schedule::{Chosen, Schedule, Stream};
use crate::value::ThreadId;
use racefree_grammar::ast::Program;
use std::sync::Arc;

/// Maximum of steps of a run that are looked at; the reference engine is slow.
pub const STEPS: usize = 100_000;
/// Maximum of runs of a test that are looked at.
pub const RUNS: u64 = 200;

/// Adds the breaches of a run to its monitors.
pub(super) fn look(program: &Lowered, options: &RunOptions, result: &mut RunResult) {
    let Some(source) = &options.owners else { return };
    let found = watched(program, source, options.semantics, &result.schedule);
    result.monitors.extend(found.into_iter().filter(|v| options.monitors.has(v.monitor)));
}

/// Returns the breaches in the run of a schedule, as far as it is looked at.
pub fn watched(program: &Lowered, source: &Program, semantics: Semantics, schedule: &Schedule) -> Vec<Violation> {
    let found = watch(source, &program.tables, semantics, schedule.ids().take(STEPS));
    found.fired.into_iter().map(|fired| in_words(program, fired)).collect()
}

/// The run with these choices at its scheduling points ([`Coarse`](crate::machine::Coarse)), step by step.
pub fn schedule_of(machine: &mut Machine, choices: &[ThreadId]) -> Schedule {
    machine.reset();
    let mut watch = Watch::new(Detectors::NONE, MonitorSet::NONE, false);
    drive::<Coarse, _, _>(machine, &mut Chosen::new(choices), &mut watch);
    watch.schedule()
}

/// A monitor of run-time owners that fired, in words.
pub fn in_words(program: &Lowered, fired: FiredBreach) -> Violation {
    let FiredBreach { breach, thread, site, steps } = fired;
    let (monitor, message) = match breach {
        Breach::Owner(f) => {
            let field = program.tables.field_name(f);
            (Monitor::Owner, format!("thread {thread} accesses `{field}`, and what protects the object is not held"))
        }
        Breach::Requires(m) => {
            let method = program.tables.method_name(crate::program::MethodId::Declared(m));
            (Monitor::Requires, format!("thread {thread} calls `{method}` without a lock that it requires"))
        }
        Breach::Value => (Monitor::Value, "the object has other owners than are declared here".to_owned()),
    };
    Violation { monitor, thread, site, message, steps }
}

/// Looks at the first runs of a test that found nothing else. Its schedule stays as long as it is: shortening asks the fast engine.
pub(super) fn test(
    program: &Arc<Lowered>,
    options: &TestOptions,
    result: &mut TestResult,
    go_on: &mut dyn FnMut(u64) -> bool,
) {
    if options.run.owners.is_none() || result.failure.is_some() || result.interrupted {
        return;
    }
    for k in 0..options.runs.min(RUNS) {
        if !go_on(k) {
            result.interrupted = true;
            return;
        }
        let seed = Stream::seed_of_run(options.run.seed, k);
        let found = run_while(program, &RunOptions { seed, ..options.run.clone() }, &mut || true);
        if let Some(violation) = found.monitors.first().cloned() {
            let shortened = Shortened {
                schedule: found.schedule.prefix(violation.steps),
                fewest_switches: false,
                steps: 0,
                interrupted: false,
            };
            result.runs = k + 1;
            result.failure = Some(Failure { seed, finding: Finding::Monitor(violation), result: found, shortened });
            return;
        }
    }
}
