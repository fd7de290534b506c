//! What one worker does: it expands its states depth by depth, and gives away what falls to others.

use super::Common;
use super::findings::Findings;
use super::layout::Layout;
use super::store::Store;
use super::work::{Batch, Late, Looks, Work};
use crate::meter::{Meter, Used};
use crate::result::Cut;
use crate::space::{Begun, Known, NONE, Step, successor, there};
use crate::state::{Sight, Turn};
use crate::stepper::Stepper;
use rustc_hash::FxHashSet;
use std::sync::atomic::Ordering::Relaxed;

/// One of those who search.
pub(super) struct Worker<'a, S: ?Sized> {
    pub(super) common: &'a Common<'a>,
    pub(super) me: usize,
    pub(super) stepper: &'a mut S,
    pub(super) store: Store,
    outgoing: Vec<Vec<u32>>,
    pub(super) found: Findings,
    pub(super) seen_races: FxHashSet<(u32, u32, u32)>,
    work: Work,
    late: Late,
    pub(super) cuts: Vec<Cut>,
    /// States and steps that the others have been told of.
    told: (u64, u64),
}

/// States whose successors are worked out together, so that the memory that they are looked up in is fetched together.
const TOGETHER: usize = 64;
/// One in so many states of a depth can be expanded by any worker, so that all are done at the same time.
const SHARE: u32 = 4;

