//! What runs show: races, errors and the like, each with a schedule that leads there.

use super::Search;
use super::run::Run;
use crate::outcome::Outcomes;
use crate::path::Path;
use crate::result::{Cut, unsound};
use crate::space::{Child, Effect};
use crate::state::race_key;
use crate::stepper::Stepper;
use racefree_interp::drive::Key;
use racefree_interp::schedule::Schedule;
use std::collections::BTreeMap;

/// What was found.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) found: BTreeMap<Key, Schedule>,
    pub(super) outcomes: Outcomes,
    pub(super) executions: u64,
    pub(super) blocked: u64,
    /// Runs that ended because all that could be done was covered; with optimal reduction there is none.
    pub(super) redundant: u64,
    pub(super) transitions: u64,
    pub(super) steps: u64,
    pub(super) cut: Option<Cut>,
    pub(super) unsound: bool,
    pub(super) raced: bool,
}

impl Findings {
    /// With what another worker has found.
    pub(super) fn join(mut self, other: Findings) -> Findings {
        for (key, schedule) in other.found {
            self.found.entry(key).or_insert(schedule);
        }
        self.outcomes.merge(other.outcomes);
        self.executions += other.executions;
        self.blocked += other.blocked;
        self.redundant += other.redundant;
        self.transitions += other.transitions;
        self.steps += other.steps;
        self.cut = self.cut.or(other.cut);
        self
    }
}

impl<S: Stepper> Search<'_, S> {
    /// Two accesses race: a state in which both are pending lies on another run.
    #[inline]
    pub(super) fn raced(&mut self, earlier: usize, later: usize) {
        let (other, step) = (&self.run.events[earlier].step, &self.run.events[later].step);
        let (a, b) = (other.site.number(), step.site.number());
        let short = (step.field.0, a.min(b), a.max(b));
        if self.recent.contains(&short) {
            return;
        }
        if self.recent.len() >= 8 {
            self.recent.clear();
        }
        self.recent.push(short);
        if self.seen_races.insert(short) {
            let schedule = race_schedule(&self.run, self.first, earlier, later);
            self.found.found.entry(race_key(other, step)).or_insert(schedule);
            self.found.unsound = true;
        }
    }

    /// What goes wrong in the transition made last.
    #[cold]
    pub(super) fn note(&mut self, event: usize) {
        let Some(extra) = self.run.events[event].extra.clone() else { return };
        for key in &extra.wrong {
            self.found.unsound |= unsound(key);
            if !self.found.found.contains_key(key) {
                let mut path = Path::new(self.first.steps);
                // Where accesses order nothing, any earlier event may matter.
                let matters = |i: &usize| self.sync || self.run.ordered(*i, event);
                (0..event).filter(matters).for_each(|i| push(&mut path, &self.run, i));
                let last = &self.run.events[event];
                path.push_wrong(last.action.thread, &last.step, last.extra.as_deref());
                self.found.found.insert(key.clone(), path.schedule(&[]));
            }
        }
    }

    /// Races of the transition made last, where transitions have many accesses.
    pub(super) fn effects(&mut self) {
        let event = self.run.events.len() - 1;
        let mut raced: Option<(Effect, Effect)> = None;
        self.run.push_effects(|a, b| raced = raced.or(Some((*a, *b))));
        if let Some((a, b)) = raced {
            let key = Key::Race(b.field, a.site.min(b.site), a.site.max(b.site));
            let mut path = Path::new(self.first.steps);
            (0..=event).for_each(|i| push(&mut path, &self.run, i));
            self.found.found.entry(key).or_insert_with(|| path.schedule(&[]));
            (self.found.unsound, self.found.raced) = (true, true);
        }
    }
}

pub(super) fn push(path: &mut Path, run: &Run, event: usize) {
    let event = &run.events[event];
    path.push(event.action.thread, &event.step, event.extra.as_deref());
}

/// A schedule in which both threads of a race get there, and then both go.
#[cold]
fn race_schedule(run: &Run, first: Child, earlier: usize, later: usize) -> Schedule {
    let mut path = Path::new(first.steps);
    let causes = |i: usize| i != earlier && (run.ordered(i, later) || (i < earlier && run.ordered(i, earlier)));
    for event in (0..later).filter(|&i| causes(i)) {
        push(&mut path, run, event);
    }
    let [a, b] = [earlier, later].map(|i| run.events[i].action.thread);
    path.steps(a, 0);
    path.steps(b, 0);
    path.steps(b, 1);
    path.steps(a, 1);
    path.schedule(&[])
}
