//! Places of errors among the states, and the way there as a schedule.

use super::Search;
use super::store::{StateNumber, Store};
use crate::path::{Path, way_back};
use crate::result::Cut;
use crate::space::{Kind, Space, Step};
use crate::state::{StepSummary, Turn, cycles, races};
use racefree_interp::drive::Key;
use racefree_interp::machine::Atoms;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::schedule::Schedule;

/// Place of an error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The state.
    pub(super) state: StateNumber,
    pub(super) what: ErrorSite,
}

/// Part of the place that has the error.
#[derive(Clone, Copy, Debug)]
pub(super) enum ErrorSite {
    /// The transition of this thread.
    Transition(ThreadName),
    /// The state: due to these threads, which race or wait.
    State([ThreadName; 2]),
}

impl Search<'_> {
    /// Notes the errors of a transition.
    #[inline(never)]
    pub(super) fn note(&mut self, state: StateNumber, by: ThreadName, step: &Step) {
        let Some(extra) = self.space.extra(step) else { return };
        for key in &extra.wrong {
            self.found.note(key, || Place { state, what: ErrorSite::Transition(by) });
        }
        if let Some(limit) = extra.limit {
            self.limit.get_or_insert(Cut::Limit(limit));
        }
    }

    /// Notes the errors of a state.
    #[inline]
    pub(super) fn look_at(&mut self, state: StateNumber, turns: &[Turn], sight: StepSummary) {
        let found = &mut self.found;
        races(turns, |a, b| found.race(&a.step, &b.step, || Place { state, what: ErrorSite::State([a.name, b.name]) }));
        cycles(turns, |threads, sites| {
            let involved = [threads[0], threads[threads.len() - 1]];
            found.note(&Key::Deadlock(sites), || Place { state, what: ErrorSite::State(involved) });
        });
        if sight.is_over() {
            self.finals.push(state);
            found.counts.blocked += u64::from(turns.iter().any(|t| t.step.kind == Kind::Blocked));
        }
    }
}

/// The way to a place, as a schedule.
pub(super) fn schedule(space: &mut Space<Atoms>, start: &Path, store: &Store, key: &Key, place: Place) -> Schedule {
    let way = way_back(place.state, |state| store.predecessor(state));
    let mut path = start.clone();
    let (mut turns, mut next) = (Vec::new(), Vec::new());
    for pair in way.windows(2) {
        let (from, to) = (store.unpack(pair[0]), store.unpack(pair[1]));
        space.turns(&from, &mut turns);
        let mut leads_there = |turn: &&Turn| {
            turn.step.kind.goes() && {
                space.successor(&from, turn, &mut next);
                next == to
            }
        };
        if let Some(turn) = turns.iter().find(&mut leads_there) {
            path.push(turn.name, &turn.step, space.extra(&turn.step).map(|e| &**e));
        }
    }
    match (place.what, key) {
        (ErrorSite::Transition(by), _) => match space.turn_of(by, &store.unpack(place.state)) {
            Some(turn) => path.wrong(by, &turn.step, space.extra(&turn.step).map(|e| &**e)),
            None => path.schedule(&[]),
        },
        (ErrorSite::State([a, b]), Key::Race(..)) => path.race(a, b),
        (ErrorSite::State(involved), _) => path.schedule(&involved),
    }
}