impl<'a, S: Stepper + ?Sized> Worker<'a, S> {
    /// With nothing done yet.
    pub(super) fn new(common: &'a Common<'a>, me: usize, stepper: &'a mut S) -> Worker<'a, S> {
        let store = Store::new(common.layout.clone());
        Worker {
            common,
            me,
            stepper,
            store,
            outgoing: vec![Vec::new(); common.workers],
            found: Findings::default(),
            seen_races: FxHashSet::default(),
            work: Work::default(),
            late: Late::default(),
            cuts: Vec::new(),
            told: (0, 0),
        }
    }

    /// The number of a state, among those of all workers.
    pub(super) fn number(&self, own: u32) -> u32 {
        own * self.common.workers as u32 + self.me as u32
    }

    /// Searches to the end, or until somebody says stop.
    pub(super) fn run(mut self, initial: &[u32]) -> (Store, Findings) {
        let common = self.common;
        let mut packed = Vec::new();
        let sum = self.store.layout().pack(initial, &mut packed);
        if self.owner(&packed) == self.me {
            self.store.insert(sum, &packed, NONE);
        }
        let mut meter = Meter::new(common.options);
        let (mut done, mut depth) = (0, 0u64);
        loop {
            let level = self.store.len();
            if self.me == 0 {
                common.options.control.depth.store(depth, Relaxed);
            }
            let own = level - self.put_up(done, level);
            while self.fill(&mut done, own) {
                self.expand();
                if let Some(cut) = self.budget(&mut meter) {
                    self.found.cut = Some(cut);
                    common.stop.fetch_min(depth, Relaxed);
                }
                if common.stop.load(Relaxed) <= depth {
                    break;
                }
            }
            done = done.max(level);
            // The next depth's numbers are set to nothing while nobody uses them.
            let at = depth as usize % 3;
            if self.me == 0 {
                common.late[(at + 1) % 3].store(0, Relaxed);
                common.fresh[(at + 1) % 3].store(0, Relaxed);
            }
            common.late[at].fetch_add(self.late.states.len() as u64, Relaxed);
            self.exchange();
            if common.late[at].load(Relaxed) > 0 {
                self.make_room();
                self.exchange();
            }
            self.stepper.catch_up();
            let fresh = u64::from(self.store.len() - done.min(self.store.len()));
            common.fresh[at].fetch_add(fresh, Relaxed);
            common.meeting.wait();
            let total = common.fresh[at].load(Relaxed);
            common.options.control.frontier.store(total, Relaxed);
            // Whoever is ahead may ask for a stop already, at the next depth.
            let stop = common.stop.load(Relaxed) <= depth;
            depth += 1;
            self.found.depth = depth;
            if stop || total == 0 || common.meeting.is_off() {
                break;
            }
        }
        if self.found.cut.is_none() {
            self.found.cut = self.cuts.first().copied();
        }
        (self.store, self.found)
    }

    #[inline]
    fn owner(&self, packed: &[u32]) -> usize {
        let workers = self.common.workers;
        if workers == 1 { 0 } else { (self.store.layout().home(packed) >> 40) as usize % workers }
    }

    fn budget(&mut self, meter: &mut Meter<'_>) -> Option<Cut> {
        let common = self.common;
        if common.options.until_unsound && self.found.unsound {
            return Some(Cut::Found);
        }
        let now = (u64::from(self.store.len()), self.found.steps);
        let states = common.states.fetch_add(now.0 - self.told.0, Relaxed) + now.0 - self.told.0;
        let steps = common.steps.fetch_add(now.1 - self.told.1, Relaxed) + now.1 - self.told.1;
        self.told = now;
        let used = Used { steps, states };
        // A store that is about to double must fit beside its old self; its number of states has an end too.
        let (store, stepper, late, outgoing) = (&self.store, &self.stepper, &self.late, &self.outgoing);
        let memory = || {
            common.options.control.states.store(states, Relaxed);
            let waiting = late.words.capacity() + outgoing.iter().map(|o| 2 * o.capacity()).sum::<usize>();
            let own = (store.memory_soon() + waiting * 4) * common.workers + stepper.memory(common.workers);
            if store.len() > u32::MAX / common.workers as u32 / 2 { usize::MAX } else { own }
        };
        meter.check(used, memory)
    }

    /// Puts up the last of these states for whoever has time. Returns how many.
    fn put_up(&mut self, from: u32, until: u32) -> u32 {
        let tail = if self.common.workers == 1 { 0 } else { (until - from) / SHARE };
        if tail > 0 {
            let numbers = until - tail..until;
            self.common.tails[self.me].put_up(numbers.map(|number| (self.number(number), self.store.get(number))));
        }
        tail
    }

    /// Takes the next few states to be expanded: own ones that nobody else can take, as far as there are any, then those
    /// that were put up. Returns whether there are any left.
    #[inline]
    fn fill(&mut self, done: &mut u32, own: u32) -> bool {
        let looks = &mut self.work.looks;
        looks.numbers.clear();
        looks.packed.clear();
        if *done < own {
            let until = own.min(*done + TOGETHER as u32);
            for number in *done..until {
                looks.numbers.push(number * self.common.workers as u32 + self.me as u32);
                looks.packed.extend(self.store.get(number).iter().copied());
            }
            *done = until;
            return true;
        }
        let (common, words) = (self.common, self.store.layout().words());
        let mut tails = common.tails[self.me..].iter().chain(&common.tails[..self.me]);
        tails.any(|tail| tail.take(TOGETHER, words, &mut looks.numbers, &mut looks.packed))
    }

    /// Works out the successors of states, and takes in those that fall to this worker.
    fn expand(&mut self) {
        let mut work = std::mem::take(&mut self.work);
        self.look_up(&mut work.looks);
        let Work { batch, turns, looks, next } = &mut work;
        batch.states.clear();
        batch.words.clear();
        let alone = self.common.workers == 1;
        let (mut start, mut first) = (0, 0);
        let states = looks.packed.chunks_exact(self.store.layout().words());
        for ((&number, packed), &(end, last, sum)) in looks.numbers.iter().zip(states).zip(&looks.ends) {
            let state = &looks.words[start..end];
            let threads = &mut looks.threads[first..last];
            (start, first) = (end, last);
            let mut sight = Sight::default();
            for (slot, name, begun) in threads.iter_mut() {
                let index = match *begun {
                    Begun::Step(index) => index,
                    Begun::Key(_) | Begun::Unknown => self.stepper.index(*slot, state),
                };
                *begun = Begun::Step(index);
                let known = self.stepper.known();
                let step = known.at(index);
                sight.add(*name, step);
                if step.extra != NONE {
                    let step = *step;
                    self.note(number, *name, &step);
                }
                let known = self.stepper.known();
                let step = known.at(index);
                if !step.kind.goes() {
                    continue;
                }
                self.found.transitions += 1;
                self.found.steps += u64::from(step.steps);
                let start = batch.words.len();
                batch.words.extend(packed.iter().copied());
                match pack_step(known, self.store.layout(), &mut batch.words[start..], sum, *slot, step) {
                    Some(sum) => {
                        // Of the threads, only this one has become something else.
                        let same = step.extra == NONE && !self.store.layout().is_home(*slot);
                        let stays = alone || same && number as usize % self.common.workers == self.me;
                        batch.states.push((sum, number, stays));
                    }
                    None => {
                        batch.words.truncate(start);
                        successor(known, state, *slot, step, next);
                        self.late.push(number, next);
                    }
                }
            }
            if sight.matters() {
                turns.clear();
                for &(slot, name, begun) in &*threads {
                    if let Begun::Step(index) = begun {
                        turns.push(Turn { name, slot, step: *self.stepper.known().at(index) });
                    }
                }
                self.look_at(number, turns, sight.is_over());
            }
        }
        self.take(&work.batch);
        self.work = work;
    }

    /// Takes states apart and looks up what their threads do. All of them begin before the first one ends, so that memory is
    /// waited for once and not once for each.
    #[inline]
    fn look_up(&self, looks: &mut Looks) {
        let known = self.stepper.known();
        let Looks { packed, words, ends, threads, .. } = looks;
        words.clear();
        ends.clear();
        threads.clear();
        for packed in packed.chunks_exact(self.store.layout().words()) {
            let start = words.len();
            let sum = self.store.layout().unpack(packed, words);
            let state = &words[start..];
            for &(slot, name) in known.threads() {
                if there(state, slot) != 0 {
                    threads.push((slot, name, known.begin(slot, state)));
                }
            }
            ends.push((words.len(), threads.len(), sum));
        }
        let (mut start, mut first) = (0, 0);
        for &(end, last, _) in &*ends {
            for (.., begun) in &mut threads[first..last] {
                if let Some(index) = known.end(*begun, &words[start..end]) {
                    std::hint::black_box(known.at(index).to);
                    *begun = Begun::Step(index);
                }
            }
            (start, first) = (end, last);
        }
    }

    /// Takes states in, or puts them aside for the workers that they fall to.
    fn take(&mut self, batch: &Batch) {
        // The places are looked at first, all of them, so that memory is waited for once and not once for each.
        let mut seen = 0u32;
        for &(sum, ..) in &batch.states {
            seen ^= self.store.touch(sum);
        }
        std::hint::black_box(seen);
        let states = batch.words.chunks_exact(self.store.layout().words());
        for (packed, &(sum, from, stays)) in states.zip(&batch.states) {
            if stays {
                self.store.insert(sum, packed, from);
            } else {
                self.give(sum, packed, from);
            }
        }
    }

    /// Takes a state in, or puts it aside for the worker that it falls to.
    #[inline]
    fn give(&mut self, sum: u64, packed: &[u32], from: u32) {
        let owner = self.owner(packed);
        if owner == self.me {
            self.store.insert(sum, packed, from);
        } else {
            let out = &mut self.outgoing[owner];
            out.extend_from_slice(&[sum as u32, (sum >> 32) as u32, from]);
            out.extend_from_slice(packed);
        }
    }

    /// Packs all states so that those fit that did not. All workers do it at once, knowing the same parts, since nobody
    /// looks at what threads do meanwhile.
    #[cold]
    fn make_room(&mut self) {
        self.common.meeting.wait();
        self.stepper.catch_up();
        self.store.pack_as(Layout::new(self.stepper.known(), self.common.homes));
        let Late { states, words } = std::mem::take(&mut self.late);
        let (mut packed, mut start) = (Vec::new(), 0);
        for (from, end) in states {
            let sum = self.store.layout().pack(&words[start..end], &mut packed);
            start = end;
            self.give(sum, &packed, from);
        }
    }

    /// Gives the other workers what falls to them, and takes in what they have found.
    fn exchange(&mut self) {
        let workers = self.common.workers;
        if workers == 1 {
            return;
        }
        for to in (0..workers).filter(|&to| to != self.me) {
            if let Ok(mut slot) = self.common.boxes[self.me * workers + to].lock() {
                std::mem::swap(&mut *slot, &mut self.outgoing[to]);
            }
        }
        self.common.meeting.wait();
        let stride = 3 + self.store.layout().words();
        for from in (0..workers).filter(|&from| from != self.me) {
            let Ok(mut slot) = self.common.boxes[from * workers + self.me].lock() else { continue };
            let words = std::mem::take(&mut *slot);
            let sum = |record: &[u32]| u64::from(record[0]) | u64::from(record[1]) << 32;
            for records in words.chunks(4 * TOGETHER * stride) {
                // The places of the next few are looked at first.
                let places = records.chunks_exact(stride).fold(0, |seen, r| seen ^ self.store.touch(sum(r)));
                std::hint::black_box(places);
                for record in records.chunks_exact(stride) {
                    self.store.insert(sum(record), &record[3..], record[2]);
                }
            }
            *slot = words;
            slot.clear();
        }
    }
}

/// Puts what a transition changes into a packed state. Returns its hash; nothing if something does not fit.
#[inline]
fn pack_step(known: &Known, layout: &Layout, packed: &mut [u32], sum: u64, slot: u32, step: &Step) -> Option<u64> {
    let mut sum = layout.put(packed, sum, slot, step.to)?;
    if step.slot != NONE {
        sum = layout.put(packed, sum, step.slot, step.object)?;
    }
    if step.extra != NONE {
        let extra = known.extra(step.extra)?;
        for &(slot, number) in &extra.changes {
            sum = layout.put(packed, sum, slot, number)?;
        }
        for child in &extra.children {
            sum = layout.put(packed, sum, child.slot, child.number)?;
        }
    }
    Some(sum)
}
