//! The run at hand: its events, happens-before, and the pairs that race.
//!
//! A transition is one event: an access or an acquire, with the local steps, releases and forks that follow it. Event `i`
//! happens before event `j` if bit `i` of row `j` is set.

mod event_set;
mod sequence;

pub use sequence::Sequence;

use super::wakeup::Action;
use crate::path::Path;
use crate::space::{self, Child, Extra, Kind, Step};
use event_set::EventSet;
use racefree_grammar::index;
use racefree_interp::index::Packed;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::value::ThreadId;
use std::sync::Arc;

index! {
    /// An event of the run.
    EventId;
}

/// An event of the run.
#[derive(Clone, Debug)]
pub struct Event {
    /// The action of the thread.
    pub action: Action,
    /// The transition.
    pub step: Step,
    /// Its forks, releases and the like.
    pub extra: Option<Arc<Extra>>,
    /// Index of its first race in [`Run::races`].
    races: u32,
}

/// The accesses of a cell, or the acquires and releases of a lock, in order.
#[derive(Clone, Debug, Default)]
struct History {
    /// Event, and true if it writes (of a lock: acquires).
    events: Vec<(EventId, bool)>,
    /// All of them, and the writes.
    all: EventSet,
    writes: EventSet,
}

impl History {
    #[inline]
    fn push(&mut self, event: EventId, writes: bool) {
        self.events.push((event, writes));
        self.all.add(event);
        if writes {
            self.writes.add(event);
        }
    }

