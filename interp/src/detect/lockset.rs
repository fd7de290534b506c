//! The lockset algorithm: Savage, Burrows, Nelson, Sobalvarro, Anderson, *Eraser: A Dynamic Data Race Detector for
//! Multithreaded Programs*, TOCS 1997. It knows of no order but that of locks, so it can raise false alarms.

use super::{Detector, Races, RacyAccess, RawRace};
use crate::event::{Access, Site};
use crate::in_place::{clone_in_place, refill};
use crate::machine::Lowered;
use crate::machine::state::Heap;
use crate::observe::{Observer, Place, Rewind, Touch};
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

impl Rewind for Lockset {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        refill(&mut self.cells, &to.cells);
        self.more.clone_from(&to.more);
        self.races.rewind(&to.races);
    }
}

impl Lockset {
    /// Watches whole runs.
    pub fn new() -> Lockset {
        Lockset::default()
    }

    /// The alarms raised.
    pub fn races(&self) -> &[RawRace] {
        self.races.all()
    }

    /// An access that changes no more than [`Shadow::last`], if it is one.
    #[inline(always)]
    fn quickly(&mut self, heap: &Heap, this: Place) -> bool {
        let Some(shadow) = self.cells.get_mut(this.cell) else { return false };
        // One alarm is all that a cell can give.
        if shadow.reported {
            return true;
        }
        let same = match shadow.phase {
            Phase::Virgin => false,
            Phase::Exclusive(owner) => owner == this.thread,
            // All candidates stay, and there are some.
            Phase::Shared => !this.access.writes() && shadow.all_held(heap, this.thread),
            Phase::SharedModified => shadow.all_held(heap, this.thread),
        };
        if same {
            shadow.last = (this.thread, this.access, this.site);
        }
        same
    }

    /// Any access.
    fn access(&mut self, this: Touch<'_>) {
        if this.cell >= self.cells.len() {
            self.cells.resize(this.cell + 1, FRESH);
        }
        if self.quickly(this.heap, this.place()) {
            return;
        }
        let Touch { thread, access, site, .. } = this;
        let me = (thread, access, site);
        let shadow = &mut self.cells[this.cell];
        let before = std::mem::replace(&mut shadow.last, me);
        match shadow.phase {
            Phase::Virgin => {
                shadow.phase = Phase::Exclusive(thread);
                return;
            }
            Phase::Exclusive(_) => {
                shadow.phase = if access.writes() { Phase::SharedModified } else { Phase::Shared };
                self.begin(this);
            }
            Phase::Shared | Phase::SharedModified => {
                if access.writes() {
                    shadow.phase = Phase::SharedModified;
                }
                shadow.keep(this, &mut self.more);
            }
        }
        let shadow = &mut self.cells[this.cell];
        if shadow.phase == Phase::SharedModified && shadow.count == 0 {
            shadow.reported = true;
            let side = |(thread, access, site)| RacyAccess { thread, access, site };
            let accesses = [side(before), side(me)];
            let Touch { object, field, steps, .. } = this;
            self.races.add(RawRace { object, field, accesses, detector: Detector::Lockset, steps });
        }
    }

    /// C(v) := the locks held
    fn begin(&mut self, this: Touch<'_>) {
        let shadow = &mut self.cells[this.cell];
        let held = |o: &ObjectId| this.heap.object(*o).held_by(this.thread);
        (shadow.count, shadow.more) = (0, 0);
        for lock in this.syncs.iter().filter_map(|h| h.object).filter(held) {
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
    /// Whether there are candidates, few, and a thread holds them all.
    #[inline(always)]
    fn all_held(&self, heap: &Heap, thread: ThreadId) -> bool {
        let held = |o: ObjectId| heap.object(o).held_by(thread);
        match self.count {
            1 => held(self.candidates[0]),
            2 => held(self.candidates[0]) && held(self.candidates[1]),
            _ => false,
        }
    }

    /// C(v) := C(v) ∩ the locks held
    #[inline]
    fn keep(&mut self, this: Touch<'_>, more: &mut [Vec<ObjectId>]) {
        let held = |o: ObjectId| this.heap.object(o).held_by(this.thread);
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
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const TOUCHES: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.cells.clear();
        self.more.clear();
        self.races.clear();
    }

    fn touch(&mut self, touch: Touch<'_>) {
        self.access(touch);
    }

    #[inline(always)]
    fn touch_quickly(&mut self, heap: &Heap, place: Place) -> bool {
        self.quickly(heap, place)
    }
}
