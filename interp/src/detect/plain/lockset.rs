//! Eraser (Savage et al., TOCS 1997, figure 4) on every event: for each variable the set C(v) of locks that all threads held at
//! every access since a second thread came.

use crate::detect::{Detector, Races, RacyAccess, RawRace};
use crate::event::Event;
use crate::observe::{Observer, View};
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId};
use std::collections::{BTreeMap, BTreeSet};

/// Shadow of a variable.
#[derive(Debug)]
struct ShadowVariable {
    first: ThreadId,
    /// Since a second thread came: C(v), and true if there was a write.
    shared: Option<(BTreeSet<ObjectId>, bool)>,
    last: RacyAccess,
    alarm: bool,
}

/// The algorithm.
#[derive(Default, Debug)]
pub struct PlainLockset {
    variables: BTreeMap<(ObjectId, FieldId), ShadowVariable>,
    races: Races,
}

impl PlainLockset {
    /// The alarms raised.
    pub fn races(&self) -> &[RawRace] {
        self.races.all()
    }
}

impl Observer for PlainLockset {
    fn event(&mut self, view: View<'_>, event: &Event) {
        let Some((object, field, access)) = event.kind.access() else { return };
        let me = RacyAccess { thread: event.thread, access, site: event.site };
        let held: BTreeSet<ObjectId> = view
            .syncs
            .iter()
            .filter_map(|h| h.object)
            .filter(|&o| view.heap.object(o).owner() == Some(event.thread))
            .collect();
        let fresh = ShadowVariable { first: event.thread, shared: None, last: me, alarm: false };
        let v = self.variables.entry((object, field)).or_insert(fresh);
        let before = std::mem::replace(&mut v.last, me);
        v.shared = match v.shared.take() {
            None if v.first == event.thread => None,
            None => Some((held, access.writes())),
            Some((candidates, written)) => Some((&candidates & &held, written || access.writes())),
        };
        if !v.alarm && v.shared.as_ref().is_some_and(|(candidates, written)| *written && candidates.is_empty()) {
            v.alarm = true;
            let (accesses, steps) = ([before, me], view.steps);
            self.races.add(RawRace { object, field, accesses, detector: Detector::Lockset, steps });
        }
    }
}
