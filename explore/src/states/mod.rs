//! The search that remembers every state: breadth first, so that the way to each state has as few transitions as there
//! can be. Scheduling points are before every shared access, acquire and release ([`ATOMS`]).
//!
//! Each worker has the states whose hash falls to it. All workers expand the states of one depth, then all take in what
//! the others have found for them; so the set of states found does not depend on their number.

mod findings;
mod meeting;
mod store;
mod work;

use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::outcome::Outcomes;
use crate::path::Path;
use crate::result::{Cut, Exploration, Found};
use crate::space::{Child, Extra, Keep, Kind, NONE, Space, Step};
use crate::state::Turn;
use crate::stepper::{Shared, Stepper};
use findings::{Findings, Place, schedule};
use meeting::Meeting;
use racefree_interp::drive::Key;
use racefree_interp::machine::{ATOMS, Lowered};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use store::Store;
use work::{Batch, Work};

/// What the workers share.
struct Common<'a> {
    options: &'a Options,
    workers: usize,
    meeting: Meeting,
    /// From a worker to another one: states with their hashes and predecessors, one after the other.
    boxes: Vec<Mutex<Vec<u32>>>,
    /// New states, by depth.
    fresh: [AtomicU64; 3],
    /// The depth at which to stop.
    stop: AtomicU64,
    /// Found and made by all.
    states: AtomicU64,
    steps: AtomicU64,
    first: Child,
}

/// So many states one worker looks at alone before others join in.
const ALONE: u64 = 20_000;
/// Several workers are of use only if there are so many states of each depth.
const WIDE: u64 = 128;

/// Explores by states.
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    let workers = options.threads.clamp(1, 64);
    if workers == 1 {
        return explore_with(program, options, 1).0;
    }
    // Most programs are small; and where there are few states of a depth, workers would wait for each other.
    let states = options.budget.states.min(ALONE);
    let budget = crate::options::Budget { states, ..options.budget };
    let (first, depth) = explore_with(program, &Options { budget, ..options.clone() }, 1);
    if first.cut != Some(Cut::States) || states == options.budget.states {
        return first;
    }
    let wide = first.states / depth.max(1) >= WIDE;
    explore_with(program, options, if wide { workers } else { 1 }).0
}

/// The exploration, and how deep it went.
fn explore_with(program: &Arc<Lowered>, options: &Options, workers: usize) -> (Exploration, u64) {
    let mut space: Space<ATOMS> =
        Space::new(program.clone(), options.semantics, options.limits, options.monitors, Keep::default());
    let (heap, first, extra) = space.first();
    let common = Common {
        options,
        workers,
        meeting: Meeting::new(workers),
        boxes: (0..workers * workers).map(|_| Mutex::default()).collect(),
        fresh: [const { AtomicU64::new(0) }; 3],
        stop: AtomicU64::new(u64::MAX),
        states: AtomicU64::new(0),
        steps: AtomicU64::new(0),
        first,
    };
    let initial = [heap, first.local];
    let (mut stores, mut found) = (Vec::new(), Vec::new());
    if workers == 1 {
        let (store, findings) = Worker::new(&common, 0, &mut space).run(&initial);
        stores.push(store);
        found.push(findings);
    } else {
        let shared = Mutex::new(space);
        let results: Vec<_> = std::thread::scope(|scope| {
            let run = |me| {
                let (common, shared) = (&common, &shared);
                scope.spawn(move || Worker::new(common, me, &mut Shared::new(shared)).run(&initial))
            };
            let handles: Vec<_> = (0..workers).map(run).collect();
            handles.into_iter().filter_map(|h| h.join().ok()).collect()
        });
        (stores, found) = results.into_iter().unzip();
        space = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    }
    let depth = found.iter().map(|f| f.depth).max().unwrap_or_default();
    (conclude(&mut space, &common, &stores, found, extra), depth)
}

