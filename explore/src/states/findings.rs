//! What goes wrong in states and transitions, and the way there as a schedule.

use super::store::Store;
use super::worker::Worker;
use crate::path::Path;
use crate::result::{Cut, unsound};
use crate::space::{Kind, NONE, Space, Step, successor};
use crate::state::{Turn, cycles, race_key, races};
use crate::stepper::Stepper;
use racefree_interp::drive::Key;
use racefree_interp::machine::Atoms;
use racefree_interp::machine::pack::ThreadName;
use rustc_hash::FxHashMap;

/// Where something goes wrong: in a state, named by its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) state: u32,
    /// The transition of this thread goes wrong; else the state.
    pub(super) by: Option<ThreadName>,
    /// The threads that race, or wait.
    pub(super) involved: [ThreadName; 2],
}

/// What a worker has found.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) places: FxHashMap<Key, Place>,
    /// Races seen lately.
    pub(super) recent: Vec<(u32, u32, u32)>,
    /// New states.
    pub(super) states: u64,
    pub(super) finals: Vec<u32>,
    pub(super) blocked: u64,
    pub(super) transitions: u64,
    pub(super) steps: u64,
    pub(super) cut: Option<Cut>,
    pub(super) unsound: bool,
}

impl<S: Stepper + ?Sized> Worker<'_, S> {
    /// What goes wrong in a transition.
    #[inline(never)]
    pub(super) fn note(&mut self, number: u32, by: ThreadName, step: &Step) {
        let place = Place { state: number, by: Some(by), involved: [by, by] };
        let Some(extra) = self.stepper.extra(step) else { return };
        for key in &extra.wrong {
            self.found.unsound |= unsound(key);
            self.found.places.entry(key.clone()).or_insert(place);
        }
        if let Some(limit) = extra.limit
            && self.cuts.is_empty()
        {
            self.cuts.push(Cut::Limit(limit));
        }
    }

    /// What goes wrong in a state.
    #[inline]
    pub(super) fn look_at(&mut self, number: u32, turns: &[Turn], over: bool) {
        let place = Place { state: number, by: None, involved: [NONE; 2] };
        let (found, seen) = (&mut self.found, &mut self.seen_races);
        races(turns, |a, b| {
            let short = (a.step.field.0, site(&a.step), site(&b.step));
            if found.recent.contains(&short) {
                return;
            }
            if found.recent.len() >= 8 {
                found.recent.clear();
            }
            found.recent.push(short);
            if seen.insert(short) {
                let place = Place { involved: [a.name, b.name], ..place };
                found.places.entry(race_key(&a.step, &b.step)).or_insert(place);
                found.unsound = true;
            }
        });
        cycles(turns, |threads, sites| {
            let involved = [threads[0], threads[threads.len() - 1]];
            found.places.entry(Key::Deadlock(sites)).or_insert(Place { involved, ..place });
        });
        if over {
            found.finals.push(place.state);
            found.blocked += u64::from(turns.iter().any(|t| t.step.kind == Kind::Blocked));
        }
    }
}

fn site(step: &Step) -> u32 {
    step.site.number()
}

/// The way to a place, as a schedule.
pub(super) fn schedule(
    space: &mut Space<Atoms>,
    start: &Path,
    store: &Store,
    key: &Key,
    place: Place,
) -> racefree_interp::schedule::Schedule {
    let mut way = vec![place.state];
    let mut at = place.state;
    loop {
        let before = store.predecessor(at);
        if before == NONE {
            break;
        }
        way.push(before);
        at = before;
    }
    way.reverse();
    let mut path = start.clone();
    let (mut turns, mut next) = (Vec::new(), Vec::new());
    for pair in way.windows(2) {
        let (from, to) = (store.unpack(pair[0]), store.unpack(pair[1]));
        space.turns(&from, &mut turns);
        for turn in turns.iter().filter(|t| t.step.kind.goes()) {
            successor(space.known(), &from, turn.slot, &turn.step, &mut next);
            if next == to {
                path.push(turn.name, &turn.step, space.extra(&turn.step).map(|e| &**e));
                break;
            }
        }
    }
    let state = store.unpack(place.state);
    if let Some(by) = place.by {
        let slot = space.known().thread_slot(by);
        if let Some(turn) = space.turn(slot, by, &state) {
            path.push_wrong(by, &turn.step, space.extra(&turn.step).map(|e| &**e));
        }
        return path.schedule(&[by]);
    }
    if let Key::Race(..) = key {
        // Both get there, then both go.
        let [a, b] = place.involved;
        path.steps(a, 0);
        path.steps(b, 0);
        path.steps(b, 1);
        path.steps(a, 1);
    }
    path.schedule(&place.involved)
}
