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
    let mut all = races(reference, state);
    let rests: Vec<Option<Status>> = reference.threads(state).map(|t| reference.execution.rest(state, t)).collect();
    all.extend(deadlocks(reference, state, &rests));
    if all.iter().all(|fault| !matches!(fault.0, Key::Deadlock(_))) {
        all.extend(waits_for_ever(reference, state, &rests));
    }
    all
}

/// Threads that wait to be notified, or for a lock, when no thread can step (dialect of Java).
fn waits_for_ever(reference: &Reference<'_>, state: &State, rests: &[Option<Status>]) -> Option<(Key, Vec<ThreadId>)> {
    if !reference.execution.tables.java.has_forms {
        return None;
    }
    let (mut waiting, mut blocked) = (Vec::new(), Vec::new());
    for (thread, rest) in reference.threads(state).zip(rests) {
        match rest {
            None | Some(Status::Ready | Status::Stuck) => return None,
            Some(Status::Waiting { .. }) => waiting.push(thread),
            Some(Status::Blocked { .. }) => blocked.push(thread),
            Some(Status::Finished(_) | Status::Ended(_)) => {}
        }
    }
    let sites = |threads: &[ThreadId]| {
        let mut sites: Vec<Site> =
            threads.iter().filter_map(|&t| reference.execution.shown_site_of(state, t)).collect();
        sites.sort_unstable();
        sites
    };
    match (waiting.is_empty(), blocked.is_empty()) {
        (false, _) => Some((Key::Waiting(sites(&waiting)), waiting)),
        (true, false) => Some((Key::Deadlock(sites(&blocked)), blocked)),
        (true, true) => None,
    }
}

/// Definition 9.2: two threads are about to access one field of one object, and one at least is about to write.
fn races(reference: &Reference<'_>, state: &State) -> Vec<(Key, Vec<ThreadId>)> {
    let about = |t| Some((t, access(reference, state, t)?));
    let accesses: Vec<(ThreadId, Access)> = reference.threads(state).filter_map(about).collect();
    let mut races = Vec::new();
    for (i, (first, a)) in accesses.iter().enumerate() {
        for (second, b) in &accesses[i + 1..] {
            if (a.object, a.field) == (b.object, b.field) && (a.writes || b.writes) {
                let field = reference.execution.tables.shown_field(a.field);
                races.push((Key::Race(field, a.site.min(b.site), a.site.max(b.site)), vec![*first, *second]));
            }
        }
    }
    races
}

/// Cycles of threads that each wait for a lock that the next one has.
fn deadlocks(reference: &Reference<'_>, state: &State, rests: &[Option<Status>]) -> Vec<(Key, Vec<ThreadId>)> {
    let waits_for = |t: ThreadId| match rests.get(t.index())?.as_ref()? {
        Status::Blocked { owner, .. } => Some(*owner),
        Status::Ready | Status::Waiting { .. } | Status::Finished(_) | Status::Ended(_) | Status::Stuck => None,
    };
    let mut cycles = Vec::new();
    for first in reference.threads(state) {
        let next = |t: &ThreadId| waits_for(*t).filter(|&owner| owner != first);
        let chain: Vec<ThreadId> = std::iter::successors(Some(first), next).take(state.threads.len()).collect();
        let closes = chain.last().and_then(|&last| waits_for(last)) == Some(first);
        // Each cycle is found from all of its threads; the first one tells of it.
        let ends = |t: &ThreadId| reference.execution.may_be_interrupted(state, *t);
        if closes && chain.iter().all(|&t| t >= first) && !chain.iter().any(ends) {
            let mut sites: Vec<Site> =
                chain.iter().filter_map(|&t| reference.execution.shown_site_of(state, t)).collect();
            sites.sort_unstable();
            cycles.push((Key::Deadlock(sites), chain));
        }
    }
    cycles
}
