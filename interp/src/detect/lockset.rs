//! The lockset algorithm: Savage, Burrows, Nelson, Sobalvarro, Anderson, *Eraser: A Dynamic Data Race Detector for
//! Multithreaded Programs*, TOCS 1997. It knows of no order but that of locks, so it can raise false alarms.
//!
//! The algorithm as it is written is [`super::plain::PlainLockset`]; `tests/watchers.rs` holds the two equal.

use super::{Detector, Races, RacyAccess, RawRace};
use crate::event::{Access, Site};
use crate::in_place::{clone_in_place, refill};
use crate::machine::Lowered;
use crate::observe::{Built, Observer, Place, Rewind, Touch};
use crate::value::{ObjectId, ThreadId};

/// The states of the paper's figure 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Virgin,
    /// To the thread of the last access.
    Exclusive,
    Shared,
    /// Shared-Modified, with candidates.
    Modified,
    /// Shared-Modified without candidates: there was an alarm, and no cell gives another.
    Alarmed,
}

/// Shadow word of a cell, of a size such that its place is found by a shift.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
struct Shadow {
    phase: Phase,
    last: RacyAccess,
    /// C(v), from the time when a second thread came: start and number of its locks in [`Lockset::candidates`].
    candidates: (u32, u32),
}

const FRESH: Shadow = Shadow {
    phase: Phase::Virgin,
    last: RacyAccess { thread: ThreadId::MAIN, access: Access::Read, site: Site::NOWHERE },
    candidates: (0, 0),
};

/// The detector.
#[derive(Default, Debug)]
pub struct Lockset {
    cells: Vec<Shadow>,
    /// The candidates of all cells, those of a cell one after the other.
    candidates: Vec<ObjectId>,
    races: Races,
}

clone_in_place!(Lockset { cells, candidates, races });

impl Rewind for Lockset {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        refill(&mut self.cells, &to.cells);
        refill(&mut self.candidates, &to.candidates);
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
    fn quickly(&mut self, this: Place<'_>) -> bool {
        let Some(shadow) = self.cells.get_mut(this.cell.index()) else { return false };
        let same = match shadow.phase {
            Phase::Virgin => false,
            Phase::Exclusive => shadow.last.thread == this.thread,
            Phase::Shared if this.access.writes() => false,
            Phase::Shared | Phase::Modified => {
                let (from, count) = shadow.candidates;
                self.candidates[from as usize..][..count as usize].iter().all(|&lock| this.holds(lock))
            }
            Phase::Alarmed => return true,
        };
        if same {
            shadow.last = RacyAccess::from(this);
        }
        same
    }

    /// Any other access.
    #[inline(never)]
    fn closer(&mut self, this: Touch<'_>) {
        let Touch { place, object, field, steps, syncs } = this;
        if place.cell.index() >= self.cells.len() {
            self.cells.resize(place.cell.index() + 1, FRESH);
        }
        let Lockset { cells, candidates, races } = self;
        let shadow = &mut cells[place.cell.index()];
        let (phase, before, me) = (shadow.phase, shadow.last, RacyAccess::from(place));
        shadow.last = me;
        match phase {
            Phase::Virgin => {
                shadow.phase = Phase::Exclusive;
                return;
            }
            Phase::Alarmed => return,
            // C(v) := the locks held
            Phase::Exclusive => {
                let from = candidates.len();
                candidates.extend(syncs.iter().filter_map(|held| held.object).filter(|&lock| place.holds(lock)));
                shadow.candidates = (from as u32, (candidates.len() - from) as u32);
            }
            // C(v) := C(v) ∩ the locks held
            Phase::Shared | Phase::Modified => {
                let (from, count) = shadow.candidates;
                let all = &mut candidates[from as usize..][..count as usize];
                let mut left = 0;
                for at in 0..all.len() {
                    if place.holds(all[at]) {
                        all[left] = all[at];
                        left += 1;
                    }
                }
                shadow.candidates.1 = left as u32;
            }
        }
        let modified = place.access.writes() || phase == Phase::Modified;
        shadow.phase = match (modified, shadow.candidates.1) {
            (false, _) => Phase::Shared,
            (true, 0) => {
                let accesses = [before, me];
                races.add(RawRace { object, field, accesses, detector: Detector::Lockset, steps });
                Phase::Alarmed
            }
            (true, _) => Phase::Modified,
        };
    }
}

impl Observer for Lockset {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const TOUCHES: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.cells.clear();
        self.candidates.clear();
        self.races.clear();
    }

    #[inline(always)]
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        // A fixed field has no write after its first thread, so it raises no alarm.
        if !place.fixed && !self.quickly(place) {
            self.closer(more());
        }
    }

    fn built(&mut self, built: Built<'_>) {
        let Built { thread, first, fields, .. } = built;
        if self.cells.len() > first.index() {
            return built.touch(self);
        }
        self.cells.resize(first.index(), FRESH);
        let access = |&field: &_| RacyAccess { thread, access: Access::Init, site: Site::field(field) };
        let exclusive = |field: &_| Shadow { phase: Phase::Exclusive, last: access(field), ..FRESH };
        self.cells.extend(fields.iter().map(exclusive));
    }

    fn stops(&self) -> bool {
        false
    }
}