/// Puts together what the workers have found.
fn conclude(
    space: &mut Space<ATOMS>,
    common: &Common<'_>,
    stores: &[Store],
    all: Vec<Findings>,
    extra: Extra,
) -> Exploration {
    let options = common.options;
    let mut result = Exploration::new(options.algorithm);
    result.cut = extra.limit.map(Cut::Limit);
    let mut outcomes = Outcomes::default();
    let mut places: FxHashMap<Key, Place> = FxHashMap::default();
    let start = Path::new(common.first.steps);
    for key in extra.wrong {
        result.found.push(Found { key, schedule: start.clone().schedule(&[0]) });
    }
    for findings in all {
        result.executions += findings.finals.len() as u64;
        result.blocked += findings.blocked;
        result.transitions += findings.transitions;
        result.steps += findings.steps;
        result.cut = result.cut.or(findings.cut);
        for state in findings.finals.into_iter().filter(|_| options.outcomes) {
            let (worker, number) = (state as usize % common.workers, state / common.workers as u32);
            outcomes.add(stores[worker].trimmed(number));
        }
        for (key, place) in findings.places {
            places.entry(key).or_insert(place);
        }
    }
    result.states = stores.iter().map(|s| u64::from(s.len())).sum();
    result.memory = stores.iter().map(Store::memory).sum::<usize>() + space.memory();
    for (key, place) in places {
        if result.found.iter().all(|f| f.key != key) {
            let schedule = schedule(space, common, stores, &key, place);
            result.found.push(Found { key, schedule });
        }
    }
    result.found.sort_by(|a, b| a.key.cmp(&b.key));
    result.outcomes = outcomes.render(space);
    result
}

/// The state after a transition of the thread `local`.
#[inline]
pub fn successor<S: Stepper + ?Sized>(stepper: &mut S, state: &[u32], local: u32, step: &Step, next: &mut Vec<u32>) {
    next.clear();
    next.extend_from_slice(state);
    next[0] = step.heap;
    if let Some(at) = next[1..].iter().position(|&l| l == local) {
        next[at + 1] = step.to;
    }
    if step.extra != NONE {
        add_children(stepper, step.extra, next);
    }
}

#[cold]
fn add_children<S: Stepper + ?Sized>(stepper: &mut S, extra: u32, next: &mut Vec<u32>) {
    let Some(extra) = stepper.extra(extra) else { return };
    for child in &extra.children {
        let at = next[1..].iter().position(|&l| stepper.name(l) > child.name).map_or(next.len(), |at| at + 1);
        next.insert(at, child.local);
    }
}

struct Worker<'a, S: ?Sized> {
    common: &'a Common<'a>,
    me: usize,
    stepper: &'a mut S,
    store: Store,
    outgoing: Vec<Vec<u32>>,
    found: Findings,
    seen_races: FxHashSet<(u32, u32, u32)>,
    work: Work,
    cuts: Vec<Cut>,
    /// States and steps that the others have been told of.
    told: (u64, u64),
}

/// States whose successors are worked out together, so that the memory that they are looked up in is fetched together.
const TOGETHER: usize = 16;

