//! Many runs, on several threads if wanted. The result does not depend on how many: of several failing runs the first
//! counts.

use super::interrupt;
use racefree_interp::drive::{self, RunOptions, TestOptions, TestResult};
use racefree_interp::machine::Lowered;
use racefree_interp::schedule::Stream;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Runs are handed out in portions of this size.
const PORTION: u64 = 256;

/// Says how far it is, on standard error, if that is a terminal and takes longer than a second.
struct RunProgress {
    start: Instant,
    last: Option<Instant>,
    wanted: bool,
}

impl RunProgress {
    fn tell(&mut self, done: u64, of: u64) {
        let now = Instant::now();
        let often = self.last.is_some_and(|last| now - last < Duration::from_millis(200));
        if !self.wanted || often || now - self.start < Duration::from_secs(1) {
            return;
        }
        self.last = Some(now);
        let of = if of == u64::MAX { String::new() } else { format!(" of {of}") };
        // It is no loss if it is not seen.
        let _ = write!(io::stderr(), "\r\x1b[K{done}{of} schedules, {} s", (now - self.start).as_secs());
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        if self.last.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Makes the runs, until one goes wrong, the time is over or Ctrl-C comes.
pub fn run(
    program: &Arc<Lowered>,
    options: &TestOptions,
    time: Option<Duration>,
    threads: u16,
    progress: bool,
) -> TestResult {
    let start = Instant::now();
    let over = || interrupt::interrupted() || time.is_some_and(|time| start.elapsed() >= time);
    let progress = Mutex::new(RunProgress { start, last: None, wanted: progress && io::stderr().is_terminal() });
    let done = AtomicU64::new(0);
    let tell = || {
        if let Ok(mut progress) = progress.try_lock() {
            progress.tell(done.load(Ordering::Relaxed), options.runs);
        }
    };
    if threads == 1 {
        return drive::test(program, options, &mut |runs| {
            done.store(runs, Ordering::Relaxed);
            if runs % 16 == 0 {
                tell();
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
                done.fetch_add(1, Ordering::Relaxed);
                tell();
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
