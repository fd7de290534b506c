//! Two searches by turns, over states and over one run of each trace: the first to be over gives the answer.
//!
//! A program may have a handful of states and millions of traces, or the other way round, and nothing tells which
//! beforehand. So both are tried for a moment. If one of them covers everything within that, its
//! result is the answer. Else both estimate the work left ([`runs_in_all`], [`states_in_all`]), and they go on by
//! turns, each longer than the last, the one that seems to have less to do with the larger share of the time. Work is
//! counted, not time, so the same program is explored in the same way on every machine.
//!
//! A search begins anew in each turn. Turns grow fourfold, so all turns before the last one repeat at most a third more than it. To
//! rest between turns, each search would need a thread of its own.
//!
//! Definition: the search that answers ([`crate::explore`]); `tests/auto.rs` holds the two equal.

use crate::options::{Algorithm, Options};
use crate::result::{Cut, Exploration};
use crate::turns::{Hints, Quota};
use racefree_interp::machine::Lowered;
use racefree_interp::options::{Limit, Limits};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
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

/// The first turn, in nanoseconds, of the search that seems to have more to do. Each next one is [`GROWTH`] times as long.
const TURN: f64 = 1.25e6;

/// Growth of the turns: a search begins anew in each, so few long turns repeat less than many short ones.
const GROWTH: f64 = 4.0;

/// Ratio of the turns of the search that seems to have less to do to those of the other one.
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
        other.failed.map_or(Choice::First, |cut| Choice::Only(cut, other.options.limits))
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
    /// Estimated nanoseconds of a unit of its work.
    price: f64,
    /// Estimated work in all.
    all: f64,
    /// Its last turn.
    last: Option<Exploration>,
    /// The reason why it cannot cover everything.
    failed: Option<Cut>,
}

impl Search {
    fn cost(&self) -> f64 {
        self.price * self.all
    }
}

/// Explores every schedule of a program by `states` and by `runs`, and gives the answer of the search that is over first.
pub fn auto(program: &Arc<Lowered>, states: &Options, runs: &Options) -> Auto {
    if program.on_reference() {
        let options = Options { algorithm: Algorithm::States, ..states.clone() };
        return Auto { result: crate::explore(program, &options), options, choice: Choice::Trial };
    }
    let host = runs.control.host.clone();
    let start = host.now();
    let limits = runs.limits;
    let limits = Limits { steps: limits.steps.min(LONGEST_RUN), threads: limits.threads.min(MOST_THREADS), ..limits };
    let search = |options: Options, price| {
        let until = options.budget.time.map(|time| start + time);
        Search { options, until, price, all: f64::INFINITY, last: None, failed: None }
    };
    let mut runs = search(Options { algorithm: Algorithm::Dpor, limits, ..runs.clone() }, STEP);
    let mut states = search(Options { algorithm: Algorithm::States, ..states.clone() }, STATE.0);
    let (first, runs_hints) = runs.explore(program, TRIAL_STEPS);
    if decides(&first) {
        return Auto { result: first, options: runs.options, choice: Choice::Trial };
    }
    let (second, states_hints) = states.explore(program, TRIAL_STATES);
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
    /// Explores from the beginning with `work` units of work. Estimates the work left.
    fn explore(&mut self, program: &Arc<Lowered>, work: u64) -> (Exploration, Hints) {
        let turn = Arc::new(Quota::new(work));
        let mut options = Options { turn: Some(turn.clone()), ..self.options.clone() };
        options.budget.time = self.until.map(|until| until.saturating_sub(options.control.host.now()));
        let result = crate::explore(program, &options);
        let paused = result.cut == Some(Cut::Interrupted) && turn.is_over();
        if !paused && !self.is_interrupted() && !decides(&result) {
            self.failed = result.cut;
        }
        self.last = Some(result.clone());
        (result, turn.hints())
    }

    fn is_interrupted(&self) -> bool {
        self.options.control.interrupt.load(Relaxed)
    }

    /// Explores for a turn of about `time` nanoseconds. Returns the answer, if the search has one by then.
    fn turn(&mut self, program: &Arc<Lowered>, time: f64) -> Option<Exploration> {
        if self.failed.is_some() {
            return None;
        }
        self.explore(program, (time / self.price) as u64);
        let interrupted = self.is_interrupted();
        self.last.take_if(|last| decides(last) || interrupted)
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

/// Adds the findings of another search: an error in one run is an error of the program, and so is a call a call.
fn with(mut result: Exploration, other: Option<Exploration>) -> Exploration {
    if !result.complete() {
        let (found, reached) = other.map_or_else(Default::default, |other| (other.found, other.reached));
        result.reached.iter_mut().zip(reached).for_each(|(mine, other)| *mine |= other);
        let new: Vec<_> = found.into_iter().filter(|new| result.found.iter().all(|f| f.key != new.key)).collect();
        result.found.extend(new);
        result.found.sort_by(|a, b| a.key.cmp(&b.key));
    }
    result
}

/// Explores by turns, the first search with the larger share.
fn by_turns(program: &Arc<Lowered>, mut all: [Search; 2]) -> Auto {
    let mut time = TURN;
    let (answer, by) = 'turns: loop {
        for (at, share) in [MORE, 1.0].into_iter().enumerate() {
            let alone = all[1 - at].failed.is_some();
            if let Some(answer) = all[at].turn(program, if alone { f64::INFINITY } else { time * share }) {
                break 'turns (answer, at);
            }
        }
        if all.iter().all(|search| search.failed.is_some()) {
            let at = usize::from(all[1].options.algorithm == Algorithm::States);
            let Some(last) = all[at].last.take() else { continue };
            break (last, at);
        }
        time *= GROWTH;
    };
    let [first, second] = all;
    let (mine, other) = if by == 0 { (first, second) } else { (second, first) };
    Auto { choice: Choice::beside(&other), result: with(answer, other.last), options: mine.options }
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
