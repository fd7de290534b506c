//! Races by definition 9.2: two threads about to access one field of one object, at least one of them writing. The definition
//! is [`super::plain::about`]; `tests/watchers.rs` holds the two equal.

use super::{Detector, Races, RacyAccess, RawRace};
use crate::in_place::{clone_in_place, refill};
use crate::index::Packed;
use crate::machine::sites::{AccessNumber, Numbered, OTHERS};
use crate::machine::state::CellId;
use crate::machine::{Lowered, NextCell};
use crate::observe::{Observer, Rewind};
use crate::pending::NextAccess;
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId};

/// Number of threads compared together.
const LANE: usize = 8;

/// Pending accesses of threads.
#[derive(Clone, Copy, Default, Debug)]
struct Lane {
    /// The cell, or none.
    cells: [Packed<CellId>; LANE],
    /// The number of the access.
    numbers: [Packed<AccessNumber>; LANE],
    /// Its bit ([`crate::machine::sites::Numbered`]).
    bits: [u32; LANE],
    /// The object.
    objects: [Packed<ObjectId>; LANE],
}

impl Lane {
    /// The bits of the threads that are about to access a cell.
    #[inline(always)]
    fn at(&self, cell: CellId) -> u32 {
        // Without a branch: the result is unpredictable.
        self.cells.iter().zip(self.bits).fold(0, |all, (its, bit)| all | bit & u32::from(its.is(cell)).wrapping_neg())
    }

    /// A thread is not about to access anything.
    #[inline(always)]
    fn leave(&mut self, at: usize) {
        self.cells[at] = Packed::NONE;
    }

    /// A thread is about to make this access.
    #[inline(always)]
    fn come(&mut self, at: usize, NextCell { object, cell, number, bit }: NextCell) {
        (self.cells[at], self.numbers[at], self.bits[at]) = (Packed::some(cell), number, bit);
        self.objects[at] = Packed::some(object);
    }

    /// Returns the threads that are about to access a cell.
    fn accessing(self, cell: Packed<CellId>) -> impl Iterator<Item = usize> {
        self.cells.into_iter().enumerate().filter(move |its| its.1 == cell).map(|its| its.0)
    }
}

const IDLE: Lane =
    Lane { cells: [Packed::NONE; LANE], numbers: [Packed::NONE; LANE], bits: [0; LANE], objects: [Packed::NONE; LANE] };

/// The detector: looks at the pending access of every thread, in every state that the run rests in.
///
/// Only the thread that has stepped has another pending access than before. The pairs of places known to race are kept
/// as sets of places, so that a state is looked at in one go.
#[derive(Default, Debug)]
pub struct Adjacent {
    /// The first threads.
    lane: Lane,
    /// The threads after those.
    lanes: Vec<Lane>,
    /// By thread, the accesses that have no number.
    others: Vec<Option<NextAccess>>,
    /// For each numbered access, the accesses that would be news beside it.
    news: Vec<u32>,
    /// The pairs of numbers that are no news beside each other any more.
    told: Vec<[AccessNumber; 2]>,
    races: Races,
    stop: bool,
}

clone_in_place!(Adjacent { lane, lanes, others, news, told, races, stop });

impl Rewind for Adjacent {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        if !(self.told.is_empty() && to.told.is_empty()) {
            self.recall(to);
        }
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

    /// A detector that is [`Observer::done`] at the first race.
    pub fn until_first() -> Adjacent {
        Adjacent { stop: true, ..Adjacent::default() }
    }

    /// The races found.
    pub fn races(&self) -> &[RawRace] {
        self.races.all()
    }

    /// Restores the pairs told to those of `to`.
    #[inline(never)]
    fn recall(&mut self, to: &Self) {
        if self.news.len() == to.news.len() && (self.told.len() + to.told.len()) * 8 < self.news.len() {
            for number in self.told.iter().chain(&to.told).flatten() {
                self.news[number.index()] = to.news[number.index()];
            }
        } else {
            refill(&mut self.news, &to.news);
        }
        refill(&mut self.told, &to.told);
    }

    /// Returns the pending access of thread number `thread`.
    #[inline(always)]
    fn about(&self, program: &Lowered, thread: usize) -> Option<(FieldId, RacyAccess)> {
        let (field, access, site) = match self.number(thread).get() {
            None => self.others.get(thread).copied().flatten().map(|next| (next.field, next.access, next.site))?,
            Some(number) => program.accesses.get(number.index()).map(|n| (n.field, n.access, n.site))?,
        };
        Some((field, RacyAccess { thread: ThreadId(thread as u32), access, site }))
    }