impl<'a, S: Stepper + ?Sized> Worker<'a, S> {
    fn new(common: &'a Common<'a>, me: usize, stepper: &'a mut S) -> Worker<'a, S> {
        Worker {
            common,
            me,
            stepper,
            store: Store::new(8),
            outgoing: vec![Vec::new(); common.workers],
            found: Findings::default(),
            seen_races: FxHashSet::default(),
            work: Work::default(),
            cuts: Vec::new(),
            told: (0, 0),
        }
    }

    /// The number of a state, among those of all workers.
    fn number(&self, own: u32) -> u32 {
        own * self.common.workers as u32 + self.me as u32
    }

    fn run(mut self, initial: &[u32]) -> (Store, Findings) {
        let common = self.common;
        let hash = store::hash(initial);
        if self.owner(hash) == self.me {
            self.store.insert(hash, initial, NONE);
        }
        let mut meter = Meter::new(common.options);
        let (mut done, mut depth) = (0, 0u64);
        loop {
            let level = self.store.len();
            if self.me == 0 {
                common.options.control.depth.store(depth, Relaxed);
            }
            while done < level {
                let until = level.min(done + TOGETHER as u32);
                self.expand(done, until);
                done = until;
                if let Some(cut) = self.budget(&mut meter) {
                    self.found.cut = Some(cut);
                    common.stop.fetch_min(depth, Relaxed);
                }
                if common.stop.load(Relaxed) <= depth {
                    break;
                }
            }
            if common.workers > 1 {
                self.exchange();
            }
            // The next depth's number is set to nothing while nobody uses it.
            let fresh = u64::from(self.store.len() - done.min(self.store.len()));
            let at = depth as usize % 3;
            common.fresh[at].fetch_add(fresh, Relaxed);
            if self.me == 0 {
                common.fresh[(at + 1) % 3].store(0, Relaxed);
            }
            common.meeting.wait();
            let total = common.fresh[at].load(Relaxed);
            common.options.control.frontier.store(total, Relaxed);
            // Whoever is ahead may ask for a stop already, at the next depth.
            let stop = common.stop.load(Relaxed) <= depth;
            depth += 1;
            self.found.depth = depth;
            if stop || total == 0 {
                break;
            }
        }
        if self.found.cut.is_none() {
            self.found.cut = self.cuts.first().copied();
        }
        (self.store, self.found)
    }

    #[inline]
    fn owner(&self, hash: u64) -> usize {
        if self.common.workers == 1 { 0 } else { (hash >> 48) as usize % self.common.workers }
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
        let (store, stepper) = (&self.store, &self.stepper);
        let memory = || {
            common.options.control.states.store(states, Relaxed);
            let own = store.memory_soon() * common.workers + stepper.memory(common.workers);
            if store.len() > u32::MAX / common.workers as u32 / 2 { usize::MAX } else { own }
        };
        meter.check(used, memory)
    }

    /// Works out the successors of states, and takes in those that fall to this worker.
    fn expand(&mut self, from: u32, until: u32) {
        let mut work = std::mem::take(&mut self.work);
        let Work { batch, indices, turns, state, next } = &mut work;
        batch.clear();
        // What will be looked up is looked at first, all of it, so that memory is waited for once and not once for each.
        let mut sum = 0;
        for number in from..until {
            let state = self.store.trimmed(number);
            state[1..].iter().for_each(|&local| sum ^= self.stepper.touch(local, state[0]));
        }
        indices.clear();
        for number in from..until {
            let state = self.store.trimmed(number);
            for &local in &state[1..] {
                let index = self.stepper.index(local, state[0]);
                sum ^= u64::from(self.stepper.at(index).to);
                indices.push(index);
            }
        }
        std::hint::black_box(sum);
        let mut at = 0;
        for number in from..until {
            state.clear();
            state.extend_from_slice(self.store.trimmed(number));
            turns.clear();
            let mut over = true;
            for &local in &state[1..] {
                let step = *self.stepper.at(indices[at]);
                at += 1;
                let name = self.stepper.name(local);
                turns.push(Turn { name, step });
                if step.extra != NONE {
                    self.note(number, name, &step);
                }
                if !step.kind.goes() {
                    over &= step.kind != Kind::Limit;
                    continue;
                }
                over = false;
                self.found.transitions += 1;
                self.found.steps += u64::from(step.steps);
                successor(&mut *self.stepper, state, local, &step, next);
                batch.push(store::hash(next), next, number);
            }
            self.look_at(number, turns, over);
        }
        self.take(&work.batch);
        self.work = work;
    }

    /// Takes states in, or puts them aside for the workers that they fall to.
    fn take(&mut self, batch: &Batch) {
        // The places are looked at first, all of them, so that memory is waited for once and not once for each.
        let mut sum = 0u32;
        for &(hash, ..) in &batch.states {
            sum ^= self.store.touch(hash);
        }
        std::hint::black_box(sum);
        let mut start = 0;
        for &(hash, from, end) in &batch.states {
            let state = &batch.words[start..end];
            start = end;
            let owner = self.owner(hash);
            let from = self.number(from);
            if owner == self.me {
                self.store.insert(hash, state, from);
            } else {
                let out = &mut self.outgoing[owner];
                out.extend_from_slice(&[hash as u32, (hash >> 32) as u32, from, state.len() as u32]);
                out.extend_from_slice(state);
            }
        }
    }

    /// Gives the other workers what falls to them, and takes in what they have found.
    fn exchange(&mut self) {
        let workers = self.common.workers;
        for to in (0..workers).filter(|&to| to != self.me) {
            if let Ok(mut slot) = self.common.boxes[self.me * workers + to].lock() {
                std::mem::swap(&mut *slot, &mut self.outgoing[to]);
            }
        }
        self.common.meeting.wait();
        for from in (0..workers).filter(|&from| from != self.me) {
            let Ok(mut slot) = self.common.boxes[from * workers + self.me].lock() else { continue };
            let words = std::mem::take(&mut *slot);
            let mut ahead = 0;
            let mut at = 0;
            while at < words.len() {
                // The places of the next few are looked at first.
                if at >= ahead {
                    let mut sum = 0;
                    for _ in 0..4 * TOGETHER {
                        let Some(&length) = words.get(ahead + 3) else { break };
                        sum ^= self.store.touch(u64::from(words[ahead]) | u64::from(words[ahead + 1]) << 32);
                        ahead += 4 + length as usize;
                    }
                    std::hint::black_box(sum);
                }
                let hash = u64::from(words[at]) | u64::from(words[at + 1]) << 32;
                let (from, length) = (words[at + 2], words[at + 3] as usize);
                self.store.insert(hash, &words[at + 4..at + 4 + length], from);
                at += 4 + length;
            }
            *slot = words;
            slot.clear();
        }
    }
}
