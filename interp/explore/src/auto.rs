//! Runs, then states: one run of each trace for a moment; if that does not cover the program, every state once.
//!
//! A program with few traces is answered in that moment, with the number of its traces. Most others have far fewer states than
//! traces, and those that spin have states alone. Where states are too many, runs go on. Work is counted, not time, so the same
//! program is explored in the same way on every machine.
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
pub const TRIAL_STEPS: u64 = 50_000;

/// Result of an exploration by runs, then by states.
#[derive(Clone, Debug)]
pub struct Auto {
    /// The answer: of the search that covered the program or, if none did, all that both have found.
    pub result: Exploration,
    /// The options with which that was found.
    pub options: Options,
    /// The reason why the search before this one did not cover the program, and the limits of its runs; none of the first.
    pub instead_of: Option<(Cut, Limits)>,
}

impl Auto {
    /// Returns true if runs were given up because they can be longer than is tried.
    pub fn spins(&self) -> bool {
        matches!(self.instead_of, Some((Cut::Limit(Limit::Steps), _)))
    }
}

/// Explores every schedule of a program: by `runs` for a moment, by `states`, and by `runs` to the end.
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
    let explore = |mut options: Options, instead_of| {
        options.budget.time = options.budget.time.map(|time| (start + time).saturating_sub(host.now()));
        Auto { result: crate::explore(program, &options), options, instead_of }
    };
    let mut trial = runs.clone();
    trial.budget.steps = TRIAL_STEPS.min(runs.budget.steps);
    let first = explore(trial, None);
    let Some(why) = first.result.cut.filter(|_| !decides(&first.result)) else { return first };
    let second = explore(states, Some((why, limits)));
    let too_many = match second.result.cut {
        Some(cut @ (Cut::Steps | Cut::States | Cut::Memory)) => cut,
        _ => return second.with(first.result),
    };
    if why == Cut::Steps && runs.budget.steps > TRIAL_STEPS {
        let third = explore(runs, Some((too_many, limits)));
        if decides(&third.result) {
            return third.with(second.result);
        }
    }
    second.with(first.result)
}

/// Returns true if the result of runs is final: complete, or cut where another search would find no more.
fn decides(result: &Exploration) -> bool {
    matches!(result.cut, None | Some(Cut::Found | Cut::Time))
}

impl Auto {
    /// Adds the findings of another search: an error in one run is an error of the program, and so is a call a call.
    fn with(mut self, other: Exploration) -> Auto {
        if !self.result.complete() {
            let Exploration { found, reached, .. } = other;
            let all = &mut self.result;
            all.reached.iter_mut().zip(reached).for_each(|(mine, other)| *mine |= other);
            let new: Vec<_> = found.into_iter().filter(|new| all.found.iter().all(|f| f.key != new.key)).collect();
            all.found.extend(new);
            all.found.sort_by(|a, b| a.key.cmp(&b.key));
        }
        self
    }
}
