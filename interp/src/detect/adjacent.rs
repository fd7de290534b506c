//! Races by definition 9.2: two threads about to access one field of one object, at least one of them writing.

use super::{Detector, Races, RacyAccess, RawRace};
use crate::in_place::clone_in_place;
use crate::machine::{Lowered, Pending};
use crate::observe::{Observer, Rewind};
use crate::value::ThreadId;

/// The detector: looks at what every thread is about to do, in every state that the run rests in.
#[derive(Default, Debug)]
pub struct Adjacent {
    pending: Vec<Pending>,
    /// The cell that each thread is about to access, or none.
    cells: Vec<u32>,
    races: Races,
    steps: u64,
    stop: bool,
}

const NONE: u32 = u32::MAX;

clone_in_place!(Adjacent { pending, cells, races, steps, stop });

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
}

impl Observer for Adjacent {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const RESTS: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.pending.clear();
        self.cells.clear();
        self.races.clear();
        self.steps = 0;
    }

    fn rest(&mut self, thread: ThreadId, pending: Pending) {
        let i = thread.index();
        if i >= self.pending.len() {
            self.pending.resize(i + 1, Pending::Nothing);
            self.cells.resize(i + 1, NONE);
        }
        self.pending[i] = pending;
        self.cells[i] = NONE;
        let Pending::Access { object, field, cell, access, site } = pending else { return };
        self.cells[i] = cell;
        for other in 0..self.cells.len() {
            if self.cells[other] != cell || other == i {
                continue;
            }
            if let Pending::Access { access: first, site: place, .. } = self.pending[other]
                && (first.writes() || access.writes())
            {
                let first = RacyAccess { thread: ThreadId(other as u32), access: first, site: place };
                let second = RacyAccess { thread, access, site };
                let accesses = [first, second];
                self.races.add(RawRace { object, field, accesses, detector: Detector::Adjacent, steps: self.steps });
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
