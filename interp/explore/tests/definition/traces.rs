//! All runs, one by one, up to Mazurkiewicz equivalence: runs that differ only in the order of steps that are independent of
//! each other are one trace. Two steps of different threads are dependent if they access one cell and one of them writes, or
//! acquire one lock; the order of these tells traces apart.

use racefree_explore::Options;
use racefree_explore::plain::{Points, Reference, Transition};
use racefree_interp::event::{Event, EventKind};
use racefree_interp::machine::Lowered;
use racefree_interp::program::FieldId;
use racefree_interp::reduction::{ObjectPath, State, ThreadPath};
use racefree_interp::value::ObjectId;
use std::collections::{BTreeMap, BTreeSet};

/// Location of a dependency: a cell, or the lock of an object.
type Location = (ObjectPath, Option<FieldId>);

/// A step that others may depend on: its thread, its location, and true for a read, which commutes with reads.
#[derive(Clone, PartialEq, Eq)]
struct Dependent {
    thread: ThreadPath,
    place: Location,
    reads: bool,
}

/// A trace: at each place the steps in order, those that commute as a set. A step is its thread and its number there.
type Trace = BTreeMap<Location, Vec<BTreeSet<(ThreadPath, usize)>>>;

/// A run so far.
struct Prefix {
    state: State,
    steps: Vec<Dependent>,
    length: u64,
}

/// The number of traces of complete runs, found by making every run. `None` if there are more than `most` runs, or a run
/// meets a limit.
pub fn traces(program: &Lowered, options: &Options, most: usize) -> Option<usize> {
    let reference = Reference::new(program, options, Points::Visible);
    let Transition { state, events, .. } = reference.first();
    let steps = dependent_steps(&state, &events);
    let (mut runs, mut traces) = (0, BTreeSet::new());
    let mut open = vec![Prefix { length: events.len() as u64, state, steps }];
    while let Some(prefix) = open.pop() {
        let enabled = reference.enabled(&prefix.state);
        if enabled.is_empty() {
            runs += 1;
            traces.insert(trace(&prefix.steps));
        }
        for thread in enabled {
            let next = reference.transition(&prefix.state, thread)?;
            let length = prefix.length + next.events.len() as u64;
            if next.limit.is_some() || length > options.limits.steps || runs + open.len() > most {
                return None;
            }
            let mut steps = prefix.steps.clone();
            steps.extend(dependent_steps(&next.state, &next.events));
            open.push(Prefix { state: next.state, steps, length });
        }
    }
    Some(traces.len())
}

/// Selects the events that others may depend on, under names that do not depend on the schedule.
fn dependent_steps(state: &State, events: &[Event]) -> Vec<Dependent> {
    let step = |event: &Event, object: ObjectId, field: Option<FieldId>, reads: bool| {
        Some(Dependent { thread: state.thread_path(event.thread), place: (state.object_path(object), field), reads })
    };
    let dependent = |event: &Event| match event.kind {
        EventKind::Read { object, field, .. } => step(event, object, Some(field), true),
        EventKind::Write { object, field, .. } | EventKind::InitWrite { object, field, .. } => {
            step(event, object, Some(field), false)
        }
        EventKind::Acquire { object, count: 1 } => step(event, object, None, false),
        // A release is never moved over an acquire of its lock, and the rest commutes with everything.
        EventKind::Acquire { .. }
        | EventKind::Release { .. }
        | EventKind::Alloc { .. }
        | EventKind::Call { .. }
        | EventKind::Fork { .. }
        | EventKind::Print { .. }
        | EventKind::Assert
        | EventKind::Begin { .. }
        | EventKind::End { .. }
        | EventKind::Throw { .. }
        | EventKind::Join { .. }
        | EventKind::Wait { .. }
        | EventKind::Notify { .. }
        | EventKind::Local(_) => None,
    };
    events.iter().filter_map(dependent).collect()
}

/// The trace of a run.
fn trace(steps: &[Dependent]) -> Trace {
    let mut counts: BTreeMap<ThreadPath, usize> = BTreeMap::new();
    let mut trace = Trace::new();
    let mut read_last: BTreeMap<&Location, bool> = BTreeMap::new();
    for Dependent { thread, place, reads } in steps {
        let count = counts.entry(thread.clone()).or_default();
        *count += 1;
        let groups = trace.entry(place.clone()).or_default();
        if read_last.insert(place, *reads) != Some(true) || !reads {
            groups.push(BTreeSet::new());
        }
        groups.last_mut().map(|group| group.insert((thread.clone(), *count)));
    }
    trace
}
