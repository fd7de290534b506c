//! Races by definition 9.2: two threads about to access one field of one object, at least one of them writing.

use super::{Detector, Races, RacyAccess, RawRace};
use crate::event::{Access, Site};
use crate::in_place::clone_in_place;
use crate::machine::{Lowered, Machine, NextAccess};
use crate::observe::{Observer, Rewind};
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId};

/// The detector: looks at what every thread is about to do, in every state that the run rests in.
#[derive(Default, Debug)]
pub struct Adjacent {
    /// The cell that each thread is about to access, or none.
    cells: Vec<u32>,
    /// How it does that; of no meaning if it does not.
    accesses: Vec<NextAccess>,
    races: Races,
    steps: u64,
    stop: bool,
}

const NONE: u32 = u32::MAX;

const NOWHERE: NextAccess =
    NextAccess { object: ObjectId(NONE), field: FieldId(NONE), cell: NONE, access: Access::Read, site: Site::NOWHERE };

clone_in_place!(Adjacent { cells, accesses, races, steps, stop });

impl Rewind for Adjacent {}

impl Adjacent {
    /// Watches whole runs.
    pub fn new() -> Adjacent {
        Adjacent::default()
    }

    /// Is [`Observer::done`] at the first race.
    pub fn until_first() -> Adjacent {
        Adjacent { stop: true, ..Adjacent::default() }
    }

    /// The races found.
    pub fn races(&self) -> &[RawRace] {
        self.races.all()
    }

    /// A race.
    #[cold]
    fn meet(&mut self, first: ThreadId, second: ThreadId) {
        let [a, b] = [first, second].map(|t| self.accesses[t.index()]);
        let side = |thread, next: NextAccess| RacyAccess { thread, access: next.access, site: next.site };
        let accesses = [side(first, a), side(second, b)];
        let (object, field) = (b.object, b.field);
        self.races.add(RawRace { object, field, accesses, detector: Detector::Adjacent, steps: self.steps });
    }
}

impl Observer for Adjacent {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const RESTS: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.accesses.clear();
        self.cells.clear();
        self.races.clear();
        self.steps = 0;
    }

    #[inline]
    fn rest(&mut self, machine: &Machine, thread: ThreadId) {
        let i = thread.index();
        if i >= self.cells.len() {
            self.cells.resize(i + 1, NONE);
            self.accesses.resize(i + 1, NOWHERE);
        }
        let Some(next) = machine.next_access(thread) else {
            self.cells[i] = NONE;
            return;
        };
        (self.cells[i], self.accesses[i]) = (next.cell, next);
        for other in 0..self.cells.len() {
            if self.cells[other] == next.cell && other != i {
                let first = &self.accesses[other];
                if (first.access.writes() || next.access.writes())
                    && !self.races.knows(next.field, first.site, next.site)
                {
                    self.meet(ThreadId(other as u32), thread);
                }
            }
        }
    }

    #[inline(always)]
    fn ran(&mut self, _: ThreadId, steps: u64) {
        self.steps += steps;
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.stop && !self.races.all().is_empty()
    }
}
