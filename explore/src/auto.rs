//! Two searches by turns, over states and over one run of each trace: the first to be over gives the answer.
//!
//! A program may have a handful of states and millions of traces, or the other way round, and nothing tells which
//! beforehand. So both are tried for a moment, by one worker each. If one of them covers everything within that, its
//! result is the answer. Else both estimate the work left ([`runs_in_all`], [`states_in_all`]), and they go on by
//! turns, twice as long each time, the one that seems to have less to do with the larger share of the time. Work is
//! counted, not time, so the same program is explored in the same way on every machine and by any number of workers.
//!
//! Each search has a thread of its own and rests there between its turns. In a host that starts no threads a search begins anew in
//! each turn, which costs at most as much once more, since turns grow twofold; the answer is the same.
//!
//! Definition: the search that answers ([`crate::explore`]); `tests/auto.rs` holds the two equal.

use crate::options::{Algorithm, Options};
use crate::result::{Cut, Exploration};
use crate::turns::{EndOfTurns, Hints, Turn};
use racefree_interp::machine::Lowered;
use racefree_interp::options::{Limit, Limits};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{ScopedJoinHandle, scope};
use std::time::Duration;

/// A run that is longer is taken for one that spins: then runs are given up, and states explored.
pub const LONGEST_RUN: u64 = 10_000;

/// A run with more threads is taken for one that forks without end.
const MOST_THREADS: u32 = 256;

/// Reduction steps of runs in a trial.
pub const TRIAL_STEPS: u64 = 50_000;

/// States in a trial.
const TRIAL_STATES: u64 = 10_000;

/// Cost of a reduction step of a run, in about nanoseconds.
const STEP: f64 = 50.0;

/// Costs of a state and of each transition that leads to one, in about nanoseconds.
const STATE: (f64, f64) = (80.0, 60.0);

/// First turn of the search that seems to have more to do, in about nanoseconds. The next one is twice as long.
const TURN: f64 = 1.25e6;

/// Factor by which the turns of the other one are longer.
const MORE: f64 = 4.0;

/// Factor by which the runs left may exceed the estimate: [`runs_in_all`] misses branches that are not known yet.
const UNKNOWN: f64 = 20.0;

/// Reason for the choice of the search that gave the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Runs, after no more than [`TRIAL_STEPS`].
    Trial,
    /// The other search, with these limits, could not go on, for this reason.
    Only(Cut, Limits),
    /// The search was over before the other one.
    First,
}

impl Choice {
    /// The choice of the search that is over, beside this one.
    fn beside(other: &Search) -> Choice {
        let failed = other.failed.as_ref().and_then(|failed| failed.cut);
        failed.map_or(Choice::First, |cut| Choice::Only(cut, other.options.limits))
    }

    /// Returns true if runs could not go on because they can be longer than is tried.
    pub fn spins(self) -> bool {
        matches!(self, Choice::Only(Cut::Limit(Limit::Steps), _))
    }
}

/// Result of an exploration by turns.
#[derive(Clone, Debug)]
pub struct Auto {
    /// The answer: of the search that was over first or, if none was, all that both have found.
    pub result: Exploration,
    /// The options with which that was found.
    pub options: Options,
    /// The reason for the choice of that one.
    pub choice: Choice,
}

/// A search that may give the answer.
struct Search {
    options: Options,
    /// End of its time, by the host's clock.
    until: Option<Duration>,
    /// The nanoseconds, about, that a unit of its work costs.
    price: f64,
    /// Estimate of its work in all.
    all: f64,
    /// Its result, if it has ended without covering everything.
    failed: Option<Exploration>,
}

impl Search {
    fn cost(&self) -> f64 {
        self.price * self.all
    }
}

