//! Errors in transitions of the run at hand, with the part of the run that leads there.

use super::Dpor;
use super::run::{EventId, Run};
use crate::space::Effect;
use racefree_interp::drive::Key;
use racefree_interp::machine::SchedulingPoints;

impl<P: SchedulingPoints> Dpor<'_, P> {
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
        let (run, first, sync) = (&self.run, self.first, self.sync);
        let last = run.event(event);
        for key in last.extra.iter().flat_map(|extra| &extra.wrong) {
            self.found.note(key, || {
                // With scheduling points at acquires only, accesses order nothing: any earlier event may matter.
                let matters = |i: &EventId| sync || run.ordered(*i, event);
                let path = run.path(first, Run::until(event).filter(matters));
                path.wrong(last.action.thread, &last.step, last.extra.as_deref())
            });
        }
    }

    /// Races of the transition made last, where transitions have many accesses.
    pub(super) fn effects(&mut self) {
        let mut raced: Option<(Effect, Effect)> = None;
        self.run.push_effects(|a, b| raced = raced.or(Some((*a, *b))));
        if let Some((a, b)) = raced {
            let key = Key::Race(b.field, a.site.min(b.site), a.site.max(b.site));
            self.found.note(&key, || self.run.path(self.first, Run::until(self.run.next())).schedule(&[]));
            self.stops_at_race = true;
        }
    }
}
