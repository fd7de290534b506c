//! The search that remembers every state: breadth first, so that the way to each state has as few transitions as there
//! can be. Scheduling points are before every shared access, acquire and release ([`ATOMS`]).
//!
//! Each worker has the states that fall to it by what some of the threads are, so that most transitions lead to states of
//! the same worker. All workers expand the states of one depth, helping each other at its end, then all take in what the others have found for them; so the
//! set of states found does not depend on their number. Where a thread or an object has become more than states have bits
//! for, all states are packed anew between two depths.

mod findings;
mod layout;
mod meeting;
mod store;
mod tail;
mod work;
mod worker;

use crate::explorer::Spare;
use crate::options::Options;
use crate::outcome::Outcomes;
use crate::path::Path;
use crate::result::{Cut, Exploration, Found};
use crate::space::{Child, Extra, Keep, Space};
use crate::stepper::Shared;
use findings::{Findings, Place, schedule};
use layout::Layout;
use meeting::{Meeting, Member};
use racefree_interp::drive::Key;
use racefree_interp::machine::{ATOMS, Lowered};
use rustc_hash::FxHashMap;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use store::Store;
use tail::Tail;
use worker::Worker;

/// What the workers share.
struct Common<'a> {
    options: &'a Options,
    workers: usize,
    meeting: Meeting,
    /// From a worker to another one: states with their hashes and predecessors, one after the other.
    boxes: Vec<Mutex<Vec<u32>>>,
    /// By worker.
    tails: Vec<Tail>,
    /// New states, by depth.
    fresh: [AtomicU64; 3],
    /// States that could not be packed, by depth.
    late: [AtomicU64; 3],
    /// The depth at which to stop.
    stop: AtomicU64,
    /// Found and made by all.
    states: AtomicU64,
    steps: AtomicU64,
    first: Child,
    /// How states are packed at first.
    layout: Layout,
    homes: &'a [u32],
}

/// So many states one worker looks at alone before others join in.
const ALONE: u64 = 10_000;
/// Several workers are of use only if there are so many states of each depth.
const WIDE: u64 = 128;

/// Explores by states.
pub fn explore(program: &Arc<Lowered>, options: &Options, spare: &mut Spare<ATOMS>) -> Exploration {
    let workers = options.threads.clamp(1, 64);
    if workers == 1 {
        return explore_with(program, options, 1, &[], spare).exploration;
    }
    // Most programs are small; and where there are few states of a depth, workers would wait for each other.
    let states = options.budget.states.min(ALONE);
    let budget = crate::options::Budget { states, ..options.budget };
    let first = explore_with(program, &Options { budget, ..options.clone() }, 1, &[], spare);
    if first.exploration.cut != Some(Cut::States) || states == options.budget.states {
        return first.exploration;
    }
    let wide = first.exploration.states / first.depth.max(1) >= WIDE;
    explore_with(program, options, if wide { workers } else { 1 }, &first.homes, spare).exploration
}

/// What came of a search.
struct Explored {
    exploration: Exploration,
    /// How deep it went.
    depth: u64,
    /// Slots that could say whose states are.
    homes: Vec<u32>,
}

fn explore_with(
    program: &Arc<Lowered>,
    options: &Options,
    workers: usize,
    homes: &[u32],
    spare: &mut Spare<ATOMS>,
) -> Explored {
    let mut space = spare.space(program, options, Keep::default());
    if workers > 1 {
        space.share();
    }
    let (initial, first, extra) = space.first();
    let common = Common {
        options,
        workers,
        meeting: Meeting::new(workers),
        boxes: (0..workers * workers).map(|_| Mutex::default()).collect(),
        tails: (0..workers).map(|_| Tail::default()).collect(),
        fresh: [const { AtomicU64::new(0) }; 3],
        late: [const { AtomicU64::new(0) }; 3],
        stop: AtomicU64::new(u64::MAX),
        states: AtomicU64::new(0),
        steps: AtomicU64::new(0),
        first,
        layout: Layout::new(space.known(), homes),
        homes,
    };
    let (mut stores, mut found) = (Vec::new(), Vec::new());
    if workers == 1 {
        let (store, findings) = Worker::new(&common, 0, &mut space).run(&initial);
        stores.push(store);
        found.push(findings);
    } else {
        let shared = Mutex::new(space);
        let results: Vec<_> = std::thread::scope(|scope| {
            let run = |me| {
                let (common, shared, initial) = (&common, &shared, &initial);
                scope.spawn(move || {
                    let _member = Member(&common.meeting);
                    Worker::new(common, me, &mut Shared::new(shared)).run(initial)
                })
            };
            let handles: Vec<_> = (0..workers).map(run).collect();
            handles.into_iter().map(|h| h.join().unwrap_or_else(|failed| resume_unwind(failed))).collect()
        });
        (stores, found) = results.into_iter().unzip();
        space = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    }
    let depth = found.iter().map(|f| f.depth).max().unwrap_or_default();
    let homes = layout::homes(space.known());
    let exploration = conclude(&mut space, &common, &stores, found, extra);
    spare.keep(space);
    Explored { exploration, depth, homes }
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
        result.ends += findings.finals.len() as u64;
        result.blocked += findings.blocked;
        result.transitions += findings.transitions;
        result.steps += findings.steps;
        result.cut = result.cut.or(findings.cut);
        for state in findings.finals.into_iter().filter(|_| options.outcomes) {
            let (worker, number) = (state as usize % common.workers, state / common.workers as u32);
            outcomes.add(&stores[worker].unpack(number));
        }
        for (key, place) in findings.places {
            places.entry(key).or_insert(place);
        }
    }
    result.states = stores.iter().map(|s| u64::from(s.len())).sum();
    result.memory = stores.iter().map(Store::memory).sum::<usize>() + Space::memory(space);
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
