//! Errors in transitions of the run at hand, with the part of the run that leads there.

use super::Dpor;
use super::run::{EventId, Run};

impl Dpor<'_> {
    /// Two accesses race: a state in which both are pending lies on another run.
    #[inline]
    pub(super) fn raced(&mut self, earlier: EventId, later: EventId) {
        let (run, first) = (&self.run, self.first);
        let (a, b) = (run.event(earlier), run.event(later));
        self.found.race(&a.step, &b.step, || {
            let causes =
                |i: &EventId| *i != earlier && (run.ordered(*i, later) || (*i < earlier && run.ordered(*i, earlier)));
            run.path(first, Run::until(later).filter(causes)).race(a.action.thread, b.action.thread)
        });
    }

    /// Notes the errors of the transition made last.
    #[cold]
    pub(super) fn note(&mut self, event: EventId) {
        let (run, first) = (&self.run, self.first);
        let last = run.event(event);
        for key in last.extra.iter().flat_map(|extra| &extra.wrong) {
            self.found.note(key, || {
                let matters = |i: &EventId| run.ordered(*i, event);
                let path = run.path(first, Run::until(event).filter(matters));
                path.wrong(last.action.thread, &last.step, last.extra.as_deref())
            });
        }
    }
}
