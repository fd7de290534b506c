//! Races by definition 9.2: two threads about to access one field of one object, at least one of them writing.

use super::{Detector, Races, RacyAccess, RawRace};
use crate::event::{Access, Site};
use crate::in_place::{clone_in_place, refill};
use crate::machine::sites::{OTHERS, UNNUMBERED};
use crate::machine::{Lowered, NextAccess, NextCell};
use crate::observe::{Observer, Rewind};
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId};

/// So many threads are looked at together.
const LANE: usize = 8;

/// No cell.
const NONE: u32 = u32::MAX;

/// What threads are about to access.
#[derive(Clone, Copy, Debug)]
struct Lane {
    /// The cell, or none.
    cells: [u32; LANE],
    /// The number of the access.
    numbers: [u32; LANE],
    /// Its bit ([`crate::machine::sites::Numbered`]).
    bits: [u32; LANE],
}

impl Default for Lane {
    fn default() -> Lane {
        IDLE
    }
}

impl Lane {
    /// The bits of those that are about to access a cell.
    #[inline(always)]
    fn at(&self, cell: u32) -> u32 {
        let mut bits = 0;
        // Without a branch: nobody can tell which threads these are.
        for (its, bit) in self.cells.iter().zip(&self.bits) {
            bits |= bit & u32::from(*its == cell).wrapping_neg();
        }
        bits
    }
}

const IDLE: Lane = Lane { cells: [NONE; LANE], numbers: [UNNUMBERED; LANE], bits: [0; LANE] };

/// The detector: looks at what every thread is about to do, in every state that the run rests in.
///
/// Only the thread that has stepped is about to do something else than before. Which pairs of places are known to race is kept
/// as sets of places, so that a state is looked at in one go.
#[derive(Default, Debug)]
pub struct Adjacent {
    /// The first threads.
    lane: Lane,
    /// The threads after those.
    lanes: Vec<Lane>,
    /// By thread, the accesses that have no number.
    others: Vec<Option<NextAccess>>,
    /// For each numbered access those that would be news beside it.
    news: Vec<u32>,
    /// The numbers whose news are not all their rivals any more.
    told: Vec<u32>,
    races: Races,
    stop: bool,
}

clone_in_place!(Adjacent { lane, lanes, others, news, told, races, stop });

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
        refill(&mut self.told, &to.told);
        self.lane = to.lane;
        refill(&mut self.lanes, &to.lanes);
        refill(&mut self.others, &to.others);
        self.races.rewind(&to.races);
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

    #[inline(always)]
    fn lane(&mut self, lane: usize) -> &mut Lane {
        match lane.checked_sub(1) {
            None => &mut self.lane,
            Some(lane) => {
                if lane >= self.lanes.len() {
                    self.lanes.resize(lane + 1, IDLE);
                }
                &mut self.lanes[lane]
            }
        }
    }

    /// What thread number `thread` is about to do.
    #[inline(always)]
    fn about(&self, program: &Lowered, thread: usize) -> Option<(FieldId, Access, Site)> {
        match self.number(thread) {
            UNNUMBERED => self.others.get(thread).copied().flatten().map(|next| (next.field, next.access, next.site)),
            number => program.accesses.get(number as usize).map(|n| (n.field, n.access, n.site)),
        }
    }

    /// A race that may be new: looks at every thread that is about to access the cell.
    #[cold]
    #[inline(never)]
    fn meet(&mut self, program: &Lowered, thread: ThreadId, object: ObjectId, cell: u32, steps: u64) {
        let me = thread.index();
        for lane in 0..=self.lanes.len() {
            let cells = self.lane_of(lane * LANE).cells;
            for other in (0..LANE).filter(|&at| cells[at] == cell).map(|at| lane * LANE + at) {
                if other != me {
                    self.race(program, [other, me], object, steps);
                }
            }
        }
    }

    /// A race, perhaps: two threads that are about to access one cell.
    fn race(&mut self, program: &Lowered, threads: [usize; 2], object: ObjectId, steps: u64) {
        let Some((field, first, there)) = self.about(program, threads[0]) else { return };
        let Some((_, second, here)) = self.about(program, threads[1]) else { return };
        if first.writes() || second.writes() {
            let side = |t: usize, access, site| RacyAccess { thread: ThreadId(t as u32), access, site };
            let accesses = [side(threads[0], first, there), side(threads[1], second, here)];
            self.races.add(RawRace { object, field, accesses, detector: Detector::Adjacent, steps });
            let (first, second) = (self.number(threads[0]), self.number(threads[1]));
            self.told(program, first, second);
            self.told(program, second, first);
        }
    }

    fn lane_of(&self, thread: usize) -> &Lane {
        (thread / LANE).checked_sub(1).map_or(&self.lane, |lane| &self.lanes[lane])
    }

    fn number(&self, thread: usize) -> u32 {
        self.lane_of(thread).numbers[thread % LANE]
    }

    /// Access number `b` is no news beside number `a` any more.
    fn told(&mut self, program: &Lowered, a: u32, b: u32) {
        if let (Some(news), Some(b)) = (self.news.get_mut(a as usize), program.accesses.get(b as usize)) {
            *news &= !b.bit | OTHERS;
            self.told.push(a);
        }
    }
}

impl Observer for Adjacent {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const RESTS: bool = true;

    fn start(&mut self, program: &Lowered) {
        self.lane = IDLE;
        self.lanes.clear();
        self.others.clear();
        self.told.clear();
        self.news.clear();
        self.news.extend(program.accesses.iter().map(|a| a.rivals));
        self.races.clear();
    }

    #[inline(always)]
    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        let (lane, at) = (thread.index() / LANE, thread.index() % LANE);
        let mine = self.lane(lane);
        mine.cells[at] = NONE;
        let Some(NextCell { object, cell, number, bit }) = next else { return };
        (mine.numbers[at], mine.bits[at]) = (number, bit);
        let mut beside = self.lane.at(cell);
        for lane in &self.lanes {
            beside |= lane.at(cell);
        }
        self.lane(lane).cells[at] = cell;
        if self.news.get(number as usize).is_none_or(|news| beside & news != 0) {
            self.meet(program, thread, object, cell, steps);
        }
    }

    #[cold]
    #[inline(never)]
    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, next: NextAccess, steps: u64) {
        let i = thread.index();
        if i >= self.others.len() {
            self.others.resize(i + 1, None);
        }
        self.others[i] = Some(next);
        let lane = self.lane(i / LANE);
        (lane.cells[i % LANE], lane.numbers[i % LANE], lane.bits[i % LANE]) = (next.cell, UNNUMBERED, OTHERS);
        self.meet(program, thread, next.object, next.cell, steps);
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.stop && !self.races.all().is_empty()
    }
}
