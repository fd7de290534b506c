//! All states, breadth first: from each one, a transition of each thread that can go on.

use super::{Points, Reference, Transition, faults, outcome};
use crate::meter::{Meter, Used};
use crate::options::{Algorithm, Options};
use crate::path::way_back;
use crate::result::{Cut, Exploration, Found, Outcome, unsound};
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::event::{EventKind, Site};
use racefree_interp::machine::Lowered;
use racefree_interp::program::MethodId;
use racefree_interp::reduction::{Frame, Object, State, Thread};
use racefree_interp::schedule::Schedule;
use racefree_interp::value::{ThreadId, Value};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A state, and its first discovery.
struct Discovered {
    state: State,
    /// The number of the state before it.
    from: Option<usize>,
    /// The thread that makes each step from there.
    by: Vec<ThreadId>,
}

struct PlainSearch<'a> {
    reference: Reference<'a>,
    /// States in the order in which they were met.
    met: Vec<Discovered>,
    /// The same, under names that do not depend on the schedule.
    known: FxHashSet<State>,
    found: BTreeMap<Key, Schedule>,
    outcomes: BTreeMap<Outcome, u64>,
    result: Exploration,
}

/// Explores all states. Monitors watch the fast engine and are not asked; of the limits of runs, those of threads and objects
/// hold.
pub fn explore(program: &Lowered, options: &Options, points: Points) -> Exploration {
    let reference = Reference::new(program, options, points);
    let mut search = PlainSearch {
        reference,
        met: Vec::new(),
        known: FxHashSet::default(),
        found: BTreeMap::new(),
        outcomes: BTreeMap::new(),
        result: Exploration { algorithm: Algorithm::Plain, ..Exploration::default() },
    };
    search.result.reached = vec![false; program.methods.len()];
    let mut meter = Meter::new(options);
    search.arrive(reference.first(), None);
    let mut next = 0;
    while next < search.met.len() {
        if let Some(cut) = search.budget(options, &mut meter, next) {
            search.result.cut = Some(cut);
            break;
        }
        let state = search.met[next].state.clone();
        for thread in reference.threads(&state) {
            if let Some(transition) = reference.transition(&state, thread) {
                search.result.transitions += 1;
                search.result.steps += transition.steps;
                search.arrive(transition, Some(next));
            }
        }
        next += 1;
    }
    let PlainSearch { found, outcomes, mut result, .. } = search;
    result.found = found.into_iter().map(|(key, schedule)| Found { key, schedule }).collect();
    result.ends = result.executions;
    if options.transactions(program).is_some() {
        result.cut.get_or_insert(Cut::Cycles);
    }
    if options.outcomes {
        result.outcomes = outcomes.into_iter().map(|(outcome, count)| Outcome { count, ..outcome }).collect();
    }
    result
}

impl PlainSearch<'_> {
    /// Takes in a transition from a state: its errors, and its successor.
    fn arrive(&mut self, transition: Transition, from: Option<usize>) {
        let by: Vec<ThreadId> = transition.events.iter().map(|event| event.thread).collect();
        for (at, event) in transition.events.iter().enumerate() {
            // In Java an exception is an error when nobody has caught it.
            let is_caught = self.reference.execution.tables.java.has_forms;
            if let EventKind::Throw { exception } = event.kind
                && !is_caught
            {
                let way = self.schedule(from, &by[..=at]);
                self.note(Key::Exception(exception, event.site), || way);
            }
            if let EventKind::Call { method: MethodId::Declared(m), .. } = event.kind {
                self.result.reached[m as usize] = true;
            }
        }
        if let Some(limit) = transition.limit {
            self.result.cut.get_or_insert(Cut::Limit(limit));
            return;
        }
        let state = transition.state;
        if !self.known.insert(self.reference.execution.canonical(&state)) {
            return;
        }
        for thread in self.reference.threads(&state) {
            if let Some((_, at)) = self.reference.execution.uncaught(&state, thread)
                && let Some(sort) = self.reference.execution.uncaught_sort(&state, thread)
            {
                let way = self.schedule(from, &by);
                self.note(Key::Exception(sort, Site::expr(at)), || way);
            }
        }
        for (key, threads) in faults(&self.reference, &state) {
            let mut way = self.schedule(from, &by);
            // Both accesses of a race are made.
            threads.iter().filter(|_| matches!(key, Key::Race(..))).for_each(|&thread| way.push(thread, 1));
            self.note(key, || way);
        }
        let status = |&thread: &ThreadId| self.reference.execution.status(&state, thread);
        let statuses: Vec<Status> = self.reference.threads(&state).map(|thread| status(&thread)).collect();
        if !statuses.contains(&Status::Ready) {
            self.result.executions += 1;
            self.result.blocked += u64::from(statuses.iter().any(|s| matches!(s, Status::Blocked { .. })));
            *self.outcomes.entry(outcome(&self.reference, &state)).or_default() += 1;
        }
        self.result.states += 1;
        self.result.memory += size(&state);
        self.met.push(Discovered { state, from, by });
    }

    /// The way to a state and steps after it.
    fn schedule(&self, from: Option<usize>, by: &[ThreadId]) -> Schedule {
        let way = from.map_or_else(Vec::new, |from| way_back(from, |at| self.met[at].from));
        way.iter().flat_map(|&at| &self.met[at].by).chain(by).copied().collect()
    }

    fn note(&mut self, key: Key, schedule: impl FnOnce() -> Schedule) {
        self.found.entry(key).or_insert_with(schedule);
    }

    fn budget(&self, options: &Options, meter: &mut Meter<'_>, next: usize) -> Option<Cut> {
        if options.until_unsound && self.found.keys().any(unsound) {
            return Some(Cut::Found);
        }
        let result = &self.result;
        // Each state takes long enough for the clock to be looked at.
        meter.spend(1 << 6);
        meter.check(Used { steps: result.steps, states: result.states }, || {
            options.control.states.store(result.states, Relaxed);
            options.control.frontier.store((self.met.len() - next) as u64, Relaxed);
            result.memory
        })
    }
}

/// Bytes of a state and of its canonical copy, about. The copy shares nothing; the state shares all with the one before it but what the
/// step has changed: the list of threads, and one thread with its context.
pub(super) fn size(state: &State) -> usize {
    let context = |t: &Arc<Thread>| chunks::<Frame>(t.context.len());
    let objects: usize = state.heap.iter().map(|o| chunks::<Value>(o.fields.len())).sum();
    let contexts: usize = state.threads.iter().map(|t| size_of::<Thread>() + context(t) + ENVIRONMENT).sum();
    let frame = state.threads.iter().map(context).max().unwrap_or(0);
    let threads = chunks::<Arc<Thread>>(state.threads.len());
    let copy = chunks::<Arc<Object>>(state.heap.len()) + objects + threads + contexts;
    copy + threads + size_of::<Thread>() + frame + ENVIRONMENT
}

/// Elements that a persistent vector allocates at a time.
const CHUNK: usize = 64;

/// Bytes of an environment of a few variables, about.
const ENVIRONMENT: usize = 1 << 10;

/// Bytes of a vector's elements, as they are allocated.
fn chunks<T>(elements: usize) -> usize {
    elements.next_multiple_of(CHUNK) * size_of::<T>()
}
