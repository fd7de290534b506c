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

/// The states of the paper's figure 4; states with candidates are divided by the number of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Phase {
    /// Shared-Modified, with a few candidates.
    ModifiedFew,
    /// Shared, with a few.
    SharedFew,
    /// Exclusive: to the thread of the last access.
    Exclusive,
    /// Shared-Modified without candidates: there was an alarm, and no cell gives another.
    Alarmed,
    /// Shared, without candidates.
    SharedNone,
    Virgin,
    ModifiedMany,
    SharedMany,
}

/// Number of candidates, by size class.
enum Left {
    None,
    Few,
    Many,
}

/// Shadow word of a cell, of a size such that its place is found by a shift.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
struct Shadow {
    phase: Phase,
    last: RacyAccess,
    /// C(v), from the time when a second thread came, if these are few: both the same if there is one.
    few: [ObjectId; 2],
    /// Start and number of the candidates in [`Lockset::many`], if they are many.
    many: (u32, u32),
}

const FRESH: Shadow = Shadow {
    phase: Phase::Virgin,
    last: RacyAccess { thread: ThreadId::MAIN, access: Access::Read, site: Site::NOWHERE },
    few: [ObjectId(0); 2],
    many: (0, 0),
};

/// The detector.
#[derive(Default, Debug)]
pub struct Lockset {
    cells: Vec<Shadow>,
    /// The candidates of cells that have many, those of a cell one after the other.
    many: Vec<ObjectId>,
    races: Races,
}

clone_in_place!(Lockset { cells, many, races });

impl Rewind for Lockset {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        refill(&mut self.cells, &to.cells);
        refill(&mut self.many, &to.many);
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
        let few = if this.access.writes() { Phase::ModifiedFew } else { Phase::SharedFew };
        let same = if shadow.phase <= few {
            this.holds(shadow.few[0]) && (shadow.few[0] == shadow.few[1] || this.holds(shadow.few[1]))
        } else if shadow.phase == Phase::Exclusive {
            shadow.last.thread == this.thread
        } else if shadow.phase == Phase::Alarmed {
            return true;
        } else {
            shadow.phase == Phase::SharedNone && !this.access.writes()
        };
        if same {
            shadow.last = RacyAccess::from(this);
        }
        same
    }

    /// Any other access.
    #[inline(never)]
    fn closer(&mut self, this: Touch<'_>) {
        let place = this.place;
        if place.cell.index() >= self.cells.len() {
            self.cells.resize(place.cell.index(), FRESH);
            self.cells.push(Shadow { phase: Phase::Exclusive, last: RacyAccess::from(place), ..FRESH });
            return;
        }
        let shadow = &mut self.cells[place.cell.index()];
        let (phase, before, me) = (shadow.phase, shadow.last, RacyAccess::from(place));
        shadow.last = me;
        let left = match phase {
            Phase::Virgin => {
                shadow.phase = Phase::Exclusive;
                return;
            }
            Phase::Alarmed => return,
            // C(v) := the locks held, C(v) := C(v) ∩ the locks held
            Phase::Exclusive => self.begin(this),
            Phase::SharedFew | Phase::ModifiedFew => shadow.keep_few(place),
            Phase::SharedMany | Phase::ModifiedMany => self.keep_many(place),
            Phase::SharedNone => Left::None,
        };
        let modified = place.access.writes() || matches!(phase, Phase::ModifiedFew | Phase::ModifiedMany);
        self.cells[place.cell.index()].phase = match left {
            Left::None if modified => {
                let Touch { object, field, steps, .. } = this;
                let accesses = [before, me];
                self.races.add(RawRace { object, field, accesses, detector: Detector::Lockset, steps });
                Phase::Alarmed
            }
            Left::None => Phase::SharedNone,
            Left::Few if modified => Phase::ModifiedFew,
            Left::Few => Phase::SharedFew,
            Left::Many if modified => Phase::ModifiedMany,
            Left::Many => Phase::SharedMany,
        };
    }

    /// C(v) := the locks held
    #[inline]
    fn begin(&mut self, this: Touch<'_>) -> Left {
        let mut locks = this.syncs.iter().filter_map(|held| held.object).filter(|&lock| this.place.holds(lock));
        let few = &mut self.cells[this.place.cell.index()].few;
        let Some(first) = locks.next() else { return Left::None };
        *few = [first, locks.next().unwrap_or(first)];
        if locks.next().is_none() { Left::Few } else { self.begin_many(this) }
    }

    #[cold]
    fn begin_many(&mut self, this: Touch<'_>) -> Left {
        let from = self.many.len();
        self.many.extend(this.syncs.iter().filter_map(|held| held.object));
        self.cells[this.place.cell.index()].many = (from as u32, (self.many.len() - from) as u32);
        self.keep_many(this.place)
    }

    /// C(v) := C(v) ∩ the locks held
    #[cold]
    fn keep_many(&mut self, this: Place<'_>) -> Left {
        let shadow = &mut self.cells[this.cell.index()];
        let (from, count) = shadow.many;
        let many = &mut self.many[from as usize..][..count as usize];
        let mut left = 0;
        for at in 0..many.len() {
            if this.holds(many[at]) {
                many[left] = many[at];
                left += 1;
            }
        }
        shadow.many.1 = left as u32;
        match many[..left] {
            [] => Left::None,
            [first] => {
                shadow.few = [first; 2];
                Left::Few
            }
            [first, second] => {
                shadow.few = [first, second];
                Left::Few
            }
            _ => Left::Many,
        }
    }
}

impl Shadow {
    /// C(v) := C(v) ∩ the locks held
    #[inline]
    fn keep_few(&mut self, this: Place<'_>) -> Left {
        let [first, second] = self.few;
        self.few = match (this.holds(first), this.holds(second)) {
            (true, true) => return Left::Few,
            (true, false) => [first; 2],
            (false, true) => [second; 2],
            (false, false) => return Left::None,
        };
        Left::Few
    }
}

impl Observer for Lockset {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const TOUCHES: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.cells.clear();
        self.many.clear();
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