    /// Removes this event, if it is the last one.
    #[inline]
    fn undo(&mut self, event: EventId) {
        while let Some((_, writes)) = self.events.pop_if(|last| last.0 == event) {
            self.all.remove(event);
            if writes {
                self.writes.remove(event);
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
struct ThreadHistory {
    events: Vec<EventId>,
    all: EventSet,
    /// The event that forked it.
    fork: Packed<EventId>,
}

/// The run at hand.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Its events.
    pub events: Vec<Event>,
    rows: Vec<u64>,
    /// Words of a row.
    words: usize,
    cells: Vec<History>,
    locks: Vec<History>,
    threads: Vec<ThreadHistory>,
    /// For each event the earlier events that it races with, immediately.
    races: Vec<EventId>,
    /// Rows to work with.
    row: Vec<u64>,
    /// Reduction steps.
    pub steps: u64,
}

fn slot<T: Default>(all: &mut Vec<T>, index: usize) -> &mut T {
    if all.len() <= index {
        all.resize_with(index + 1, T::default);
    }
    &mut all[index]
}

impl ThreadHistory {
    /// Returns the immediate predecessor of its next event in program order: its last event, or the fork.
    #[inline]
    fn last(&self) -> Option<EventId> {
        self.events.last().copied().or(self.fork.get())
    }
}

#[inline]
fn bit(row: &[u64], EventId(i): EventId) -> bool {
    row[i as usize / 64] >> (i % 64) & 1 == 1
}

impl Run {
    /// The run without a step.
    pub fn new() -> Run {
        Run { words: 1, threads: vec![ThreadHistory::default()], ..Run::default() }
    }

    /// The event that is made next.
    #[inline]
    pub fn next(&self) -> EventId {
        EventId(self.events.len() as u32)
    }

    /// An event.
    #[inline]
    pub fn event(&self, event: EventId) -> &Event {
        &self.events[event.index()]
    }

    /// The events from one up to another one.
    #[inline]
    pub fn between(EventId(from): EventId, EventId(to): EventId) -> impl Iterator<Item = EventId> + Clone {
        (from..to).map(EventId)
    }

    /// The events up to one.
    #[inline]
    pub fn until(to: EventId) -> impl Iterator<Item = EventId> + Clone {
        Run::between(EventId(0), to)
    }

    #[inline]
    fn row(&self, event: EventId) -> &[u64] {
        &self.rows[event.index() * self.words..][..self.words]
    }

    /// The rows get twice as long.
    #[cold]
    fn widen(&mut self) {
        let old = self.words;
        self.words *= 2;
        let mut rows = vec![0; self.events.len() * self.words];
        for (new, row) in rows.chunks_mut(self.words).zip(self.rows.chunks(old)) {
            new[..old].copy_from_slice(row);
        }
        self.rows = rows;
    }

    /// Collects in `row` the events that happen before the next event of a thread, independent of its action.
    #[inline]
    fn before_next(&self, thread: ThreadName, row: &mut Vec<u64>) {
        let thread = self.threads.get(thread.index());
        self.after(thread.and_then(ThreadHistory::last), row);
    }

    /// Collects in `row` an event, if there is one, and the events that happen before it.
    #[inline]
    fn after(&self, last: Option<EventId>, row: &mut Vec<u64>) {
        row.clear();
        match last {
            None => row.resize(self.words, 0),
            Some(last) => {
                row.extend_from_slice(self.row(last));
                row[last.index() / 64] |= 1 << (last.0 % 64);
            }
        }
    }

    /// Adds an event. Calls `race` with each earlier event that it races with as an access.
    #[inline]
    pub fn push(&mut self, action: Action, step: &Step, extra: Option<Arc<Extra>>, mut race: impl FnMut(EventId)) {
        let index = self.next();
        if index.index() == self.words * 64 {
            self.widen();
        }
        let mut row = std::mem::take(&mut self.row);
        self.before_next(action.thread, &mut row);
        let first_race = self.races.len();
        match action.kind {
            Kind::Read | Kind::Write => {
                let writes = action.kind == Kind::Write;
                let history = slot(&mut self.cells, action.target.cell().index());
                // From the newest back to the last write.
                for at in (0..history.events.len()).rev() {
                    let (event, wrote) = history.events[at];
                    if (writes || wrote) && !bit(&row, event) {
                        self.races.push(event);
                    }
                    if wrote {
                        break;
                    }
                }
                history.push(index, writes);
            }
            Kind::Acquire => {
                let history = slot(&mut self.locks, action.target.lock().index());
                let acquired = history.events.iter().rev().find(|e| e.1);
                if let Some(&(event, _)) = acquired
                    && !bit(&row, event)
                {
                    self.races.push(event);
                }
            }
            Kind::Other | Kind::Blocked | Kind::Over | Kind::Stuck | Kind::Limit => {}
        }
        // Reads since the last write are no races with it through one of them.
        let mut kept = first_race;
        for at in first_race..self.races.len() {
            let event = self.races[at];
            let covered = self.races[first_race..kept].iter().any(|&other| bit(self.row(other), event));
            if !covered {
                self.races[kept] = event;
                kept += 1;
            }
        }
        self.races.truncate(kept);
        for at in first_race..kept {
            let event = self.races[at];
            if action.kind.is_access() {
                race(event);
            }
            self.join(&mut row, event);
        }
        if action.kind == Kind::Acquire {
            let history = slot(&mut self.locks, action.target.lock().index());
            let last = history.events.last().copied();
            history.push(index, true);
            if let Some((event, _)) = last {
                self.join(&mut row, event);
            }
        }
        if let Some(extra) = &extra {
            for &lock in &extra.releases {
                slot(&mut self.locks, lock.index()).push(index, false);
            }
            for child in &extra.children {
                slot(&mut self.threads, child.name.index()).fork = Packed::some(index);
            }
        }
        self.rows.extend_from_slice(&row);
        self.row = row;
        let thread = slot(&mut self.threads, action.thread.index());
        thread.events.push(index);
        thread.all.add(index);
        self.steps += u64::from(step.steps);
        self.events.push(Event { action, step: *step, extra, races: first_race as u32 });
    }

    #[inline]
    fn join(&self, row: &mut [u64], event: EventId) {
        row.iter_mut().zip(self.row(event)).for_each(|(a, b)| *a |= b);
        row[event.index() / 64] |= 1 << (event.0 % 64);
    }

    /// Takes the last event back.
    #[inline]
    pub fn pop(&mut self) {
        let Some(event) = self.events.pop() else { return };
        let index = self.next();
        self.races.truncate(event.races as usize);
        self.rows.truncate(self.events.len() * self.words);
        let thread = &mut self.threads[event.action.thread.index()];
        thread.events.pop();
        thread.all.remove(index);
        self.steps -= u64::from(event.step.steps);
        match event.action.kind {
            Kind::Read | Kind::Write => self.cells[event.action.target.cell().index()].undo(index),
            Kind::Acquire => self.locks[event.action.target.lock().index()].undo(index),
            Kind::Other | Kind::Blocked | Kind::Over | Kind::Stuck | Kind::Limit => {}
        }
        if let Some(extra) = &event.extra {
            extra.releases.iter().for_each(|&lock| self.locks[lock.index()].undo(index));
        }
    }

    /// The run without the events that are left out.
    pub fn path(&self, first: Child, events: impl Iterator<Item = EventId>) -> Path {
        let mut path = Path::new(first.steps);
        for Event { action, step, extra, .. } in events.map(|event| self.event(event)) {
            path.push(action.thread, step, extra.as_deref());
        }
        path
    }

    /// Returns the threads of the events in order, by their numbers in the run.
    pub fn choices(&self, first: Child) -> Vec<ThreadId> {
        let path = self.path(first, Run::until(self.next()));
        self.events.iter().map(|event| path.id(event.action.thread)).collect()
    }

    /// Returns true if an event happens before another one.
    pub fn ordered(&self, before: EventId, after: EventId) -> bool {
        bit(self.row(after), before)
    }

    /// The earlier events that an event races with.
    #[inline]
    pub fn races_of(&self, event: EventId) -> std::ops::Range<usize> {
        let start = self.event(event).races as usize;
        start..self.events.get(event.index() + 1).map_or(self.races.len(), |e| e.races as usize)
    }

    /// A race by its number.
    #[inline]
    pub fn race(&self, number: usize) -> EventId {
        self.races[number]
    }
}

/// Returns true if two steps of different threads are dependent.
#[inline]
pub fn dependent(a: Action, b: Action) -> bool {
    space::dependent((a.kind, a.target), (b.kind, b.target))
}
