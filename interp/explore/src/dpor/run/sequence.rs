//! Sequences of events: alternatives to be run instead, and the steps that can begin them.

use super::{EventId, EventSet, Run, bit, dependent};
use crate::dpor::wakeup::Action;
use crate::space::Kind;

/// `notdep(e, E).p`: the events of the run after `e` that do not happen after it, and then one more.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The event `e`.
    e: EventId,
    /// A bit for each event that is in it, once it has been [filled](Run::fill).
    mask: Vec<u64>,
    /// The last one, which need not be in the run.
    last: Option<Action>,
    /// Row of the events that happen before the last one, in the sequence or not.
    last_row: Vec<u64>,
}

impl Default for Sequence {
    fn default() -> Sequence {
        Sequence { e: EventId(0), mask: Vec::new(), last: None, last_row: Vec::new() }
    }
}

/// Position of a step that begins a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initial {
    /// This event of it.
    Event(EventId),
    /// Its last event.
    Last,
    /// A step outside of the sequence, which conflicts with nothing there.
    Elsewhere,
}

impl Sequence {
    /// Lower bound of its events.
    #[inline]
    fn from(&self) -> EventId {
        EventId(self.e.0 + 1)
    }

    /// Removes an initial.
    #[inline]
    pub fn remove(&mut self, initial: Initial) {
        match initial {
            Initial::Event(event) => self.mask[event.index() / 64] &= !(1 << (event.0 % 64)),
            Initial::Last => self.last = None,
            Initial::Elsewhere => {}
        }
    }

    /// Returns true if nothing is left.
    pub fn is_empty(&self) -> bool {
        self.last.is_none() && self.mask.iter().all(|&w| w == 0)
    }
}

impl Run {
    /// The sequence that comes to the event `last` without `e`, not filled yet.
    #[inline]
    pub fn reversal(&self, e: EventId, last: EventId, v: &mut Sequence) {
        let action = self.event(last).action;
        (v.e, v.last) = (e, Some(action));
        if action.kind == Kind::Acquire {
            // An acquire need not wait for the previous owner now: between it and `e` there is a release at least.
            let thread = &self.threads[action.thread.index()];
            self.after(thread.all.before(last).or(thread.fork.get()), &mut v.last_row);
        } else {
            v.last_row.clear();
            v.last_row.extend_from_slice(self.row(last));
        }
    }

    /// The same for a blocked thread and the acquire of the lock's owner; nothing if these are ordered.
    pub fn blocked_reversal(&self, action: Action, v: &mut Sequence) -> Option<EventId> {
        let acquired = self.locks.get(action.target.lock().index())?.events.iter().rev().find(|e| e.1)?.0;
        self.before_next(action.thread, &mut v.last_row);
        (v.e, v.last) = (acquired, Some(action));
        (!bit(&v.last_row, acquired)).then_some(acquired)
    }

    /// Fills the set of the events of a sequence.
    #[inline]
    pub fn fill(&self, v: &mut Sequence) {
        v.mask.clear();
        v.mask.resize(self.words, 0);
        for i in Run::between(v.from(), self.next()) {
            if !bit(self.row(i), v.e) {
                v.mask[i.index() / 64] |= 1 << (i.0 % 64);
            }
        }
    }

    /// Returns true if the next step of a thread is a weak initial of a sequence of which nothing has been removed.
    /// This is asked for every race of every run, and most answers are yes, so it needs no filled sequence: the events
    /// before an event of the sequence are in it, too, if they come after `e`.
    #[inline]
    pub fn begins(&self, v: &Sequence, action: Action) -> bool {
        let nothing_before = |row: &[u64]| {
            let from = v.from().index();
            let beyond = row.iter().skip(from / 64 + 1).all(|&word| word == 0);
            beyond && row.get(from / 64).is_none_or(|word| word >> (from % 64) == 0)
        };
        if let Some(thread) = self.threads.get(action.thread.index()) {
            // Its first event after `e`; if that happens after `e`, so do all others.
            if let Some(event) = thread.all.after(v.e).next()
                && !bit(self.row(event), v.e)
            {
                return nothing_before(self.row(event));
            }
        }
        if v.last.is_some_and(|last| last.thread == action.thread) {
            return nothing_before(&v.last_row);
        }
        !self.conflicts(v, action, |events| events.after(v.e).any(|event| !bit(self.row(event), v.e)))
    }

    /// Returns the position at which the next step of a thread is a weak initial of a filled sequence, if it is one.
    #[inline]
    pub fn weak_initial(&self, v: &Sequence, action: Action) -> Option<Initial> {
        if let Some(thread) = self.threads.get(action.thread.index()) {
            // The first event of the thread in the sequence.
            if let Some(event) = thread.all.first_of(&v.mask) {
                let first = self.row(event).iter().zip(&v.mask).all(|(a, b)| a & b == 0);
                return first.then_some(Initial::Event(event));
            }
        }
        if v.last.is_some_and(|last| last.thread == action.thread) {
            let first = v.last_row.iter().zip(&v.mask).all(|(a, b)| a & b == 0);
            return first.then_some(Initial::Last);
        }
        (!self.conflicts(v, action, |events| events.first_of(&v.mask).is_some())).then_some(Initial::Elsewhere)
    }

    /// Returns true if an action conflicts with a sequence; `holds` tells if the sequence has any of a set of events.
    #[inline]
    fn conflicts(&self, v: &Sequence, action: Action, holds: impl Fn(&EventSet) -> bool) -> bool {
        if v.last.is_some_and(|last| dependent(last, action)) {
            return true;
        }
        match action.kind {
            Kind::Read => self.cells.get(action.target.cell().index()).is_some_and(|cell| holds(&cell.writes)),
            Kind::Write => self.cells.get(action.target.cell().index()).is_some_and(|cell| holds(&cell.all)),
            Kind::Acquire => self.locks.get(action.target.lock().index()).is_some_and(|lock| holds(&lock.all)),
            Kind::Other | Kind::Blocked | Kind::Over | Kind::Stuck | Kind::Limit => false,
        }
    }

    /// The actions of a sequence, in order.
    pub fn actions<'a>(&'a self, v: &'a Sequence) -> impl Iterator<Item = Action> + 'a {
        let events = Run::between(v.from(), self.next()).filter(|&i| bit(&v.mask, i)).map(|i| self.event(i).action);
        events.chain(v.last)
    }
}
