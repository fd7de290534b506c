//! The monitors of run-time owners, which watch the reference engine: a run is made there once more, step by step.

use super::report::{Finding, RunResult};
use super::shorten::Shortened;
use super::test::{Failure, TestOptions, TestResult};
use super::{RunOptions, run_while};
use crate::machine::Lowered;
use crate::monitor::{Monitor, Violation};
use crate::reduction::owners::{Breach, Fired, watch};
use crate::schedule::Stream;
use std::sync::Arc;

/// So many steps of a run are looked at; the reference engine is slow.
pub const STEPS: usize = 100_000;
/// So many runs of a test.
pub const RUNS: u64 = 200;

/// Adds what fires to the monitors of a run.
pub(super) fn look(program: &Lowered, options: &RunOptions, result: &mut RunResult) {
    let Some(source) = &options.owners else { return };
    let steps = result.schedule.ids();
    let found = watch(source, &program.tables, options.semantics, steps.take(STEPS));
    let words = found.into_iter().map(|fired| in_words(program, fired));
    result.monitors.extend(words.filter(|v| options.monitors.has(v.monitor)));
}

fn in_words(program: &Lowered, fired: Fired) -> Violation {
    let Fired { breach, thread, site, steps } = fired;
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
