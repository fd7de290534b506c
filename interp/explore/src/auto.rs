//! Runs and states, each in turn with more work: the first that covers the program gives the answer.
//!
//! A program with few traces is answered by runs at once, with the number of its traces. Most others have far fewer states than
//! traces, and those that spin have states alone; a few have more states than anybody can look at, and not so many traces. So runs
//! are tried for a moment, states, runs once more, and then states to the end. Work is counted, not time, so the same program is
//! explored in the same way on every machine.
//!
//! Definition: the search that answers ([`crate::explore`]); `tests/auto.rs` holds the two equal.

use crate::options::{Algorithm, Options};
use crate::result::{Cut, Exploration};
use racefree_interp::machine::Lowered;
use racefree_interp::options::{Limit, Limits};
use std::sync::Arc;

/// A run that is longer is taken for one that spins: then runs are given up, and states explored.
pub const LONGEST_RUN: u64 = 10_000;

/// A run with more threads is taken for one that forks without end.
const MOST_THREADS: u32 = 256;

/// Reduction steps of the runs that are tried first.
const FEW_STEPS: u64 = 50_000;

/// States that are looked at where that is not enough.
const MANY_STATES: u64 = 1_000_000;

/// Searches that follow, each with its work: reduction steps of runs, or states. All that is given up takes about a second.
const FURTHER: [(Algorithm, u64); 3] =
    [(Algorithm::Dpor, 20_000_000), (Algorithm::States, u64::MAX), (Algorithm::Dpor, u64::MAX)];

/// Result of an exploration by runs and states.
#[derive(Clone, Debug)]
pub struct Auto {
    /// The answer: of the search that covered the program or, if none did, all that both have found.
    pub result: Exploration,
    /// The options with which that was found.
    pub options: Options,
    /// The reason why the search before this one did not cover the program, and its options; none of the first.
    pub instead_of: Option<(Cut, Options)>,
}

impl Auto {
    /// Returns true if runs were given up because they can be longer than is tried.
    pub fn spins(&self) -> bool {
        matches!(self.instead_of, Some((Cut::Limit(Limit::Steps), _)))
    }

    /// Returns true if the result is final: complete, or cut where another search would find no more.
    fn decides(&self) -> bool {
        match self.result.cut {
            None | Some(Cut::Found | Cut::Time | Cut::Cycles | Cut::Refused | Cut::Interrupted) => true,
            // States beyond a limit of a run are beyond that of any search.
            Some(Cut::Limit(_)) => self.options.algorithm == Algorithm::States,
            Some(Cut::Steps | Cut::States | Cut::Memory) => false,
        }
    }

    /// Returns true if a search of the same kind with these options would go further.
    fn goes_on_with(&self, options: &Options) -> bool {
        let (now, then) = (&self.options.budget, &options.budget);
        match self.result.cut {
            Some(Cut::Steps) => now.steps < then.steps,
            Some(Cut::States) => now.states < then.states,
            _ => false,
        }
    }

    /// Adds the findings of another search: an error in one run is an error of the program, and so is a call a call.
    fn with(mut self, other: Auto) -> Auto {
        if self.result.complete() {
            return self;
        }
        let (all, Exploration { found, reached, .. }) = (&mut self.result, other.result);
        all.reached.iter_mut().zip(reached).for_each(|(mine, other)| *mine |= other);
        let new: Vec<_> = found.into_iter().filter(|new| all.found.iter().all(|f| f.key != new.key)).collect();
        all.found.extend(new);
        all.found.sort_by(|a, b| a.key.cmp(&b.key));
        self
    }
}

/// Explores every schedule of a program: by `runs` and by `states`, in turn.
pub fn auto(program: &Arc<Lowered>, states: &Options, runs: &Options) -> Auto {
    let states = Options { algorithm: Algorithm::States, ..states.clone() };
    if program.on_reference() {
        return Auto { result: crate::explore(program, &states), options: states, instead_of: None };
    }
    let host = runs.control.host.clone();
    let start = host.now();
    let limits = runs.limits;
    let limits = Limits { steps: limits.steps.min(LONGEST_RUN), threads: limits.threads.min(MOST_THREADS), ..limits };
    let runs = Options { algorithm: Algorithm::Dpor, limits, ..runs.clone() };
    let with_work = |algorithm: Algorithm, work: u64| {
        let mut options = if algorithm.keeps_states() { states.clone() } else { runs.clone() };
        let budget = &mut options.budget;
        let bound = if algorithm.keeps_states() { &mut budget.states } else { &mut budget.steps };
        *bound = work.min(*bound);
        budget.time = budget.time.map(|time| (start + time).saturating_sub(host.now()));
        options
    };
    let explore = |options: Options, other: Option<&Auto>| {
        let instead_of = other.and_then(|other| Some((other.result.cut?, other.options.clone())));
        Auto { result: crate::explore(program, &options), options, instead_of }
    };
    let mut by_runs = explore(with_work(Algorithm::Dpor, FEW_STEPS), None);
    if by_runs.decides() {
        return by_runs;
    }
    let mut by_states = explore(with_work(Algorithm::States, MANY_STATES), Some(&by_runs));
    for (algorithm, work) in FURTHER {
        if by_states.decides() {
            break;
        }
        let (last, other) =
            if algorithm.keeps_states() { (&mut by_states, &by_runs) } else { (&mut by_runs, &by_states) };
        let options = with_work(algorithm, work);
        if last.goes_on_with(&options) {
            *last = explore(options, Some(other));
            if by_runs.decides() {
                return by_runs.with(by_states);
            }
        }
    }
    by_states.with(by_runs)
}
