//! Runs at random.

use super::{Program, outcome_of};
use crate::options::Options;
use crate::result::Outcome;
use racefree_grammar::Span;
use racefree_interp::event::Event;
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::{Execution, State};
use racefree_interp::schedule::{Schedule, Stream};
use racefree_interp::value::ThreadId;
use std::collections::BTreeMap;

/// Numbers of sampled runs that come to each of some places.
pub fn sample(program: &Lowered, options: &Options, places: &[Span], runs: u64) -> Vec<u64> {
    let run = Execution::new(&program.tables, options.semantics);
    let mut reached = vec![0; places.len()];
    for number in (0..runs).take_while(|_| !options.control.is_over()) {
        let mut seen = vec![false; places.len()];
        at_random(run, number, 10_000, |event| {
            let at = event.site.span(&program.tables.program);
            places.iter().zip(&mut seen).filter(|(place, _)| **place == at).for_each(|(_, seen)| *seen = true);
        });
        reached.iter_mut().zip(seen).for_each(|(n, seen)| *n += u64::from(seen));
    }
    reached
}

/// Outcomes of a few runs at random, for a search that was cut before any run had ended.
pub(super) fn sampled_outcomes(program: &Program<'_>) -> BTreeMap<Outcome, (u64, Schedule)> {
    let mut found = BTreeMap::new();
    for number in 0..SAMPLED {
        let mut way = Schedule::default();
        if let Some(state) = at_random(program.execution(), number, LONGEST_SAMPLED, |event| way.push(event.thread, 1))
        {
            found.entry(outcome_of(&program.reference, &state)).or_insert((0, way)).0 += 1;
        }
    }
    found
}

/// Runs for the outcomes of a search that found none, and the most steps of each.
const SAMPLED: u64 = 10;
const LONGEST_SAMPLED: u32 = 30_000;

/// A run that goes on with any thread at each step that others can see. None, if it does not end within so many steps.
fn at_random(run: Execution<'_>, number: u64, most: u32, mut see: impl FnMut(&Event)) -> Option<State> {
    let (mut state, mut random) = (run.first(), Stream::new(number));
    let mut current = None;
    for _ in 0..most {
        let local = |t: &ThreadId| run.redex(&state, *t).is_some_and(|redex| !run.is_visible(&state, *t, &redex));
        let goes_on = current.filter(|t| run.may_step(&state, *t) && local(t));
        let choice = goes_on.or_else(|| {
            let all = (0..state.threads.len() as u32).map(ThreadId);
            let ready: Vec<ThreadId> = all.filter(|&t| run.may_step(&state, t)).collect();
            ready.get(random.below(ready.len() as u32) as usize).copied()
        });
        let Some(thread) = choice else { return Some(state) };
        see(&run.step_in_place(&mut state, thread)?);
        current = Some(thread);
    }
    None
}
