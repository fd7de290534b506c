//! Section 9.3: the order of the events of a run, closed transitively, and the pairs of accesses that it leaves unordered.

use crate::event::{Event, EventKind};

/// Happens-before, on the events of one run.
#[derive(Clone, Debug)]
pub struct EventOrder<'e> {
    events: &'e [Event],
    /// By event the set of events before it, a bit each.
    before: Vec<Vec<u64>>,
}

impl<'e> EventOrder<'e> {
    /// The order of these events.
    pub fn of(events: &'e [Event]) -> EventOrder<'e> {
        let mut before: Vec<Vec<u64>> = Vec::with_capacity(events.len());
        for (b, later) in events.iter().enumerate() {
            let mut set = vec![0; events.len().div_ceil(64)];
            for (a, _) in events[..b].iter().enumerate().filter(|(_, earlier)| directly(earlier, later)) {
                set[a / 64] |= 1 << (a % 64);
                set.iter_mut().zip(&before[a]).for_each(|(mine, its)| *mine |= its);
            }
            before.push(set);
        }
        EventOrder { events, before }
    }

    /// Returns true if event number `a` is ordered before event number `b`.
    pub fn is_before(&self, a: usize, b: usize) -> bool {
        self.before[b][a / 64] >> (a % 64) & 1 != 0
    }

    /// The races: two accesses of one field of one object by two threads, one of them a write, neither before the
    /// other. They are ordered by their later access.
    pub fn races(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = (0..self.events.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.filter(|&(a, b)| conflict(&self.events[a], &self.events[b]) && !self.is_before(a, b))
    }
}

/// The three reasons for which an event is before a later one.
fn directly(earlier: &Event, later: &Event) -> bool {
    let program_order = earlier.thread == later.thread;
    let fork = matches!(earlier.kind, EventKind::Fork { child } if child == later.thread);
    let lock = match (earlier.kind, later.kind) {
        (EventKind::Release { object: released, .. }, EventKind::Acquire { object: acquired, .. }) => {
            released == acquired
        }
        _ => false,
    };
    program_order || fork || lock
}

fn conflict(earlier: &Event, later: &Event) -> bool {
    match (earlier.kind.access(), later.kind.access()) {
        (Some((o, fd, a)), Some((p, gd, b))) => {
            earlier.thread != later.thread && (o, fd) == (p, gd) && (a.writes() || b.writes())
        }
        _ => false,
    }
}
