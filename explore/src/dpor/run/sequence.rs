//! Sequences of events: what is to be run instead, and how a step can begin it.

use super::{EventId, Run, bit, dependent};
use crate::dpor::wakeup::Action;
use crate::space::Kind;

/// A sequence of events of the run, and one more.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// A bit for each event.
    mask: Vec<u64>,
    /// The first and last of them, or thereabouts.
    from: EventId,
    to: EventId,
    /// The last one, which need not be in the run.
    last: Option<Action>,
    /// What happens before that, in the sequence or not.
    last_row: Vec<u64>,
}

impl Default for Sequence {
    fn default() -> Sequence {
        let (from, to) = (EventId(0), EventId(0));
        Sequence { mask: Vec::new(), from, to, last: None, last_row: Vec::new() }
    }
}

/// How a step begins a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initial {
    /// As this event of it.
    Event(EventId),
    /// As its last event.
    Last,
    /// It is not in the sequence, and conflicts with nothing there.
    Elsewhere,
}

impl Sequence {
    /// Without what it begins with.
    #[inline]
    pub fn remove(&mut self, initial: Initial) {
        match initial {
            Initial::Event(event) => self.mask[event.index() / 64] &= !(1 << (event.0 % 64)),
            Initial::Last => self.last = None,
            Initial::Elsewhere => {}
        }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.last.is_none() && self.mask.iter().all(|&w| w == 0)
    }
}

impl Run {
    /// `notdep(e, E).p`: the events after `e` that do not happen after it, and then the event `last`.
    #[inline]
    pub fn reversal(&self, e: EventId, last: EventId, v: &mut Sequence) {
        self.not_after(e, v);
        let action = self.event(last).action;
        v.last = Some(action);
        if action.kind == Kind::Acquire {
            // What the acquire waited for, it need not wait for now: between it and `e` there is a release at least.
            let thread = &self.threads[action.thread.index()];
            let before = thread.events.partition_point(|&e| e < last);
            let previous = before.checked_sub(1).map_or(thread.fork.get(), |at| Some(thread.events[at]));
            self.after(previous, &mut v.last_row);
        } else {
            v.last_row.clear();
            v.last_row.extend_from_slice(self.row(last));
        }
    }

    /// The same for a blocked thread and the acquire of the lock's owner; nothing if these are ordered.
    pub fn blocked_reversal(&self, action: Action, v: &mut Sequence) -> Option<EventId> {
        let acquired = self.locks.get(action.target.lock().index())?.events.iter().rev().find(|e| e.1)?.0;
        let mut row = std::mem::take(&mut v.last_row);
        self.before_next(action.thread, &mut row);
        let ordered = bit(&row, acquired);
        v.last_row = row;
        if ordered {
            return None;
        }
        self.not_after(acquired, v);
        v.last = Some(action);
        Some(acquired)
    }

    #[inline]
    fn not_after(&self, e: EventId, v: &mut Sequence) {
        v.mask.clear();
        v.mask.resize(self.words, 0);
        (v.from, v.to) = (EventId(e.0 + 1), self.next());
        for i in Run::between(v.from, v.to) {
            if !bit(self.row(i), e) {
                v.mask[i.index() / 64] |= 1 << (i.0 % 64);
            }
        }
    }

    /// Whether the next step of a thread is a weak initial of a sequence, and if it is in there, where.
    #[inline]
    pub fn weak_initial(&self, v: &Sequence, action: Action) -> Option<Initial> {
        if let Some(thread) = self.threads.get(action.thread.index()) {
            // The first event of the thread in the sequence.
            let start = thread.events.partition_point(|&e| e < v.from);
            if let Some(&event) = thread.events[start..].iter().find(|&&e| bit(&v.mask, e)) {
                let first = self.row(event).iter().zip(&v.mask).all(|(a, b)| a & b == 0);
                return first.then_some(Initial::Event(event));
            }
        }
        if v.last.is_some_and(|last| last.thread == action.thread) {
            let first = v.last_row.iter().zip(&v.mask).all(|(a, b)| a & b == 0);
            return first.then_some(Initial::Last);
        }
        (!self.conflicts(v, action)).then_some(Initial::Elsewhere)
    }

    /// Whether an action conflicts with anything in a sequence.
    #[inline]
    fn conflicts(&self, v: &Sequence, action: Action) -> bool {
        if v.last.is_some_and(|last| dependent(last, action)) {
            return true;
        }
        let (history, any) = match action.kind {
            Kind::Read => (self.cells.get(action.target.cell().index()), false),
            Kind::Write => (self.cells.get(action.target.cell().index()), true),
            Kind::Acquire => (self.locks.get(action.target.lock().index()), true),
            Kind::Other | Kind::Blocked | Kind::Over | Kind::Stuck | Kind::Limit => return false,
        };
        let Some(history) = history else { return false };
        let recent = history.events.iter().rev().take_while(|e| e.0 >= v.from);
        recent.into_iter().any(|&(event, writes)| (any || writes) && bit(&v.mask, event))
    }

    /// The actions of a sequence, in order.
    pub fn actions<'a>(&'a self, v: &'a Sequence) -> impl Iterator<Item = Action> + 'a {
        let events = Run::between(v.from, v.to).filter(|&i| bit(&v.mask, i)).map(|i| self.event(i).action);
        events.chain(v.last)
    }
}
