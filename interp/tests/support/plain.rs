//! Watchers that leave nothing out and keep nothing in mind but what their definitions mention.

use racefree_interp::NextAccess;
use racefree_interp::detect::{Detector, RacyAccess, RawRace};
use racefree_interp::machine::Machine;
use racefree_interp::monitor::Monitors;
use racefree_interp::program::FieldId;
use racefree_interp::value::{ObjectId, Value};
use racefree_interp::{Event, Lowered, Observer, ThreadId, View};
use std::collections::{BTreeMap, BTreeSet};

/// Keeps the first race of each field and pair of places.
fn keep(races: &mut Vec<RawRace>, race: RawRace) {
    if races.iter().all(|known| known.key() != race.key()) {
        races.push(race);
    }
}

/// The monitors, which look at every step.
pub struct PlainMonitors(pub Monitors);

impl Observer for PlainMonitors {
    const RETURNS: bool = true;

    fn start(&mut self, program: &Lowered) {
        self.0.start(program);
    }

    fn event(&mut self, view: View<'_>, event: &Event) {
        self.0.look(view, event);
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        self.0.returned(view, method, value);
    }

    fn wants_returns(&self) -> bool {
        self.0.wants_returns()
    }

    fn stuck(&mut self, view: View<'_>) {
        self.0.stuck(view);
    }
}

/// What Eraser knows of a variable (figure 4, and C(v) from the second thread on).
struct Variable {
    first: ThreadId,
    /// Since a second thread came: C(v), and whether there was a write.
    shared: Option<(BTreeSet<ObjectId>, bool)>,
    last: RacyAccess,
    alarm: bool,
}

/// Eraser on every event.
#[derive(Default)]
pub struct PlainLockset {
    variables: BTreeMap<(ObjectId, FieldId), Variable>,
    pub races: Vec<RawRace>,
}

impl Observer for PlainLockset {
    fn event(&mut self, view: View<'_>, event: &Event) {
        let Some((object, field, access)) = event.kind.access() else { return };
        let me = RacyAccess { thread: event.thread, access, site: event.site };
        let held: BTreeSet<ObjectId> = view
            .thread
            .syncs
            .iter()
            .filter_map(|h| h.object)
            .filter(|&o| view.heap.object(o).owner() == Some(event.thread))
            .collect();
        let fresh = Variable { first: event.thread, shared: None, last: me, alarm: false };
        let v = self.variables.entry((object, field)).or_insert(fresh);
        let before = std::mem::replace(&mut v.last, me);
        v.shared = match v.shared.take() {
            None if v.first == event.thread => None,
            None => Some((held, access.writes())),
            Some((candidates, written)) => Some((&candidates & &held, written || access.writes())),
        };
        if !v.alarm && v.shared.as_ref().is_some_and(|(candidates, written)| *written && candidates.is_empty()) {
            v.alarm = true;
            let accesses = [before, me];
            keep(&mut self.races, RawRace { object, field, accesses, detector: Detector::Lockset, steps: view.steps });
        }
    }
}

/// Definition 9.2 on all pairs of threads in every state that the run rests in.
#[derive(Default)]
pub struct PlainAdjacent {
    /// Who has come to rest since the last look, and after how many steps of the run.
    rested: Vec<(ThreadId, u64)>,
    steps: u64,
    about: BTreeMap<ThreadId, Option<NextAccess>>,
    pub races: Vec<RawRace>,
}

impl Observer for PlainAdjacent {
    const EVENTS: bool = false;
    const LOCAL: bool = false;

    fn ran(&mut self, thread: ThreadId, steps: u64) {
        self.steps += steps;
        self.rested.push((thread, self.steps));
    }
}

impl PlainAdjacent {
    /// Looks at the threads that have come to rest, in the order in which they have.
    pub fn look(&mut self, machine: &Machine) {
        // Those that are new rest after the one that has stepped, in order; those that have made no step are told of nowhere.
        let told = std::mem::take(&mut self.rested);
        let (mut order, new): (Vec<_>, Vec<_>) = told.into_iter().partition(|r| self.about.contains_key(&r.0));
        let mut steps = order.last().map_or(0, |r: &(ThreadId, u64)| r.1);
        for thread in (0..machine.state().threads.len()).map(|t| ThreadId(t as u32)) {
            if !self.about.contains_key(&thread) {
                steps = new.iter().find(|r| r.0 == thread).map_or(steps, |r| r.1);
                order.push((thread, steps));
            }
        }
        for (thread, steps) in order {
            let next = machine.next_access(thread);
            self.about.insert(thread, next);
            let Some(next) = next else { continue };
            for (&other, &its) in &self.about {
                let Some(its) = its.filter(|_| other != thread) else { continue };
                let same = (its.object, its.field) == (next.object, next.field);
                if same && (its.access.writes() || next.access.writes()) {
                    let side = |thread, next: &NextAccess| RacyAccess { thread, access: next.access, site: next.site };
                    let accesses = [side(other, &its), side(thread, &next)];
                    let (object, field) = (next.object, next.field);
                    keep(&mut self.races, RawRace { object, field, accesses, detector: Detector::Adjacent, steps });
                }
            }
        }
    }
}
