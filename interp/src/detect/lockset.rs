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
#[derive(Clone, Copy, Debug)]
struct Shadow {
    phase: Phase,
    /// C(v), from the time when a second thread came: the first few, and one more than the place of the rest in
    /// [`Lockset::more`], or 0.
    candidates: [ObjectId; FEW],
    count: u32,
    more: u32,
    last: (ThreadId, Access, Site),
    reported: bool,
}

/// So many candidates have their place in the shadow itself.
const FEW: usize = 2;

const FRESH: Shadow = Shadow {
    phase: Phase::Virgin,
    candidates: [ObjectId(0); FEW],
    count: 0,
    more: 0,
    last: (ThreadId::MAIN, Access::Read, Site::NOWHERE),
    reported: false,
};

/// The detector.
#[derive(Default, Debug)]
pub struct Lockset {
    cells: Vec<Shadow>,
    /// The candidates of cells that have many.
    more: Vec<Vec<ObjectId>>,
    races: Races,
}

clone_in_place!(Lockset { cells, more, races });

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

    #[inline(always)]
    fn access(&mut self, view: View<'_>, event: &Event, object: ObjectId, field: FieldId, access: Access) {
        let me = (event.thread, access, event.site);
        if let Some(shadow) = self.cells.get_mut(view.cell) {
            // One alarm is all that a cell can give.
            if shadow.reported {
                return;
            }
            let same = match shadow.phase {
                Phase::Virgin => false,
                Phase::Exclusive(owner) => owner == event.thread,
                // The one candidate there is stays.
                Phase::Shared => {
                    shadow.count == 1
                        && !access.writes()
                        && view.heap.object(shadow.candidates[0]).held_by(event.thread)
                }
                Phase::SharedModified => {
                    shadow.count == 1 && view.heap.object(shadow.candidates[0]).held_by(event.thread)
                }
            };
            if same {
                shadow.last = me;
                return;
            }
        }
        self.change(view, me, object, field);
    }

    /// An access that changes more than [`Shadow::last`], perhaps.
    #[inline(never)]
    fn change(&mut self, view: View<'_>, me: (ThreadId, Access, Site), object: ObjectId, field: FieldId) {
        let (thread, access, _) = me;
        if view.cell >= self.cells.len() {
            self.cells.resize(view.cell + 1, FRESH);
        }
        let shadow = &mut self.cells[view.cell];
        let before = std::mem::replace(&mut shadow.last, me);
        match shadow.phase {
            Phase::Virgin => {
                shadow.phase = Phase::Exclusive(thread);
                return;
            }
            Phase::Exclusive(owner) if owner == thread => return,
            Phase::Exclusive(_) => {
                shadow.phase = if access.writes() { Phase::SharedModified } else { Phase::Shared };
                self.begin(view);
            }
            Phase::Shared | Phase::SharedModified => {
                if access.writes() {
                    shadow.phase = Phase::SharedModified;
                }
                shadow.keep(view, &mut self.more);
            }
        }
        let shadow = &mut self.cells[view.cell];
        if shadow.phase == Phase::SharedModified && shadow.count == 0 {
            shadow.reported = true;
            let side = |(thread, access, site)| RacyAccess { thread, access, site };
            let accesses = [side(before), side(me)];
            self.races.add(RawRace { object, field, accesses, detector: Detector::Lockset, steps: view.steps });
        }
    }

    /// C(v) := the locks held
    fn begin(&mut self, view: View<'_>) {
        let shadow = &mut self.cells[view.cell];
        let held = |o: &ObjectId| view.heap.object(*o).held_by(view.id);
        (shadow.count, shadow.more) = (0, 0);
        for lock in view.thread.syncs.iter().filter_map(|h| h.object).filter(held) {
            if let Some(place) = shadow.candidates.get_mut(shadow.count as usize) {
                *place = lock;
            } else {
                if shadow.more == 0 {
                    self.more.push(Vec::new());
                    shadow.more = self.more.len() as u32;
                }
                self.more[shadow.more as usize - 1].push(lock);
            }
            shadow.count += 1;
        }
    }
}

impl Shadow {
    /// C(v) := C(v) ∩ the locks held
    #[inline]
    fn keep(&mut self, view: View<'_>, more: &mut [Vec<ObjectId>]) {
        let held = |o: ObjectId| view.heap.object(o).held_by(view.id);
        if self.more != 0 {
            return self.keep_many(held, &mut more[self.more as usize - 1]);
        }
        let mut kept = 0;
        for i in 0..FEW.min(self.count as usize) {
            let lock = self.candidates[i];
            if held(lock) {
                self.candidates[kept] = lock;
                kept += 1;
            }
        }
        self.count = kept as u32;
    }

    #[cold]
    fn keep_many(&mut self, held: impl Fn(ObjectId) -> bool, more: &mut Vec<ObjectId>) {
        let mut all: Vec<ObjectId> = self.candidates.iter().chain(more.iter()).copied().filter(|&o| held(o)).collect();
        let few = all.len().min(FEW);
        more.clear();
        more.extend(all.drain(few..));
        self.candidates[..few].copy_from_slice(&all);
        self.count = (few + more.len()) as u32;
        if more.is_empty() {
            self.more = 0;
        }
    }
}

impl Observer for Lockset {
    const LOCAL: bool = false;

    fn start(&mut self, _: &Lowered) {
        self.cells.clear();
        self.more.clear();
        self.races.clear();
    }

    #[inline(always)]
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
}
