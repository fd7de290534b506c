//! An exploration with progress and Ctrl-C; which algorithm fits.

use crate::args::{AlgorithmArg, Exploring};
use crate::options::budget;
use crate::running::{count, interrupt};
use racefree_explore::{Algorithm, Control, Cut, Exploration, Options, explore};
use racefree_interp::machine::Lowered;
use racefree_interp::options::{Limit, Limits};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// With `--algorithm auto`, dpor may make so many steps; what it cannot cover with them, `states` nearly always can with
/// less. A number of steps and not a time, so that the same program is explored in the same way on every machine.
const TRIAL: u64 = 20_000_000;

/// With `--algorithm auto`, a run that is longer is taken for one that spins.
const TRIAL_RUN: u64 = 10_000;

/// With `--algorithm auto`, a run with more threads is taken for one that forks without end.
const TRIAL_THREADS: u32 = 256;

/// An exploration, and how it came about.
pub struct Searched {
    /// What it gave.
    pub result: Exploration,
    /// With what: budgets and limits as they were in force.
    pub options: Options,
    /// Why another algorithm was taken than dpor.
    pub note: Option<String>,
}

/// Explores a program as the arguments say; Ctrl-C ends it, and what was found is kept.
pub fn search(program: &Arc<Lowered>, args: &Exploring, options: &Options, progress: bool) -> Searched {
    let start = Instant::now();
    if args.algorithm != AlgorithmArg::Auto {
        let result = watched(options, progress, |o| explore(program, o));
        return Searched { result, options: options.clone(), note: note(args.algorithm) };
    }
    let mut trial = options.clone();
    trial.limits = Limits { steps: options.limits.steps.min(TRIAL_RUN), threads: TRIAL_THREADS, ..options.limits };
    trial.budget.steps = options.budget.steps.min(TRIAL);
    let result = watched(&trial, progress, |o| explore(program, o));
    let left = options.budget.time.map(|time| time.saturating_sub(start.elapsed()));
    let why = match result.cut {
        None | Some(Cut::Interrupted | Cut::Found | Cut::Time) => None,
        _ if left.is_some_and(|left| left.is_zero()) => None,
        Some(Cut::Limit(Limit::Steps)) => Some(format!("runs of this program can be longer than {TRIAL_RUN} steps")),
        Some(Cut::Limit(limit)) => Some(limit.message(&trial.limits)),
        Some(Cut::Steps | Cut::States | Cut::Memory) => {
            let runs = count(result.executions, "run");
            Some(format!("there are more schedules than the {runs} that dpor had made within its trial"))
        }
    };
    let Some(why) = why else { return Searched { result, options: trial, note: None } };
    let mut again = Options { algorithm: Algorithm::States, ..options.clone() };
    again.budget.time = left;
    again.budget.states = budget(args, Algorithm::States);
    let mut states = watched(&again, progress, |o| explore(program, o));
    if !states.complete() {
        // What goes wrong in a run of the trial goes wrong.
        for found in result.found {
            if states.found.iter().all(|f| f.key != found.key) {
                states.found.push(found);
            }
        }
        states.found.sort_by(|a, b| a.key.cmp(&b.key));
    }
    Searched { result: states, options: again, note: Some(format!("{why}, so its states were explored")) }
}

/// What is to be said of an algorithm, whatever it finds.
fn note(algorithm: AlgorithmArg) -> Option<String> {
    let plain = "plain is the definition: it makes every reduction step of the reference semantics, is slow, and no monitor watches";
    (algorithm == AlgorithmArg::Plain).then(|| plain.to_owned())
}

/// Works, and meanwhile listens to Ctrl-C and says how far it is.
pub fn watched<T>(options: &Options, progress: bool, work: impl FnOnce(&Options) -> T) -> T {
    let options = Options { control: Arc::default(), ..options.clone() };
    let (done, over) = channel::<()>();
    std::thread::scope(|scope| {
        let (control, algorithm) = (options.control.clone(), options.algorithm);
        scope.spawn(move || {
            let mut progress = SearchProgress::new(progress && io::stderr().is_terminal(), algorithm);
            while over.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
                if interrupt::interrupted() {
                    control.interrupt.store(true, Relaxed);
                }
                progress.tell(&control);
            }
        });
        let result = work(&options);
        drop(done);
        result
    })
}

/// Says how far it is, on standard error, when that is a terminal and takes longer than a second.
struct SearchProgress {
    start: Instant,
    last: Instant,
    known: u64,
    said: bool,
    wanted: bool,
    algorithm: Algorithm,
}

impl SearchProgress {
    fn new(wanted: bool, algorithm: Algorithm) -> SearchProgress {
        let now = Instant::now();
        SearchProgress { start: now, last: now, known: 0, said: false, wanted, algorithm }
    }

    fn tell(&mut self, control: &Control) {
        let now = Instant::now();
        let since = now - self.last;
        if !self.wanted || since < Duration::from_millis(500) || now - self.start < Duration::from_secs(1) {
            return;
        }
        let (what, seen) =
            if self.algorithm.keeps_states() { ("states", &control.states) } else { ("traces", &control.executions) };
        let (seen, depth, frontier) = (seen.load(Relaxed), control.depth.load(Relaxed), control.frontier.load(Relaxed));
        let rate = (seen.saturating_sub(self.known)) as f64 / since.as_secs_f64();
        (self.last, self.known, self.said) = (now, seen, true);
        let seconds = (now - self.start).as_secs();
        let line = format!("{seen} {what}, {rate:.0} a second, depth {depth}, frontier {frontier}, {seconds} s");
        // It is no loss if it cannot be written.
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        if self.said {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
