//! Races by definition 9.2: two threads about to access one field of one object, at least one of them writing.

use super::{Detector, Races, RacyAccess, RawRace};
use crate::in_place::clone_in_place;
use crate::machine::sites::{OTHERS, UNNUMBERED};
use crate::machine::{Lowered, Machine, NextAccess};
use crate::observe::{Observer, Rewind};
use crate::value::ThreadId;

/// So many threads are looked at together.
const LANE: usize = 8;

/// No cell.
const NONE: u32 = u32::MAX;

/// What threads are about to access.
#[derive(Clone, Copy, Debug)]
struct Lane {
    /// The cell, or none.
    cells: [u32; LANE],
    /// Which of the accesses to its field it is ([`crate::machine::sites::Numbered`]).
    bits: [u64; LANE],
}

const IDLE: Lane = Lane { cells: [NONE; LANE], bits: [0; LANE] };

/// The detector: looks at what every thread is about to do, in every state that the run rests in.
///
/// Only the thread that has stepped is about to do something else than before. Which pairs of places are known to race is kept
/// as sets of places, so that a state is looked at in one go.
#[derive(Default, Debug)]
pub struct Adjacent {
    lanes: Vec<Lane>,
    /// For each numbered access those that would be news beside it.
    news: Vec<u64>,
    /// The numbers whose news are not all their rivals any more.
    told: Vec<u32>,
    races: Races,
    stop: bool,
}

clone_in_place!(Adjacent { lanes, news, told, races, stop });

impl Rewind for Adjacent {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        if self.news.len() == to.news.len() {
            for number in self.told.drain(..).chain(to.told.iter().copied()) {
                self.news[number as usize] = to.news[number as usize];
            }
        } else {
            self.news.clone_from(&to.news);
        }
        self.told.clone_from(&to.told);
        self.lanes.clone_from(&to.lanes);
        self.races.clone_from(&to.races);
        self.stop = to.stop;
    }
}

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

    /// A race that may be new: looks at every other thread.
    #[cold]
    fn meet(&mut self, machine: &Machine, thread: ThreadId, cell: u32) {
        let Some(next) = machine.next_access(thread) else { return };
        let side = |thread, next: &NextAccess| RacyAccess { thread, access: next.access, site: next.site };
        let number = machine.next_cell(thread).map(|n| n.number);
        for other in 0..self.lanes.len() * LANE {
            if self.lanes[other / LANE].cells[other % LANE] != cell {
                continue;
            }
            let other = ThreadId(other as u32);
            let Some(first) = machine.next_access(other) else { continue };
            if !(first.access.writes() || next.access.writes()) {
                continue;
            }
            self.races.add(RawRace {
                object: next.object,
                field: next.field,
                accesses: [side(other, &first), side(thread, &next)],
                detector: Detector::Adjacent,
                steps: machine.steps(),
            });
            let numbers = [number, machine.next_cell(other).map(|n| n.number)];
            if let [Some(a), Some(b)] = numbers {
                self.told(machine.program(), a, b);
                self.told(machine.program(), b, a);
            }
        }
    }

    /// Access number `b` is no news beside number `a` any more.
    fn told(&mut self, program: &Lowered, a: u32, b: u32) {
        if let (Some(news), Some(b)) = (self.news.get_mut(a as usize), program.accesses.get(b as usize)) {
            *news &= !b.bit;
            self.told.push(a);
        }
    }
}

impl Observer for Adjacent {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const RESTS: bool = true;

    fn start(&mut self, program: &Lowered) {
        self.lanes.clear();
        self.told.clear();
        self.news.clear();
        self.news.extend(program.accesses.iter().map(|a| a.rivals));
        self.races.clear();
    }

    #[inline(always)]
    fn rest(&mut self, machine: &Machine, thread: ThreadId) {
        let (lane, at) = (thread.index() / LANE, thread.index() % LANE);
        if lane >= self.lanes.len() {
            self.lanes.resize(lane + 1, IDLE);
        }
        let Some(next) = machine.next_cell(thread) else {
            self.lanes[lane].cells[at] = NONE;
            return;
        };
        self.lanes[lane].cells[at] = NONE;
        let mut beside = 0;
        for lane in &self.lanes {
            for (cell, bit) in lane.cells.iter().zip(&lane.bits) {
                beside |= if *cell == next.cell { *bit } else { 0 };
            }
        }
        // What has no number may race with anything.
        let (news, bit) = match machine.program().accesses.get(next.number as usize) {
            Some(a) => (self.news.get(next.number as usize).copied().unwrap_or(u64::MAX), a.bit),
            None => (u64::MAX, OTHERS),
        };
        debug_assert!(bit != OTHERS || next.number == UNNUMBERED);
        if beside & news != 0 {
            self.meet(machine, thread, next.cell);
        }
        let lane = &mut self.lanes[lane];
        (lane.cells[at], lane.bits[at]) = (next.cell, bit);
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.stop && !self.races.all().is_empty()
    }
}