/// Explores every schedule of a program by `states` and by `runs`, and gives the answer of the search that is over first.
pub fn auto(program: &Arc<Lowered>, states: &Options, runs: &Options) -> Auto {
    let host = runs.control.host.clone();
    let start = host.now();
    let limits = runs.limits;
    let limits = Limits { steps: limits.steps.min(LONGEST_RUN), threads: limits.threads.min(MOST_THREADS), ..limits };
    let search = |options: Options, price| {
        let until = options.budget.time.map(|time| start + time);
        Search { options, until, price, all: f64::INFINITY, failed: None }
    };
    let mut runs = search(Options { algorithm: Algorithm::Dpor, limits, ..runs.clone() }, STEP);
    let mut states = search(Options { algorithm: Algorithm::States, ..states.clone() }, STATE.0);
    let (first, runs_hints) = runs.trial(program, TRIAL_STEPS);
    if decides(&first) {
        return Auto { result: first, options: runs.options, choice: Choice::Trial };
    }
    let (second, states_hints) = states.trial(program, TRIAL_STATES);
    if decides(&second) {
        let choice = Choice::beside(&runs);
        return Auto { result: with(second, Some(first)), options: states.options, choice };
    }
    runs.all = runs_in_all(&first, &runs_hints);
    states.all = states_in_all(&states_hints, runs_hints.length).max(second.states as f64);
    states.price += STATE.1 * second.transitions as f64 / second.states as f64;
    let few = if runs.cost() * UNKNOWN < states.cost() { [runs, states] } else { [states, runs] };
    by_turns(program, few)
}

impl Search {
    /// Its options with the time that is left, when it goes by turns.
    fn options_of(&self, turn: &Arc<Turn>) -> Options {
        let mut options = Options { turn: Some(turn.clone()), ..self.options.clone() };
        options.budget.time = self.until.map(|until| until.saturating_sub(options.control.host.now()));
        options
    }

    /// Lets one worker do `work` units of work. Returns its findings, and hints on the work left.
    fn trial(&mut self, program: &Arc<Lowered>, work: u64) -> (Exploration, Hints) {
        let turn = Arc::new(Turn::trial(work));
        let options = Options { threads: 1, ..self.options_of(&turn) };
        let result = crate::explore(program, &options);
        let paused = result.cut == Some(Cut::Interrupted) && turn.is_over();
        let interrupted = self.options.control.interrupt.load(Relaxed);
        if !paused && !interrupted && !decides(&result) {
            self.failed = Some(result.clone());
        }
        (result, turn.hints())
    }
}

/// Returns true if the result is final: complete, or cut where another search would find no more.
fn decides(result: &Exploration) -> bool {
    match result.cut {
        None | Some(Cut::Found | Cut::Time | Cut::Cycles) => true,
        // States beyond a limit of a run are beyond that of any search.
        Some(Cut::Limit(_)) => result.algorithm == Algorithm::States,
        Some(Cut::Interrupted | Cut::Steps | Cut::States | Cut::Memory) => false,
    }
}

/// Returns the work that a search has done.
fn work(result: &Exploration) -> u64 {
    if result.algorithm.keeps_states() { result.states } else { result.steps }
}

/// Adds the findings of another search: an error in one run is an error of the program.
fn with(mut result: Exploration, other: Option<Exploration>) -> Exploration {
    if !result.complete() {
        let new = other.into_iter().flat_map(|other| other.found);
        let new: Vec<_> = new.filter(|new| result.found.iter().all(|f| f.key != new.key)).collect();
        result.found.extend(new);
        result.found.sort_by(|a, b| a.key.cmp(&b.key));
    }
    result
}

/// A search at work, which may have ended.
struct Working<'scope> {
    search: Search,
    program: &'scope Arc<Lowered>,
    /// Turn that tells its thread how far it may go; none where there are no threads.
    turn: Option<Arc<Turn>>,
    handle: Option<ScopedJoinHandle<'scope, Exploration>>,
    ended: Option<Exploration>,
    given: u64,
}

