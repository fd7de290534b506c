//! Share of the tree of all runs that has been covered, as far as its branches are known.

use super::Dpor;
use super::run::dependent;
use racefree_interp::index::Packed;
use racefree_interp::machine::SchedulingPoints;

impl<P: SchedulingPoints> Dpor<'_, P> {
    /// The share: where the run at hand branches, all branches that are known are taken for equally large (Knuth, *Estimating the
    /// efficiency of backtrack programs*, 1975).
    pub(super) fn share(&self) -> f64 {
        let (mut share, mut rest) = (0.0, 1.0);
        for (depth, event) in self.run.events.iter().enumerate() {
            let frame = &self.frames[depth];
            let inherited = match depth.checked_sub(1).map(|before| (&self.frames[before], &self.run.events[before])) {
                Some((before, event)) => {
                    let asleep = before.sleep.iter().filter(|a| a.thread != event.action.thread);
                    asleep.filter(|&&a| !dependent(a, event.action)).count()
                }
                None => 0,
            };
            // The branch that the run is in is the last one that fell asleep.
            let own = frame.sleep.len().saturating_sub(inherited);
            let done = own.saturating_sub(usize::from(frame.sleep.iter().any(|a| a.thread == event.action.thread)));
            let waiting = std::iter::successors(frame.tree.get(), |&node| Packed::get(self.nodes.next(node))).count();
            let all = (done + 1 + waiting) as f64;
            share += rest * done as f64 / all;
            rest /= all;
        }
        share
    }

    /// Number of visible steps of the run at hand, releases included.
    pub(super) fn length(&self) -> usize {
        let releases = |event: &super::run::Event| event.extra.as_ref().map_or(0, |extra| extra.releases.len());
        self.run.events.iter().map(|event| 1 + releases(event)).sum()
    }
}
