//! An exploration as it is asked for: which algorithm fits.

use crate::options::{Exploring, budget};
use racefree_explore::{Algorithm, Auto, Cut, Exploration, LONGEST_RUN, Options, auto, explore, livelocks};
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::Monitor;
use std::sync::Arc;

/// An exploration, and how it came about.
pub struct Searched {
    /// Result of the exploration.
    pub result: Exploration,
    /// Options, with the budgets and limits in force.
    pub options: Options,
    /// Reason for the algorithm, or a remark on it.
    pub note: Option<String>,
}

/// Explores a program. If the host ends it, the findings so far are kept. Of a program in Java that has a race, those behind it are looked for
/// in sampled runs.
pub fn search(program: &Arc<Lowered>, asked: &Exploring, options: &Options) -> Searched {
    let mut searched = by_algorithm(program, asked, options);
    if program.on_reference() {
        let more = racefree_explore::reference::behind(program, options, &searched.result.found);
        searched.result.found.extend(more);
        searched.result.found.sort_by(|a, b| a.key.cmp(&b.key));
        if options.monitors.has(Monitor::Serializable) && program.tables.program.claim().is_some() {
            let unwatched = "no search over programs in Java watches blocks that are claimed to be atomic; `test` does, schedule by schedule";
            searched.note = Some(searched.note.map_or(unwatched.to_owned(), |note| format!("{note}\n{unwatched}")));
        }
    }
    searched
}

fn by_algorithm(program: &Arc<Lowered>, asked: &Exploring, options: &Options) -> Searched {
    if let Some(algorithm) = asked.algorithm.chosen() {
        let result = explore(program, options);
        let plain = "plain is the definition: it makes every reduction step of the reference semantics, is slow, and no monitor watches";
        let note = (algorithm == Algorithm::Plain).then(|| plain.to_owned());
        return Searched { result, options: options.clone(), note };
    }
    let mut states = options.clone();
    states.budget.states = budget(asked, Algorithm::States);
    let mut both = auto(program, &states, options);
    let note = chosen(&both);
    if both.spins() {
        both.result.found.extend(livelocks(program, &both.options));
    }
    Searched { result: both.result, options: both.options, note }
}

/// Why it is this search that gave the answer, unless it is the one that is tried first.
fn chosen(both: &Auto) -> Option<String> {
    let by_states = both.result.algorithm == Algorithm::States;
    let (cut, options) = both.instead_of.as_ref()?;
    let why = match cut {
        _ if both.spins() => format!("runs of this program can be longer than {LONGEST_RUN} steps"),
        Cut::Limit(limit) => limit.message(&options.limits),
        Cut::Steps => format!("there are more schedules than dpor covers in {} steps", options.budget.steps),
        Cut::States if !by_states => format!("there are more than {} states", options.budget.states),
        Cut::Memory => "the other search needed too much memory".to_owned(),
        _ => "the budget of the other search was used up".to_owned(),
    };
    let what = if by_states { "states" } else { "schedules" };
    Some(format!("{why}, so its {what} were explored"))
}
