//! Sections 9.1 and 9.2: races of a state, by the pending accesses of its threads.

use crate::detect::{Detector, Races, RacyAccess, RawRace};
use crate::machine::Machine;
use crate::observe::Observer;
use crate::pending::NextAccess;
use crate::reduction::{Execution, State};
use crate::value::ThreadId;
use std::collections::BTreeMap;

/// Section 9.2: two different threads are about to access one field of one object, and at least one access is a write.
pub fn race(one: (ThreadId, &NextAccess), other: (ThreadId, &NextAccess)) -> bool {
    let ((i, a), (j, b)) = (one, other);
    i != j && (a.object, a.field) == (b.object, b.field) && (a.access.writes() || b.access.writes())
}

/// The races of a state of the reference engine: all pairs of threads that have one, the one with the smaller number first.
pub fn races(run: &Execution<'_>, state: &State) -> Vec<[(ThreadId, NextAccess); 2]> {
    let threads = (0..state.threads.len() as u32).map(ThreadId);
    let about: Vec<_> = threads.filter_map(|i| Some((i, run.next_access(state, i)?))).collect();
    let mut races = Vec::new();
    for (n, one) in about.iter().enumerate() {
        let others = about[n + 1..].iter().filter(|other| race((one.0, &one.1), (other.0, &other.1)));
        races.extend(others.map(|other| [*one, *other]));
    }
    races
}

/// The races of all states that a run of the machine rests in, with every pair of threads looked at.
#[derive(Default, Debug)]
pub struct PlainAdjacent {
    /// The threads that have come to rest since the last look, each with the number of steps of the run by then.
    rested: Vec<(ThreadId, u64)>,
    steps: u64,
    about: BTreeMap<ThreadId, Option<NextAccess>>,
    races: Races,
}

impl Observer for PlainAdjacent {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const TURNS: bool = true;

    fn ran(&mut self, thread: ThreadId, steps: u64) {
        self.steps += steps;
        self.rested.push((thread, self.steps));
    }
}

impl PlainAdjacent {
    /// The races found.
    pub fn races(&self) -> &[RawRace] {
        self.races.all()
    }

    /// Looks at the threads that have come to rest, in the order in which they have.
    pub fn look(&mut self, machine: &Machine) {
        // New threads rest after the one that has stepped, in order; nothing is told of threads that have made no step.
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
            for (&other, its) in &self.about {
                let Some(its) = its.filter(|its| race((other, its), (thread, &next))) else { continue };
                let side = |thread, next: &NextAccess| RacyAccess { thread, access: next.access, site: next.site };
                let accesses = [side(other, &its), side(thread, &next)];
                let (object, field) = (next.object, next.field);
                self.races.add(RawRace { object, field, accesses, detector: Detector::Adjacent, steps });
            }
        }
    }
}
