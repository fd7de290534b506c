//! The lockset algorithm: Savage, Burrows, Nelson, Sobalvarro, Anderson, *Eraser: A Dynamic Data Race Detector for
//! Multithreaded Programs*, TOCS 1997. It knows of no order but that of locks, so it can raise false alarms.

use super::{Detector, Races, RacyAccess, RawRace};
use crate::event::{Access, Event, EventKind, Site};
use crate::in_place::clone_in_place;
use crate::machine::Lowered;
use crate::observe::{Observer, Rewind, View};
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId};

/// The states of the paper's figure 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Virgin,
    Exclusive(ThreadId),
    Shared,
    SharedModified,
}

/// What is known of a cell.
#[derive(Debug)]
struct Shadow {
    phase: Phase,
    /// C(v), from the time when a second thread came.
    candidates: Vec<ObjectId>,
    last: Option<(ThreadId, Access, Site)>,
    reported: bool,
}

clone_in_place!(Shadow { phase, candidates, last, reported });

const FRESH: Shadow = Shadow { phase: Phase::Virgin, candidates: Vec::new(), last: None, reported: false };

/// The detector.
#[derive(Default, Debug)]
pub struct Lockset {
    cells: Vec<Shadow>,
    races: Races,
    steps: u64,
}

clone_in_place!(Lockset { cells, races, steps });

impl Rewind for Lockset {}

impl Lockset {
    /// Watches whole runs.
    pub fn new() -> Lockset {
        Lockset::default()
    }

    /// The alarms raised.
    pub fn races(&self) -> &[RawRace] {
        self.races.all()
    }

    fn access(&mut self, view: View<'_>, event: &Event, object: ObjectId, field: FieldId, access: Access) {
        let cell = view.cell;
        if cell >= self.cells.len() {
            self.cells.resize(cell + 1, FRESH);
        }
        let shadow = &mut self.cells[cell];
        let me = (event.thread, access, event.site);
        let held = |o: &ObjectId| view.heap.object(*o).held_by(event.thread);
        match shadow.phase {
            Phase::Virgin => {
                shadow.phase = Phase::Exclusive(event.thread);
                shadow.last = Some(me);
                return;
            }
            Phase::Exclusive(owner) if owner == event.thread => {
                shadow.last = Some(me);
                return;
            }
            Phase::Exclusive(_) => {
                shadow.candidates.clear();
                shadow.candidates.extend(view.thread.syncs.iter().filter_map(|h| h.object).filter(held));
                shadow.phase = if access.writes() { Phase::SharedModified } else { Phase::Shared };
            }
            Phase::Shared | Phase::SharedModified => {
                shadow.candidates.retain(held);
                if access.writes() {
                    shadow.phase = Phase::SharedModified;
                }
            }
        }
        let before = shadow.last.replace(me);
        if shadow.phase == Phase::SharedModified && shadow.candidates.is_empty() && !shadow.reported {
            shadow.reported = true;
            let side = |(thread, access, site)| RacyAccess { thread, access, site };
            let accesses = [side(before.unwrap_or(me)), side(me)];
            self.races.add(RawRace { object, field, accesses, detector: Detector::Lockset, steps: self.steps + 1 });
        }
    }
}

impl Observer for Lockset {
    const LOCAL: bool = false;

    fn start(&mut self, _: &Lowered) {
        self.cells.clear();
        self.races.clear();
        self.steps = 0;
    }

    #[inline]
    fn event(&mut self, view: View<'_>, event: &Event) {
        match event.kind {
            EventKind::Read { object, field, .. } => self.access(view, event, object, field, Access::Read),
            EventKind::Write { object, field, .. } => self.access(view, event, object, field, Access::Write),
            EventKind::InitWrite { object, field, .. } => self.access(view, event, object, field, Access::Init),
            EventKind::Alloc { .. }
            | EventKind::Call { .. }
            | EventKind::Acquire { .. }
            | EventKind::Release { .. }
            | EventKind::Fork { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Throw { .. }
            | EventKind::Local(_) => {}
        }
    }

    #[inline(always)]
    fn ran(&mut self, _: ThreadId, steps: u64) {
        self.steps += steps;
    }
}
