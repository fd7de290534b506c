//! Findings and outcomes of a search so far, and its result.

use super::sampled::sampled_outcomes;
use super::{Burst, Program, whole};
use crate::options::Options;
use crate::result::{Cut, Exploration, Found, Outcome};
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::schedule::Schedule;
use std::collections::BTreeMap;

/// Findings with their first schedules, and outcomes with the number of runs or states that have them.
#[derive(Default)]
pub(super) struct Finds {
    pub(super) found: BTreeMap<Key, Schedule>,
    pub(super) outcomes: BTreeMap<Outcome, (u64, Schedule)>,
}

/// The result of a search that begins, behind the steps of earlier ones.
pub(super) fn beginning(program: &Lowered, options: &Options, before: u64) -> Exploration {
    let reached = vec![false; program.methods.len()];
    Exploration { algorithm: options.algorithm, steps: before, reached, ..Exploration::default() }
}

impl Finds {
    /// Counts a run, or a final state, to which this way leads.
    pub(super) fn end(&mut self, outcome: Outcome, result: &mut Exploration, way: impl FnOnce() -> Vec<Burst>) {
        result.executions += 1;
        result.blocked += u64::from(outcome.waits());
        self.outcomes.entry(outcome).or_insert_with(|| (0, whole(way()))).0 += 1;
    }

    /// The result of the search, whose counts are these; with the outcomes of a few runs, if the budget ended before any run had.
    pub(super) fn finish(self, counts: Exploration, program: &Program<'_>, options: &Options) -> Exploration {
        let mut result = counts;
        let found = self.found.into_iter().map(|(key, schedule)| Found { key, schedule });
        result.found = found.filter(|found| options.looks_at(&found.key)).collect();
        if options.outcomes {
            let by_budget = matches!(result.cut, Some(Cut::Steps | Cut::States | Cut::Time | Cut::Memory));
            let is_sampled = by_budget && self.outcomes.is_empty();
            let outcomes = if is_sampled { sampled_outcomes(program) } else { self.outcomes };
            for (outcome, (count, way)) in outcomes {
                result.outcomes.push(Outcome { count, ..outcome });
                result.ways.push(way);
            }
        }
        result
    }
}
