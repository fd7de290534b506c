//! What one worker does: it expands states, its own and those that others have put up, depth by depth.

mod expand;

use super::findings::Findings;
use super::layout::Layout;
use super::store::{Store, Writer};
use super::work::{Late, Work};
use super::{Common, meeting};
use crate::meter::{Meter, Used};
use crate::result::Cut;
use crate::space::{Known, NONE, mix};
use crate::stepper::Stepper;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// How far a worker has come.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    pub(super) depth: u64,
    /// Its states of this depth, in the order in which they are expanded.
    pub(super) level: Vec<Range<u32>>,
    /// How many of these pieces are expanded.
    begun: usize,
    pub(super) writer: Writer,
}

impl Frontier {
    /// The first state.
    pub(super) fn first(store: &Store, initial: &[u32]) -> Frontier {
        let (mut frontier, mut packed) = (Frontier::default(), Vec::new());
        let sum = store.layout().pack(initial, &mut packed);
        store.insert::<true>(&mut frontier.writer, mix(sum), &packed, NONE);
        frontier.writer.fresh(&mut frontier.level);
        frontier
    }

    /// Nothing yet.
    pub(super) fn at(depth: u64) -> Frontier {
        Frontier { depth, ..Frontier::default() }
    }
}

/// One of those who search.
pub(super) struct Worker<'a, S: ?Sized> {
    pub(super) common: &'a Common<'a>,
    pub(super) me: usize,
    pub(super) stepper: &'a mut S,
    frontier: Frontier,
    pub(super) found: Findings,
    pub(super) seen_races: FxHashSet<(u32, u32, u32)>,
    work: Work,
    late: Late,
    pub(super) cuts: Vec<Cut>,
    /// States and steps that the others have been told of, and states of this depth.
    told: (u64, u64),
    posted: u64,
    /// How many it had written down before.
    before: u64,
    /// How often all have met, at the end of a depth or to make room.
    round: u64,
}

/// States whose successors are worked out together, so that the memory that they are looked up in is fetched together.
const TOGETHER: u32 = 64;
/// So many states at most wait until they can be packed.
const LATE: usize = 1 << 10;
/// There are no more states than this, so that their numbers fit.
const MOST: u64 = 1 << 30;

