//! What goes wrong in transitions of the run at hand, with the part of the run that leads there.

use super::Dpor;
use crate::space::Effect;
use crate::stepper::Stepper;
use racefree_interp::drive::Key;

impl<S: Stepper> Dpor<'_, S> {
    /// Two accesses race: a state in which both are pending lies on another run.
    #[inline]
    pub(super) fn raced(&mut self, earlier: usize, later: usize) {
        let (run, first) = (&self.run, self.first);
        let (a, b) = (&run.events[earlier], &run.events[later]);
        self.found.race(&a.step, &b.step, || {
            let causes =
                |i: &usize| *i != earlier && (run.ordered(*i, later) || (*i < earlier && run.ordered(*i, earlier)));
            run.path(first, (0..later).filter(causes)).race(a.action.thread, b.action.thread)
        });
    }

    /// What goes wrong in the transition made last.
    #[cold]
    pub(super) fn note(&mut self, event: usize) {
        let (run, first, sync) = (&self.run, self.first, self.sync);
        let last = &run.events[event];
        for key in last.extra.iter().flat_map(|extra| &extra.wrong) {
            self.found.note(key, || {
                // Where accesses order nothing, any earlier event may matter.
                let matters = |i: &usize| sync || run.ordered(*i, event);
                let path = run.path(first, (0..event).filter(matters));
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
            self.found.note(&key, || self.run.path(self.first, 0..self.run.events.len()).schedule(&[]));
            self.stops_at_race = true;
        }
    }
}
