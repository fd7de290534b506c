//! A worker: it expands states, its own and those that it steals, depth by depth.

mod expand;

use super::Common;
use super::buffers::{Buffers, Overflow};
use super::diamond::Covered;
use super::layout::Layout;
use super::level::{Level, Piece, TOGETHER};
use super::place::Place;
use super::store::{StateNumber, Store, Writer};
use crate::findings::Findings;
use crate::meter::{Meter, Used};
use crate::result::Cut;
use crate::space::{Known, mix};
use crate::stepper::Stepper;
use crossbeam_deque::Worker as Deque;
use crossbeam_utils::Backoff;
use racefree_interp::index::Packed;
use std::sync::atomic::Ordering::Relaxed;

/// Progress of a worker.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    pub(super) depth: u64,
    /// Its states of this depth.
    pub(super) level: Level,
    pub(super) writer: Writer,
}

impl Frontier {
    /// The first state.
    pub(super) fn first(store: &Store, initial: &[u32]) -> Frontier {
        let (mut frontier, mut packed) = (Frontier::default(), Vec::new());
        let sum = store.layout().pack(initial, &mut packed);
        store.insert::<true>(&mut frontier.writer, mix(sum), &packed, Packed::NONE, Covered::default());
        frontier.writer.fresh(&mut frontier.level);
        frontier
    }

    /// Nothing yet.
    pub(super) fn at(depth: u64) -> Frontier {
        Frontier { depth, ..Frontier::default() }
    }
}

/// A worker of the search.
pub(super) struct Worker<'a, S: ?Sized> {
    common: &'a Common<'a>,
    number: usize,
    /// Its pieces of this depth, if there are other workers.
    deque: Option<Deque<Piece>>,
    pub(super) stepper: &'a mut S,
    frontier: Frontier,
    pub(super) found: Findings<Place>,
    /// Final states.
    pub(super) finals: Vec<StateNumber>,
    /// The first limit of a run that was met.
    pub(super) limit: Option<Cut>,
    buffers: Buffers,
    overflow: Overflow,
    /// States and steps that are in the counts of all workers, and states of this depth that are.
    published: (u64, u64),
    published_fresh: u64,
    /// Number of states that it had written before.
    before: u64,
    /// Number of times that all have come to the barrier, at the end of a depth or to make room.
    round: u64,
}

/// Findings of a worker.
pub(super) struct Searched {
    pub(super) found: Findings<Place>,
    pub(super) finals: Vec<StateNumber>,
    /// Frontier to go on from with several workers.
    pub(super) frontier: Option<Frontier>,
}

/// Maximum of states that wait until they can be packed.
const OVERFLOW: usize = 1 << 10;
/// Maximum of states, so that their numbers fit.
const MOST: u64 = 1 << 30;