impl<'a, S: Stepper + ?Sized> Worker<'a, S> {
    /// Goes on from here.
    pub(super) fn new(common: &'a Common<'a>, me: usize, stepper: &'a mut S, frontier: Frontier) -> Worker<'a, S> {
        let (found, len) = (Findings::default(), frontier.writer.len());
        Worker {
            common,
            me,
            stepper,
            frontier,
            found,
            seen_races: FxHashSet::default(),
            work: Work::default(),
            late: Late::default(),
            cuts: Vec::new(),
            told: (len, 0),
            posted: len,
            before: len,
            round: 1,
        }
    }

    /// Searches to the end, or until somebody says stop, or, if nobody shares the work, until others should join in.
    pub(super) fn run(mut self) -> (Findings, Option<Frontier>) {
        let common = self.common;
        let mut meter = Meter::since(common.options, common.start);
        let mut store = common.store();
        let (mut again, mut goes_on) = (false, false);
        loop {
            let depth = self.frontier.depth;
            if self.me == 0 {
                common.options.control.depth.store(depth, Relaxed);
            }
            if S::SHARED && !again {
                common.offers[self.me].put_up(depth, &self.frontier.level, TOGETHER);
            }
            while let Some(piece) = self.next_piece() {
                self.load(&store, piece);
                self.expand(&store);
                self.take(&store);
                let crowded = store.is_crowded(self.numbers());
                if let Some(cut) = self.budget(&store, &mut meter, crowded) {
                    self.found.cut = Some(cut);
                    common.counts.stop.fetch_min(depth, Relaxed);
                }
                if crowded || self.late.states.len() >= LATE {
                    common.counts.pause.store(self.round, Relaxed);
                }
                if common.counts.stop.load(Relaxed) <= depth || common.counts.pause.load(Relaxed) == self.round {
                    break;
                }
            }
            drop(store);
            if !self.late.states.is_empty() {
                common.counts.late.store(true, Relaxed);
                common.counts.pause.store(self.round, Relaxed);
            }
            // The next depth's number is set to nothing while nobody uses it.
            let at = depth as usize % 3;
            if self.me == 0 {
                common.counts.fresh[(at + 1) % 3].store(0, Relaxed);
            }
            let len = self.frontier.writer.len();
            common.counts.fresh[at].fetch_add(len - self.posted, Relaxed);
            self.posted = len;
            common.meeting.wait();
            // Whoever is ahead may ask for a stop or a pause already, at the next depth.
            let (stop, pause) =
                (common.counts.stop.load(Relaxed) <= depth, common.counts.pause.load(Relaxed) == self.round);
            self.round += 1;
            if stop || common.meeting.is_off() {
                break;
            }
            again = pause;
            if pause {
                self.make_room();
                store = common.store();
                continue;
            }
            self.stepper.catch_up();
            let total = common.counts.fresh[at].load(Relaxed);
            common.options.control.frontier.store(total, Relaxed);
            self.frontier.depth += 1;
            self.frontier.writer.fresh(&mut self.frontier.level);
            self.frontier.begun = 0;
            if total == 0 {
                break;
            }
            if !S::SHARED && common.wants_others(len, total) {
                goes_on = true;
                break;
            }
            store = common.store();
        }
        self.found.cut = self.found.cut.or(self.cuts.first().copied());
        self.found.states = self.frontier.writer.len() - self.before;
        (self.found, goes_on.then_some(self.frontier))
    }

    /// How many numbers there may be before all meet: each worker expands at most one more batch, and has states that wait; and
    /// where there are several, one batch that the others have not been told of.
    fn numbers(&self) -> u64 {
        let (common, known) = (self.common, self.stepper.known());
        if S::SHARED {
            return numbers(common.workers, common.counts.states.load(Relaxed), known);
        }
        self.frontier.writer.len() + batch(known) + self.late.states.len() as u64
    }

    /// Bytes in use, once there is room for all that may come before all meet.
    fn memory(&self, store: &Store) -> usize {
        let workers = self.common.workers;
        let late = self.late.words.capacity() * 4;
        store.memory_with(self.numbers()) + late * workers + self.stepper.memory(workers)
    }

    /// Why to stop, if there is a reason. Where the table is about to become larger, there must be memory for it.
    fn budget(&mut self, store: &Store, meter: &mut Meter<'_>, crowded: bool) -> Option<Cut> {
        let common = self.common;
        if common.options.until_unsound && self.found.unsound {
            return Some(Cut::Found);
        }
        let now = (self.frontier.writer.len(), self.found.steps);
        let states = common.counts.states.fetch_add(now.0 - self.told.0, Relaxed) + now.0 - self.told.0;
        let steps = common.counts.steps.fetch_add(now.1 - self.told.1, Relaxed) + now.1 - self.told.1;
        self.told = now;
        if states > MOST || crowded && self.memory(store) > common.options.budget.memory {
            return Some(Cut::Memory);
        }
        meter.check(Used { steps, states }, || {
            common.options.control.states.store(states, Relaxed);
            self.memory(store)
        })
    }

    /// The next few states to be expanded.
    #[inline]
    fn next_piece(&mut self) -> Option<Range<u32>> {
        if !S::SHARED {
            let run = self.frontier.level.get_mut(self.frontier.begun)?;
            let until = run.end.min(run.start + TOGETHER);
            let piece = run.start..until;
            run.start = until;
            self.frontier.begun += usize::from(until == run.end);
            return Some(piece);
        }
        let (common, depth) = (self.common, self.frontier.depth);
        let (mut missing, mut looks) = (true, meeting::Looks::default());
        while missing && !common.meeting.is_off() {
            missing = false;
            for offer in common.offers[self.me..].iter().chain(&common.offers[..self.me]) {
                // Its worker may not have come to this depth yet.
                if !offer.is_up(depth) {
                    missing = true;
                } else if let Some(piece) = offer.take() {
                    return Some(piece);
                }
            }
            looks.again();
        }
        None
    }

    /// Makes room for more states, and packs all states so that those fit that did not. All workers do it together.
    #[cold]
    fn make_room(&mut self) {
        if self.me == 0 {
            self.stepper.catch_up();
            let layout = self.common.counts.late.swap(false, Relaxed).then(|| Layout::new(self.stepper.known()));
            self.rebuild(self.numbers(), layout);
        }
        if S::SHARED {
            self.common.meeting.wait();
            self.common.store().empty(self.me, self.common.workers);
            self.common.meeting.wait();
            self.common.store().help::<false>();
            self.common.meeting.wait();
            if self.me == 0 {
                self.common.store_to_change().done();
            }
            self.common.meeting.wait();
        }
        let store = self.common.store();
        let Late { states, words } = std::mem::take(&mut self.late);
        let (mut packed, mut start) = (Vec::new(), 0);
        for (from, end) in states {
            let sum = store.layout().pack(&words[start..end], &mut packed);
            start = end;
            insert::<S>(&store, &mut self.frontier.writer, mix(sum), &packed, from);
        }
    }

    /// Begins to make room, and ends it too if there is nobody else.
    fn rebuild(&mut self, numbers: u64, layout: Option<Layout>) {
        let mut store = self.common.store_to_change();
        // As all states are gone through anyway.
        let tight = store.is_crowded(numbers) && store.layout().is_tight(self.stepper.known());
        let layout = layout.or_else(|| tight.then(|| Layout::new(self.stepper.known())));
        if S::SHARED {
            store.rebuild(numbers, layout);
        } else {
            store.rebuild_alone(numbers, layout);
            self.frontier.writer.widen(&store);
        }
    }
}

/// How many states a batch may lead to.
fn batch(known: &Known) -> u64 {
    (TOGETHER as usize * known.threads().len()) as u64
}

/// How many numbers there may be when several workers, who have told of so many states, meet.
pub(super) fn numbers(workers: usize, states: u64, known: &Known) -> u64 {
    states + workers as u64 * (2 * batch(known) + LATE as u64) + Store::left_out(workers as u64)
}

/// Adds a state that was reached from another one.
#[inline]
fn insert<S: Stepper + ?Sized>(store: &Store, writer: &mut Writer, hash: u64, packed: &[u32], from: u32) {
    if S::SHARED {
        store.insert::<false>(writer, hash, packed, from);
    } else {
        store.insert::<true>(writer, hash, packed, from);
    }
}
