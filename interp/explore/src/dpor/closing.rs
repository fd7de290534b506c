//! Cycles of transactions. The step that closes a cycle depends on the order of independent steps; one run is made of
//! each trace, so for each of its steps the run is looked at in which it comes as late as it can.

use super::Dpor;
use super::run::{EventId, Run};
use crate::space::{acts, cycle_key};
use racefree_interp::drive::Key;
use racefree_interp::serial::{Act, Online};
use std::collections::BTreeSet;

impl Dpor<'_> {
    /// The transition made last closes a cycle through a block.
    #[cold]
    pub(super) fn closed(&mut self, event: EventId, key: &Key) {
        self.note_closing(event, key, true);
    }

    /// Notes, for a run with a cycle, the blocks through which some order of its steps closes one.
    #[cold]
    #[inline(never)]
    pub(super) fn closings(&mut self) {
        let mut blocks = BTreeSet::new();
        for event in &self.run.events {
            let steps = acts(event.action.thread, &event.step, event.extra.as_deref());
            blocks.extend(steps.filter_map(|step| if let Act::Begin(block) = step.act { Some(block) } else { None }));
        }
        blocks.retain(|&block| !self.found.knows(&cycle_key(block)));
        if blocks.is_empty() {
            return;
        }
        let mut online = Online::new(self.options.graph);
        for event in Run::until(self.run.next()) {
            online.clear();
            let earlier = |i: &EventId| *i != event && !self.run.ordered(event, *i);
            for other in Run::until(self.run.next()).filter(earlier) {
                let other = self.run.event(other);
                for step in acts(other.action.thread, &other.step, other.extra.as_deref()) {
                    online.step(step);
                }
            }
            let last = self.run.event(event);
            let steps = acts(last.action.thread, &last.step, last.extra.as_deref());
            let closed: Vec<Key> = steps.filter_map(|step| online.step(step)).map(cycle_key).collect();
            for key in &closed {
                self.note_closing(event, key, false);
            }
        }
    }

    /// A transition closes a cycle through a block: after those `made` before it, or after all that can come before it.
    fn note_closing(&mut self, event: EventId, key: &Key, made: bool) {
        let (run, first) = (&self.run, self.first);
        let last = run.event(event);
        self.found.note(key, || {
            let earlier =
                Run::until(run.next()).filter(|&i| if made { i < event } else { i != event && !run.ordered(event, i) });
            run.path(first, earlier).wrong(last.action.thread, &last.step, last.extra.as_deref())
        });
    }
}