impl Working<'_> {
    /// Works for a turn of about `time` nanoseconds. Returns the answer, if it has one by then.
    ///
    /// Several workers may come to the end shortly after the turn should have been over; then that is the answer of the next turn,
    /// as if they had been in time to rest.
    fn work(&mut self, time: f64) -> Option<Exploration> {
        if self.search.failed.is_some() {
            return None;
        }
        self.given = self.given.saturating_add((time / self.search.price) as u64);
        let Some(turn) = &self.turn else { return self.work_anew() };
        if turn.give(self.given) {
            self.join();
        }
        let ended = self.ended.take_if(|ended| ended.cut.is_some() || work(ended) <= self.given)?;
        if decides(&ended) || ended.cut == Some(Cut::Interrupted) {
            return Some(ended);
        }
        self.search.failed = Some(ended);
        None
    }

    /// Does the same without a thread.
    fn work_anew(&mut self) -> Option<Exploration> {
        let (result, _) = self.search.trial(self.program, self.given);
        if self.search.failed.is_some() {
            return None;
        }
        let over = decides(&result) || self.search.options.control.interrupt.load(Relaxed);
        self.ended = Some(result);
        self.ended.take_if(|_| over)
    }

    /// Waits until it is over.
    fn join(&mut self) {
        if let Some(handle) = self.handle.take() {
            self.ended = Some(handle.join().unwrap_or_else(|failed| resume_unwind(failed)));
        }
    }

    /// Ends the search. Returns its findings.
    fn end(mut self) -> Option<Exploration> {
        if let Some(turn) = &self.turn {
            turn.give_up();
        }
        self.join();
        self.ended.or(self.search.failed)
    }
}

/// Goes on by turns, the first one with the larger share.
fn by_turns(program: &Arc<Lowered>, searches: [Search; 2]) -> Auto {
    scope(|scope| {
        let mut all = searches.map(|search| {
            let (mut turn, mut handle) = (None, None);
            if search.options.control.host.starts_threads() {
                let place = Arc::new(Turn::default());
                let options = search.options_of(&place);
                let at_work = place.clone();
                let work = move || {
                    let _end = EndOfTurns(&at_work);
                    crate::explore(program, &options)
                };
                handle = search.failed.is_none().then(|| scope.spawn(work));
                turn = Some(place);
            }
            Working { search, program, turn, handle, ended: None, given: 0 }
        });
        let mut time = TURN;
        let (answer, by) = loop {
            let alone = all.iter().any(|w| w.search.failed.is_some());
            let mut turn = |at: usize, share: f64| {
                let time = if alone { f64::INFINITY } else { time * share };
                all[at].work(time).map(|answer| (answer, at))
            };
            if let Some(answer) = turn(0, MORE).or_else(|| turn(1, 1.0)) {
                break answer;
            }
            if all.iter().all(|w| w.search.failed.is_some()) {
                let at = usize::from(all[1].search.options.algorithm == Algorithm::States);
                let Some(failed) = all[at].search.failed.take() else { continue };
                break (failed, at);
            }
            time *= 2.0;
        };
        let [first, second] = all;
        let (mine, other) = if by == 0 { (first, second) } else { (second, first) };
        let options = mine.search.options.clone();
        let choice = Choice::beside(&other.search);
        mine.end();
        Auto { result: with(answer, other.end()), options, choice }
    })
}

/// Estimates the steps of all runs, from those made and the share of the tree of runs that they are. Branches that are
/// not known yet are missing, so it is rather too small.
fn runs_in_all(made: &Exploration, hints: &Hints) -> f64 {
    made.steps as f64 / hints.share.clamp(1e-300, 1.0)
}

/// Estimates the number of states, when runs have `length` visible steps. The number of states at a depth rises to the
/// middle of the runs and falls again, roughly as it rose; up to the middle it rises more and more slowly.
fn states_in_all(hints: &Hints, length: usize) -> f64 {
    // At depth 0 there is the first state.
    let levels: Vec<u64> = std::iter::once(1).chain(hints.levels.iter().copied()).collect();
    let known: f64 = levels.iter().map(|&n| n as f64).sum();
    let (last, middle) = (levels.len() - 1, length as f64 / 2.0);
    let before = last.saturating_sub(4);
    let span = (last - before).max(1) as f64;
    let growth = ((levels[last].max(1) as f64) / (levels[before].max(1) as f64)).ln() / span;
    let (mut all, mut here) = (known, levels[last] as f64);
    for depth in last + 1..=length {
        here = match levels.get(length - depth) {
            Some(&mirrored) => mirrored as f64,
            // The rate of growth falls to nothing at the middle, and goes on to fall.
            None => here * (growth * (middle - depth as f64) / (middle - last as f64).max(1.0)).exp(),
        };
        all += here;
    }
    all
}
