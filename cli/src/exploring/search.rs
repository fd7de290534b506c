//! An exploration with progress and Ctrl-C; which algorithm fits.

use crate::args::{AlgorithmArg, Exploring};
use crate::options::budget;
use crate::running::interrupt;
use racefree_explore::{
    Algorithm, Auto, Choice, Control, Cut, Exploration, LONGEST_RUN, Options, TRIAL_STEPS, auto, explore,
};
use racefree_interp::machine::Lowered;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// An exploration, and how it came about.
pub struct Searched {
    /// What it gave.
    pub result: Exploration,
    /// With what: budgets and limits as they were in force.
    pub options: Options,
    /// Why this algorithm was taken, or what is to be said of it.
    pub note: Option<String>,
}

/// Explores a program as the arguments say; Ctrl-C ends it, and what was found is kept.
pub fn search(program: &Arc<Lowered>, args: &Exploring, options: &Options, progress: bool) -> Searched {
    if args.algorithm != AlgorithmArg::Auto {
        let result = watched(options, progress, |o| explore(program, o));
        return Searched { result, options: options.clone(), note: note(args.algorithm) };
    }
    let both = watched(options, progress, |runs| {
        let mut states = runs.clone();
        states.budget.states = budget(args, Algorithm::States);
        auto(program, &states, runs)
    });
    let note = chosen(&both);
    Searched { result: both.result, options: both.options, note }
}

/// Why it is this search that gave the answer, unless it is the one that is tried first.
fn chosen(both: &Auto) -> Option<String> {
    let by_states = both.result.algorithm == Algorithm::States;
    let why = match both.choice {
        Choice::Trial => return None,
        Choice::First if by_states => {
            return Some(format!(
                "there are more schedules than dpor covers in {TRIAL_STEPS} steps; it took turns with states, which was over first"
            ));
        }
        Choice::First => return Some("dpor took turns with states, and was over first".to_owned()),
        choice if choice.spins() => format!("runs of this program can be longer than {LONGEST_RUN} steps"),
        Choice::Only(Cut::Limit(limit), limits) => limit.message(&limits),
        Choice::Only(Cut::Memory, _) => "the other search needed too much memory".to_owned(),
        Choice::Only(..) => "the budget of the other search was used up".to_owned(),
    };
    let what = if by_states { "states" } else { "schedules" };
    Some(format!("{why}, so its {what} were explored"))
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
