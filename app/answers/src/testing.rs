//! Many runs of a program, on several threads if wanted. The result does not depend on how many: of several failing runs the first
//! counts.

use crate::desk::{Desk, Refusal, bad};
use crate::json::VERSION;
use crate::left::Job;
use crate::options::{Running, TestingOptions};
use crate::running::json as objects;
use crate::running::{Again, Loaded, replay};
use crate::source::Ending;
use racefree_interp::drive::{self, Failure, RunOptions, RunResult, TestOptions, TestResult};
use racefree_interp::machine::Lowered;
use racefree_interp::schedule::{Schedule, Stream};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Default number of schedules, if neither a number of runs nor a time is given.
const RUNS: u64 = 1_000;

/// Size of a test: a number of runs, a time, or both.
pub fn job(asked: &TestingOptions) -> Job {
    Job { all: asked.runs.or(asked.time.is_none().then_some(RUNS)), time: asked.time }
}

/// Runs are handed out in portions of this size.
const PORTION: u64 = 256;

/// Makes the runs, until one goes wrong or the desk's time is over; `tell` is told how many there are so far.
fn runs(
    desk: &Desk,
    program: &Arc<Lowered>,
    options: &TestOptions,
    (time, threads): (Option<f64>, u16),
    tell: &(dyn Fn(u64) + Sync),
) -> TestResult {
    let over = desk.until(time);
    let done = AtomicU64::new(0);
    if threads == 1 || !desk.host.starts_threads() {
        return drive::test(program, options, &mut |runs| {
            if runs % 16 == 0 {
                tell(runs);
            }
            !over()
        });
    }
    let next = AtomicU64::new(0);
    let worst = AtomicU64::new(u64::MAX);
    let results: Mutex<Vec<(u64, TestResult)>> = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let portion = next.fetch_add(1, Ordering::Relaxed);
            let Some(first) = portion.checked_mul(PORTION).filter(|&f| f < options.runs) else { return };
            if portion > worst.load(Ordering::Relaxed) || over() {
                return;
            }
            let seed = Stream::seed_of_run(options.run.seed, first);
            let own = TestOptions {
                run: RunOptions { seed, ..options.run.clone() },
                runs: PORTION.min(options.runs - first),
                ..options.clone()
            };
            let result = drive::test(program, &own, &mut |_| {
                tell(done.fetch_add(1, Ordering::Relaxed) + 1);
                !over() && portion <= worst.load(Ordering::Relaxed)
            });
            if result.failure.is_some() {
                worst.fetch_min(portion, Ordering::Relaxed);
            }
            results.lock().unwrap_or_else(PoisonError::into_inner).push((portion, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(worker);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|r| r.0);
    together(results, options.runs)
}

/// The portions up to the first failure as one result.
fn together(results: Vec<(u64, TestResult)>, wanted: u64) -> TestResult {
    let mut all = TestResult { runs: 0, steps: 0, limited: 0, limit: None, failure: None, interrupted: false };
    for (_, result) in results {
        all.runs += result.runs;
        all.steps += result.steps;
        all.limited += result.limited;
        all.limit = all.limit.or(result.limit);
        all.failure = result.failure;
        if all.failure.is_some() {
            return all;
        }
    }
    all.interrupted = all.runs < wanted;
    all
}

/// A program that was run under many schedules.
pub struct Tested {
    /// The program.
    pub loaded: Loaded,
    /// Options of the run.
    pub asked: Running,
    /// The runs.
    pub options: TestOptions,
    /// Result of the runs.
    pub result: TestResult,
    /// Ending of the runs.
    pub ending: Ending,
}

/// Runs a program under many schedules.
pub fn test(
    desk: &Desk,
    loaded: Loaded,
    asked: &TestingOptions,
    tell: &(dyn Fn(u64) + Sync),
) -> Result<Tested, Refusal> {
    if asked.running.replays() {
        return Err(bad("`racefree test` runs many schedules; `racefree run` replays one").into());
    }
    if !asked.running.atomizer().is_empty() {
        return Err(bad("Atomizer looks at one run: `racefree run --detector atomizer`").into());
    }
    loaded.runs_by(&asked.running)?;
    if asked.time.is_some_and(|time| Duration::try_from_secs_f64(time).is_err()) {
        return Err(bad("`--time` takes a number of seconds").into());
    }
    let run = crate::running::run_options(&asked.running, &loaded);
    let options = TestOptions { run, runs: job(asked).all.unwrap_or(u64::MAX), ..TestOptions::default() };
    let result = runs(desk, &loaded.program, &options, (asked.time, asked.threads), tell);
    let ending = match &result.failure {
        // The interruption is the user's; the time limit is a budget only if a number of runs was asked for as well.
        None if desk.interrupted() => Ending::Interrupted,
        None if result.limited > 0 || result.interrupted && asked.runs.is_some() => Ending::Budget,
        None => Ending::Fine,
        Some(failure) if !failure.finding.is_error() => Ending::Budget,
        Some(_) => Ending::Wrong,
    };
    Ok(Tested { loaded, asked: asked.running.clone(), options, result, ending })
}

impl Tested {
    /// The run of the shortened schedule.
    pub fn again(&self, failure: &Failure) -> RunResult {
        drive::replay(&self.loaded.program, &self.options.run, &failure.shortened.schedule)
    }

    /// A command line that replays a schedule, which is in the file `saved` if it is long.
    pub fn command(&self, schedule: &Schedule, saved: Option<&str>) -> String {
        let inline = replay::inline(schedule);
        let replay = saved.filter(|_| inline.len() > 200).map_or(inline, str::to_owned);
        let detectors = self.asked.detectors.iter().flatten().map(|d| d.name()).collect::<Vec<_>>().join(",");
        let detectors = (self.asked.watching() != drive::Detectors::default()).then_some(detectors.as_str());
        Again::running(&self.loaded.source.name, &self.asked).command(detectors, false, &replay)
    }

    /// Answer as JSON.
    pub fn json(&self, saved: Option<&str>) -> Value {
        let Tested { loaded, asked, options, result, .. } = self;
        let failure = result.failure.as_ref().map(|failure| {
            json!({
                "kind": failure.finding.kind(),
                "seed": asked.seed.map(|_| failure.seed),
                "command": self.command(&failure.shortened.schedule, saved),
                "switches": failure.shortened.schedule.switches(),
                "fewest_switches": failure.shortened.fewest_switches,
                "run": objects::run(loaded, None, &self.again(failure)),
            })
        });
        json!({
            "file": loaded.source.name,
            "version": VERSION,
            "system": loaded.rules.system.name(),
            "seed": asked.seed,
            "scheduler": options.run.scheduler.to_string(),
            "runs": result.runs,
            "steps": result.steps,
            "limited": result.limited,
            "interrupted": result.interrupted,
            "failure": failure,
        })
    }
}