    /// Races that may be new: looks at the threads that are about to access the same cell.
    #[inline(never)]
    fn meet(&mut self, program: &Lowered, thread: ThreadId, steps: u64) {
        let (mine, at) = (self.lane_of(thread.index()), thread.index() % LANE);
        let (cell, Some(object)) = (mine.cells[at], mine.objects[at].get()) else { return };
        let Some((field, second)) = self.about(program, thread.index()) else { return };
        for lane in 0..=self.lanes.len() {
            for other in self.lane_of(lane * LANE).accessing(cell) {
                let other = lane * LANE + other;
                if other != thread.index()
                    && let Some((_, first)) = self.about(program, other)
                    && (first.access.writes() || second.access.writes())
                {
                    let accesses = [first, second];
                    self.races.add(RawRace { object, field, accesses, detector: Detector::Adjacent, steps });
                    let (a, b) = (self.number(other), self.number(thread.index()));
                    let number = |n: Packed<AccessNumber>| Some((n.get()?, program.accesses.get(n.position())?));
                    if let (Some((a, first)), Some((b, second))) = (number(a), number(b)) {
                        self.told(a, first, b, second);
                    }
                }
            }
        }
    }

    /// A thread is about to make this access, and there are more than a few threads.
    #[inline(never)]
    fn rest_of_many(&mut self, program: &Lowered, thread: ThreadId, next: &NextCell, steps: u64) {
        let at = thread.index() % LANE;
        self.own_lane(thread).leave(at);
        let beside = self.lanes.iter().fold(self.lane.at(next.cell), |beside, lane| beside | lane.at(next.cell));
        self.own_lane(thread).come(at, *next);
        if self.news(next.number) & beside != 0 {
            self.meet(program, thread, steps);
        }
    }

    /// A thread is not about to access anything, and there are more than a few.
    #[inline(never)]
    fn leave_of_many(&mut self, thread: ThreadId) {
        self.own_lane(thread).leave(thread.index() % LANE);
    }

    /// The lane of a thread, which may be new.
    #[inline(always)]
    fn own_lane(&mut self, thread: ThreadId) -> &mut Lane {
        match (thread.index() / LANE).checked_sub(1) {
            None => &mut self.lane,
            Some(lane) => {
                if lane >= self.lanes.len() {
                    self.lanes.resize(lane + 1, IDLE);
                }
                &mut self.lanes[lane]
            }
        }
    }

    /// The bits of the accesses that may be news beside access number `number`.
    #[inline(always)]
    fn news(&self, number: Packed<AccessNumber>) -> u32 {
        self.news.get(number.position()).copied().unwrap_or(u32::MAX)
    }

    fn lane_of(&self, thread: usize) -> &Lane {
        (thread / LANE).checked_sub(1).map_or(&self.lane, |lane| &self.lanes[lane])
    }

    fn number(&self, thread: usize) -> Packed<AccessNumber> {
        self.lane_of(thread).numbers[thread % LANE]
    }

    /// Accesses number `a` and `b` are no news beside each other any more.
    #[inline]
    fn told(&mut self, a: AccessNumber, first: &Numbered, b: AccessNumber, second: &Numbered) {
        self.news[a.index()] &= !second.bit | OTHERS;
        self.news[b.index()] &= !first.bit | OTHERS;
        self.told.push([a, b]);
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
        let (at, few) = (thread.index(), self.lanes.is_empty());
        let Some(next) = next else {
            return if at < LANE && few { self.lane.leave(at) } else { self.leave_of_many(thread) };
        };
        if at >= LANE || !few {
            return self.rest_of_many(program, thread, &next, steps);
        }
        // Its own last pending access is not beside the new one.
        self.lane.leave(at);
        let beside = self.lane.at(next.cell);
        self.lane.come(at, next);
        if self.news(next.number) & beside != 0 {
            self.meet(program, thread, steps);
        }
    }

    #[inline(always)]
    fn is_old(&self, number: AccessNumber) -> bool {
        self.news.get(number.index()) == Some(&0)
    }

    #[cold]
    #[inline(never)]
    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
        let i = thread.index();
        if i >= self.others.len() {
            self.others.resize(i + 1, None);
        }
        self.others[i] = Some(next);
        let next = NextCell { object: next.object, cell, number: Packed::NONE, bit: OTHERS };
        self.rest_of_many(program, thread, &next, steps);
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.stop
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.stop && !self.races.all().is_empty()
    }
}
