//! Errors in a state: two threads about to make accesses that conflict (definition 9.2), threads that wait for each
//! other in a cycle, threads that no rule applies to.

use super::Reference;
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::program::FieldId;
use racefree_interp::reduction::{Redex, State};
use racefree_interp::value::{ObjectId, ThreadId, Value};

/// Pending access of a thread (definition 9.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The object.
    pub object: ObjectId,
    /// The field.
    pub field: FieldId,
    /// True for a write, or an init-write.
    pub writes: bool,
    /// Its place.
    pub site: Site,
}

/// Returns the pending access of a thread, if its next step is one.
pub fn access(reference: &Reference<'_>, state: &State, thread: ThreadId) -> Option<Access> {
    if reference.execution.tables.java.has_forms {
        let next = reference.execution.next_access(state, thread)?;
        return Some(Access { object: next.object, field: next.field, writes: next.access.writes(), site: next.site });
    }
    let field_of = |object: ObjectId, name| {
        let class = state.heap.get(object.index())?.class;
        Some(reference.execution.tables.field_of(class, name)?.field)
    };
    let (object, field, writes) = match reference.execution.redex(state, thread)? {
        Redex::Ref { recv: Value::Object(o), field, .. } => (o, field_of(o, field)?, false),
        Redex::Assign { recv: Value::Object(o), field, .. } => (o, field_of(o, field)?, true),
        Redex::InitWrite { object, field, .. } => (object, field, true),
        _ => return None,
    };
    Some(Access { object, field, writes, site: reference.execution.site_of(state, thread)? })
}

/// Returns all errors in a state, with the threads that each is due to.
pub fn faults(reference: &Reference<'_>, state: &State) -> Vec<(Key, Vec<ThreadId>)> {
    let mut all = faults_but_stuck(reference, state);
    let stuck = reference.threads(state).filter(|&t| reference.execution.status(state, t) == Status::Stuck);
    all.extend(stuck.filter_map(|t| Some((Key::Stuck(reference.execution.shown_site_of(state, t)?), vec![t]))));
    all
}

/// The same without threads that no rule applies to: to find these, steps are tried.
pub(crate) fn faults_but_stuck(reference: &Reference<'_>, state: &State) -> Vec<(Key, Vec<ThreadId>)> {
    let run = reference.execution;
    let about = |t| About { rest: run.rest(state, t), access: access(reference, state, t) };
    let all: Vec<About> = reference.threads(state).map(about).collect();
    faults_about(reference, &all, &|| state.clone())
}

/// Position of a thread in its run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    /// The reason why it rests.
    pub(crate) rest: Option<Status>,
    /// Its pending access.
    pub(crate) access: Option<Access>,
}

/// The same, of a state whose threads are about to do this. `state` is that, for what belongs to a fault.
pub(crate) fn faults_about(
    reference: &Reference<'_>,
    threads: &[About],
    state: &dyn Fn() -> State,
) -> Vec<(Key, Vec<ThreadId>)> {
    let mut all = races(reference, threads);
    all.extend(deadlocks(reference, threads, state));
    if all.iter().all(|fault| !matches!(fault.0, Key::Deadlock(_))) {
        all.extend(waits_for_ever(reference, threads, state));
    }
    all
}

/// The places of threads, in order.
fn sites(reference: &Reference<'_>, state: &State, threads: &[ThreadId]) -> Vec<Site> {
    let site = |&t: &ThreadId| reference.execution.shown_site_of(state, t);
    let mut sites: Vec<Site> = threads.iter().filter_map(site).collect();
    sites.sort_unstable();
    sites
}

/// Threads that wait to be notified, or for a lock, when no thread can step (dialect of Java).
fn waits_for_ever(
    reference: &Reference<'_>,
    threads: &[About],
    state: &dyn Fn() -> State,
) -> Option<(Key, Vec<ThreadId>)> {
    if !reference.execution.tables.java.has_forms {
        return None;
    }
    let (mut waiting, mut blocked) = (Vec::new(), Vec::new());
    for (thread, about) in (0..).map(ThreadId).zip(threads) {
        match about.rest {
            None | Some(Status::Ready | Status::Stuck) => return None,
            Some(Status::Waiting { .. }) => waiting.push(thread),
            Some(Status::Blocked { .. }) => blocked.push(thread),
            Some(Status::Finished(_) | Status::Ended(_)) => {}
        }
    }
    if waiting.is_empty() && blocked.is_empty() {
        return None;
    }
    let state = state();
    // A thread that has come to what does not run might have gone on to wake them.
    if reference.execution.refuses(&state) {
        return None;
    }
    if waiting.is_empty() {
        return Some((Key::Deadlock(sites(reference, &state, &blocked)), blocked));
    }
    // Others wait for the end of a thread.
    waiting.extend(blocked.into_iter().filter(|&t| reference.execution.waits_for_lock(&state, t)));
    waiting.sort_unstable();
    Some((Key::Waiting(sites(reference, &state, &waiting)), waiting))
}

/// Definition 9.2: two threads are about to access one field of one object, and one at least is about to write.
fn races(reference: &Reference<'_>, threads: &[About]) -> Vec<(Key, Vec<ThreadId>)> {
    let accesses = || (0..).map(ThreadId).zip(threads).filter_map(|(t, about)| Some((t, about.access?)));
    let mut races = Vec::new();
    for (first, a) in accesses() {
        for (second, b) in accesses().filter(|(second, _)| *second > first) {
            if (a.object, a.field) == (b.object, b.field) && (a.writes || b.writes) {
                let field = reference.execution.tables.shown_field(a.field);
                races.push((Key::Race(field, a.site.min(b.site), a.site.max(b.site)), vec![first, second]));
            }
        }
    }
    races
}

/// Cycles of threads that each wait for a lock that the next one has.
fn deadlocks(reference: &Reference<'_>, threads: &[About], state: &dyn Fn() -> State) -> Vec<(Key, Vec<ThreadId>)> {
    let waits_for = |t: ThreadId| match threads.get(t.index())?.rest.as_ref()? {
        Status::Blocked { owner, .. } => Some(*owner),
        Status::Ready | Status::Waiting { .. } | Status::Finished(_) | Status::Ended(_) | Status::Stuck => None,
    };
    let mut cycles = Vec::new();
    for first in (0..threads.len() as u32).map(ThreadId) {
        let next = |t: &ThreadId| waits_for(*t).filter(|&owner| owner != first);
        let chain: Vec<ThreadId> =
            std::iter::successors(waits_for(first).map(|_| first), next).take(threads.len()).collect();
        let closes = chain.last().and_then(|&last| waits_for(last)) == Some(first);
        // Each cycle is found from all of its threads; the first one tells of it.
        if closes && chain.iter().all(|&t| t >= first) {
            let state = state();
            if !chain.iter().any(|&t| reference.execution.may_be_interrupted(&state, t)) {
                cycles.push((Key::Deadlock(sites(reference, &state, &chain)), chain));
            }
        }
    }
    cycles
}
