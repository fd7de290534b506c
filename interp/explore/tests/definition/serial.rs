//! Serializability over every run, each one made by single steps: the blocks through which cycles are closed, and the outcomes of
//! serial runs.

use racefree_explore::plain::{Points, Reference, Transition, outcome};
use racefree_explore::{Options, Outcome};
use racefree_grammar::ast::ExprId;
use racefree_interp::event::{Event, EventKind};
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::State;
use racefree_interp::serial::{Numbers, Step, plain};
use std::collections::BTreeSet;

/// Verdicts and outcomes of every run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Serializability {
    /// The blocks through which some run closes a cycle.
    pub closed: BTreeSet<ExprId>,
    /// The blocks through which some run closes a cycle with single steps alone.
    pub parted: BTreeSet<ExprId>,
    /// The outcomes of all runs.
    pub outcomes: BTreeSet<Outcome>,
    /// The outcomes of runs that close no cycle.
    pub acyclic: BTreeSet<Outcome>,
    /// The outcomes of serial runs, among these: forks go with the step before them.
    pub serial: BTreeSet<Outcome>,
}

/// Makes every run. `None` if there are more than `most`, or a run meets a limit.
pub fn serializability(program: &Lowered, options: &Options, most: usize) -> Option<Serializability> {
    let reference = Reference::new(program, options, Points::Visible);
    let Transition { state, events, .. } = reference.first();
    let (mut runs, mut all) = (0, Serializability::default());
    let mut open: Vec<(State, Vec<Event>)> = vec![(state, events)];
    while let Some((state, events)) = open.pop() {
        let enabled = reference.enabled(&state);
        if enabled.is_empty() {
            runs += 1;
            let mut numbers = Numbers::default();
            // Reads of fixed fields go with the step before them, and conflict with nothing: a block has not begun with them.
            let fixed = |event: &Event| matches!(event.kind, EventKind::Read { field, .. } if program.is_fixed(field));
            let seen = events.iter().filter(|event| !fixed(event));
            let steps: Vec<Step> = seen.filter_map(|event| numbers.step(event)).collect();
            all.closed.extend(plain::closings(&steps).into_iter().map(|closing| closing.1));
            all.parted.extend(plain::partings(&steps).into_iter().map(|parting| parting.1));
            let outcome = outcome(&reference, &state);
            if plain::closings(&steps).is_empty() {
                all.acyclic.insert(outcome.clone());
            }
            if plain::is_serial(&steps) {
                all.serial.insert(outcome.clone());
            }
            all.outcomes.insert(outcome);
        }
        for thread in enabled {
            let next = reference.transition(&state, thread)?;
            if next.limit.is_some() || runs + open.len() > most {
                return None;
            }
            let more = events.iter().chain(&next.events).copied().collect();
            open.push((next.state, more));
        }
    }
    Some(all)
}