impl<'a, S: Stepper + ?Sized> Worker<'a, S> {
    /// Goes on from here, with other workers if it has a deque.
    pub(super) fn new(
        common: &'a Common<'a>,
        number: usize,
        deque: Option<Deque<Piece>>,
        stepper: &'a mut S,
        frontier: Frontier,
    ) -> Worker<'a, S> {
        let (found, len) = (Findings::default(), frontier.writer.len());
        Worker {
            common,
            number,
            deque,
            stepper,
            frontier,
            found,
            finals: Vec::new(),
            limit: None,
            buffers: Buffers::default(),
            overflow: Overflow::default(),
            published: (len, 0),
            published_fresh: len,
            before: len,
            round: 1,
        }
    }

    /// Searches to the end, or until a worker stops all, or, if this one is alone, until there are enough states for others.
    pub(super) fn run(mut self) -> Searched {
        let common = self.common;
        let mut meter = Meter::since(common.options, common.start);
        let mut store = common.store();
        let (mut again, mut goes_on) = (false, false);
        loop {
            let depth = self.frontier.depth;
            if self.number == 0 {
                common.options.control.depth.store(depth, Relaxed);
            }
            if let (Some(deque), false) = (&self.deque, again) {
                common.shares[self.number].put(deque, depth, &mut self.frontier.level);
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
                if crowded || self.overflow.states.len() >= OVERFLOW {
                    common.counts.pause.store(self.round, Relaxed);
                }
                if common.counts.stop.load(Relaxed) <= depth || common.counts.pause.load(Relaxed) == self.round {
                    break;
                }
            }
            drop(store);
            if !self.overflow.states.is_empty() {
                common.counts.overflow.store(true, Relaxed);
                common.counts.pause.store(self.round, Relaxed);
            }
            // The next depth's count is set to nothing while no worker uses it.
            let at = depth as usize % 3;
            if self.number == 0 {
                common.counts.fresh[(at + 1) % 3].store(0, Relaxed);
            }
            let len = self.frontier.writer.len();
            common.counts.fresh[at].fetch_add(len - self.published_fresh, Relaxed);
            self.published_fresh = len;
            common.barrier.wait();
            // A worker that is ahead may ask for a stop or a pause already, at the next depth.
            let (stop, pause) =
                (common.counts.stop.load(Relaxed) <= depth, common.counts.pause.load(Relaxed) == self.round);
            self.round += 1;
            if stop || common.barrier.is_broken() {
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
            if let (0, Some(turn)) = (self.number, &common.options.turn) {
                turn.hint(|hints| hints.levels.push(total));
            }
            self.frontier.depth += 1;
            self.frontier.writer.fresh(&mut self.frontier.level);
            if total == 0 {
                break;
            }
            if !S::SHARED && common.wants_others(len, total) {
                goes_on = true;
                break;
            }
            store = common.store();
        }
        self.found.cut = self.found.cut.or(self.limit);
        self.found.counts.states = self.frontier.writer.len() - self.before;
        self.found.counts.executions = self.finals.len() as u64;
        Searched { found: self.found, finals: self.finals, frontier: goes_on.then_some(self.frontier) }
    }

    /// Bound on the numbers in use before all come to the barrier: each worker expands at most one more batch, and has
    /// states that overflow; and of several workers, each has one batch that is not published yet.
    fn numbers(&self) -> u64 {
        let (common, known) = (self.common, self.stepper.known());
        if S::SHARED {
            return numbers(common.workers, common.counts.states.load(Relaxed), known);
        }
        self.frontier.writer.len() + batch(known) + self.overflow.states.len() as u64
    }

    /// Bytes in use, once there is room for all states that may come before the barrier.
    fn memory(&self, store: &Store) -> usize {
        let workers = self.common.workers;
        let own = self.overflow.words.capacity() * 4 + self.frontier.level.memory() + self.frontier.writer.memory();
        store.memory_with(self.numbers()) + own * workers + self.stepper.memory(workers)
    }

    /// Returns the reason to stop, if there is one. Before the table becomes larger, there must be memory for it.
    fn budget(&mut self, store: &Store, meter: &mut Meter<'_>, crowded: bool) -> Option<Cut> {
        let common = self.common;
        if common.options.until_unsound && self.found.unsound {
            return Some(Cut::Found);
        }
        let now = (self.frontier.writer.len(), self.found.counts.steps);
        let more = (now.0 - self.published.0, now.1 - self.published.1);
        let states = common.counts.states.fetch_add(more.0, Relaxed) + more.0;
        let steps = common.counts.steps.fetch_add(more.1, Relaxed) + more.1;
        self.published = now;
        if states > MOST || crowded && self.memory(store) as u64 > common.options.budget.memory {
            return Some(Cut::Memory);
        }
        meter.check(Used { steps, states }, || {
            common.options.control.states.store(states, Relaxed);
            self.memory(store)
        })
    }

    /// The next few states to be expanded.
    #[inline]
    fn next_piece(&mut self) -> Option<Piece> {
        let Some(deque) = &self.deque else {
            return self.frontier.level.next();
        };
        if let Some(piece) = deque.pop() {
            return Some(piece);
        }
        let (common, depth) = (self.common, self.frontier.depth);
        let (mut missing, backoff) = (true, Backoff::new());
        while missing && !common.barrier.is_broken() {
            missing = false;
            for victim in common.shares[self.number..].iter().chain(&common.shares[..self.number]).skip(1) {
                // Its worker may not have come to this depth yet.
                if !victim.has(depth) {
                    missing = true;
                } else if let Some(piece) = victim.steal() {
                    return Some(piece);
                }
            }
            backoff.snooze();
        }
        None
    }

    /// Makes room for more states, and packs all states so that those fit that did not. All workers do it together.
    #[cold]
    fn make_room(&mut self) {
        if self.number == 0 {
            self.stepper.catch_up();
            let layout = self.common.counts.overflow.swap(false, Relaxed).then(|| Layout::new(self.stepper.known()));
            self.rebuild(self.numbers(), layout);
        }
        if S::SHARED {
            self.common.barrier.wait();
            self.common.store().empty(self.number, self.common.workers);
            self.common.barrier.wait();
            self.common.store().help::<false>();
            self.common.barrier.wait();
            if self.number == 0 {
                self.common.store_to_change().done();
            }
            self.common.barrier.wait();
        }
        let store = self.common.store();
        let Overflow { states, words } = std::mem::take(&mut self.overflow);
        let (mut packed, mut start) = (Vec::new(), 0);
        for (from, end) in states {
            let sum = store.layout().pack(&words[start..end], &mut packed);
            start = end;
            insert::<S>(&store, &mut self.frontier.writer, mix(sum), &packed, Packed::some(from), Covered::default());
        }
    }

    /// Begins to make room, and ends it too if there is no other worker.
    fn rebuild(&mut self, numbers: u64, layout: Option<Layout>) {
        let mut store = self.common.store_to_change();
        // A good moment for a new layout, as all states are gone through anyway.
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

/// Bound on the states that a batch may lead to.
fn batch(known: &Known) -> u64 {
    (TOGETHER * known.threads().len()) as u64
}

/// Bound on the numbers in use when several workers, which have published `states` states, are at the barrier.
pub(super) fn numbers(workers: usize, states: u64, known: &Known) -> u64 {
    states + workers as u64 * (2 * batch(known) + OVERFLOW as u64) + Store::left_out(workers as u64)
}

/// Adds a state that was reached from another one.
#[inline]
fn insert<S: Stepper + ?Sized>(
    store: &Store,
    writer: &mut Writer,
    hash: u64,
    packed: &[u32],
    from: Packed<StateNumber>,
    covered: Covered,
) {
    if S::SHARED {
        store.insert::<false>(writer, hash, packed, from, covered);
    } else {
        store.insert::<true>(writer, hash, packed, from, covered);
    }
}
