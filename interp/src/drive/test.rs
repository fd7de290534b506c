//! Many runs, until one fails.

use super::report::{Finding, RunResult};
use super::run::{SchedulerKind, run_while, scheduler};
use super::shorten::{Effort, Shortened, shorten_while};
use super::{Beginning, Detectors, Points, RunOptions, reference};
use crate::detect::HappensBefore;
use crate::machine::state::Life;
use crate::machine::{Acquires, Coarse, Lowered, Machine, SchedulingPoints};
use crate::monitor::{MonitorSet, Monitors};
use crate::observe::Rewind;
use crate::options::Limit;
use crate::schedule::{Random, Scheduler, Stream};
use std::sync::Arc;

/// Options of a test.
#[derive(Clone, Debug)]
pub struct TestOptions {
    /// The first run's options; run `k` has seed [`Stream::seed_of_run`]`(seed, k)`.
    pub run: RunOptions,
    /// Number of runs.
    pub runs: u64,
    /// Effort to make the schedule of a finding short.
    pub effort: Effort,
    /// True if an uncaught exception is a problem.
    pub exceptions: bool,
    /// True if a deadlock is a problem.
    pub deadlocks: bool,
}

impl Default for TestOptions {
    fn default() -> TestOptions {
        TestOptions {
            run: RunOptions::default(),
            runs: 10_000,
            effort: Effort::default(),
            exceptions: true,
            deadlocks: true,
        }
    }
}

/// Result of a test.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The runs made, the failing one included.
    pub runs: u64,
    /// The steps of all of them.
    pub steps: u64,
    /// Runs that ended at a limit; their continuation is unknown.
    pub limited: u64,
    /// The limit of the first of these runs.
    pub limit: Option<Limit>,
    /// The failing run, if there was one.
    pub failure: Option<Failure>,
    /// The caller asked to stop.
    pub interrupted: bool,
}

const NO_RUNS: TestResult =
    TestResult { runs: 0, steps: 0, limited: 0, limit: None, failure: None, interrupted: false };

/// A run that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its seed: `run --seed` of it fails in the same way.
    pub seed: u64,
    /// The first finding of the run.
    pub finding: Finding,
    /// The run, up to there.
    pub result: RunResult,
    /// The short schedule that fails in the same way.
    pub shortened: Shortened,
}

/// Returns true if the run that the machine has just made went wrong.
fn wrong(machine: &Machine, options: &TestOptions) -> bool {
    let state = machine.state();
    let bad = |life: Life| match life {
        Life::Ended(_) => options.exceptions,
        Life::Stuck => true,
        Life::Running | Life::Unwinding(_) | Life::Finished(_) => false,
    };
    (options.deadlocks && state.cycle.is_some()) || state.threads.iter().any(|t| bad(t.life))
}

/// Runs a program under many schedules, stops at the first problem and shortens its schedule. `go_on` is asked between
/// runs, and now and then in a long one, with the number of runs made; it returns false to stop.
pub fn test(program: &Arc<Lowered>, options: &TestOptions, go_on: &mut dyn FnMut(u64) -> bool) -> TestResult {
    if program.on_reference() {
        return test_reference(program, options, go_on);
    }
    let mut result = test_fast(program, options, go_on);
    super::owners::test(program, options, &mut result, go_on);
    result
}

/// The same, on the reference engine.
fn test_reference(program: &Arc<Lowered>, options: &TestOptions, go_on: &mut dyn FnMut(u64) -> bool) -> TestResult {
    let (mut result, first) = (NO_RUNS, reference::first(program, &options.run));
    while result.runs < options.runs {
        if !go_on(result.runs) {
            result.interrupted = true;
            break;
        }
        let seed = Stream::seed_of_run(options.run.seed, result.runs);
        let again = RunOptions { seed, stop_at_first: true, ..options.run.clone() };
        let run = reference::run_from(program, first.clone(), &again, &mut || go_on(result.runs));
        if run.limit == Some(Limit::Interrupted) {
            result.interrupted = true;
            break;
        }
        result.runs += 1;
        result.steps += run.steps;
        if let Some(limit) = run.limit {
            result.limited += 1;
            result.limit.get_or_insert(limit);
        }
        if !run.findings().is_empty() {
            (result.failure, result.interrupted) = failure(program, options, seed, &mut || go_on(result.runs));
            if result.failure.is_some() || result.interrupted {
                break;
            }
        }
    }
    result
}

fn test_fast(program: &Arc<Lowered>, options: &TestOptions, go_on: &mut dyn FnMut(u64) -> bool) -> TestResult {
    let Detectors { adjacent, happens_before, lockset: _ } = options.run.detectors;
    let hb = HappensBefore::until_first();
    let monitors = Monitors::until_first(options.run.monitors);
    let blocks = program.has_blocks && options.run.looks_at_blocks();
    let program = &super::run::watching(program, &options.run);
    let nothing = options.run.watched.as_ref().is_some_and(|fields| !fields.contains(&true));
    let watch = || super::Watch::new(options.run.detectors, options.run.monitors, true).of(&options.run);
    // The usual combinations without a test per event.
    match (happens_before && !nothing, options.run.monitors != MonitorSet::NONE) {
        _ if adjacent || blocks => at_points(program, options, &mut watch(), go_on),
        // Unusual combinations are not compiled for points at acquires, too.
        (false, _) if options.run.points == Points::Acquires => at_points(program, options, &mut watch(), go_on),
        (true, true) => at_points(program, options, &mut (hb, monitors), go_on),
        (true, false) => at_points(program, options, &mut { hb }, go_on),
        (false, true) => campaign::<Coarse, _>(program, options, &mut { monitors }, go_on),
        (false, false) => campaign::<Coarse, _>(program, options, &mut (), go_on),
    }
}

/// A campaign with the scheduling points that the options name.
fn at_points<O: Rewind>(
    program: &Arc<Lowered>,
    options: &TestOptions,
    obs: &mut O,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> TestResult {
    match options.run.points {
        Points::Accesses => campaign::<Coarse, O>(program, options, obs, go_on),
        Points::Acquires => campaign::<Acquires, O>(program, options, obs, go_on),
    }
}

fn campaign<P: SchedulingPoints, O: Rewind>(
    program: &Arc<Lowered>,
    options: &TestOptions,
    obs: &mut O,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> TestResult {
    let machine = &mut Machine::new(program.clone(), options.run.semantics, options.run.limits);
    if options.run.scheduler == SchedulerKind::Random {
        return runs::<P, _, O>(machine, options, obs, go_on, Random::new);
    }
    match scheduler(machine, &options.run, &mut || go_on(0)) {
        Some(make) => runs::<P, _, O>(machine, options, obs, go_on, make),
        None => TestResult { interrupted: true, ..NO_RUNS },
    }
}

fn runs<P: SchedulingPoints, S: Scheduler, O: Rewind>(
    machine: &mut Machine,
    options: &TestOptions,
    obs: &mut O,
    go_on: &mut dyn FnMut(u64) -> bool,
    scheduler: impl Fn(u64) -> S,
) -> TestResult {
    let mut result = NO_RUNS;
    let beginning = Beginning::<P, O>::new::<S>(machine, obs);
    while result.runs < options.runs {
        if !go_on(result.runs) {
            result.interrupted = true;
            break;
        }
        let seed = Stream::seed_of_run(options.run.seed, result.runs);
        let mut within = || go_on(result.runs);
        beginning.drive_while(machine, &mut scheduler(seed), obs, &mut within);
        if machine.state().limit == Some(Limit::Interrupted) {
            result.interrupted = true;
            break;
        }
        result.runs += 1;
        result.steps += machine.steps();
        if let Some(limit) = machine.state().limit {
            result.limited += 1;
            result.limit.get_or_insert(limit);
        }
        if obs.done() || wrong(machine, options) {
            let mut within = || go_on(result.runs);
            (result.failure, result.interrupted) = failure(machine.program(), options, seed, &mut within);
            if result.failure.is_some() || result.interrupted {
                break;
            }
        }
    }
    result
}

/// Makes the failing run once more, everything recorded, and shortens its schedule, as far as `go_on` lets it. Returns
/// true if it did to the end.
fn failure(
    program: &Arc<Lowered>,
    options: &TestOptions,
    seed: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> (Option<Failure>, bool) {
    let again = RunOptions { seed, stop_at_first: true, ..options.run.clone() };
    let result = run_while(program, &again, go_on);
    let interrupted = result.limit == Some(Limit::Interrupted);
    let counts = |f: &Finding| match f {
        Finding::Exception(_) => options.exceptions,
        Finding::Deadlock(_) | Finding::Waiting(_) | Finding::Livelock(_) => options.deadlocks,
        Finding::Race(_) | Finding::Monitor(_) | Finding::Stuck(..) => true,
    };
    let Some(finding) = result.findings().into_iter().find(counts) else { return (None, interrupted) };
    let shortened = shorten_while(program, &again, &finding, &result.schedule, options.effort, go_on);
    let interrupted = interrupted || shortened.interrupted;
    (Some(Failure { seed, finding, result, shortened }), interrupted)
}
