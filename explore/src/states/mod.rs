//! The search that remembers every state: breadth first, so that the way to each state has as few transitions as there
//! can be. Scheduling points are before every shared access, acquire and release ([`Atoms`]).
//!
//! All workers expand the states of one depth and add what they find to one set; so the set of states found does not depend
//! on their number. One worker begins, and others join in where there are many states. Where a thread or an object has
//! become more than states have bits for, or the set is full, all meet and make room together.

mod findings;
mod layout;
mod meeting;
mod offer;
mod store;
mod work;
mod worker;

use crate::apart::Apart;
use crate::explorer::Spare;
use crate::options::Options;
use crate::outcome::Outcomes;
use crate::path::Path;
use crate::result::{Cut, Exploration, Found};
use crate::space::{Child, Extra, Keep, Space};
use crate::stepper::{Pool, Shared};
use findings::{Findings, Place, schedule};
use layout::Layout;
use meeting::{Meeting, Member};
use offer::Offer;
use racefree_interp::drive::Key;
use racefree_interp::machine::{Atoms, Lowered};
use rustc_hash::FxHashMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;
use store::Store;
use worker::{Frontier, Worker};

/// What the workers share.
struct Common<'a> {
    options: &'a Options,
    start: Instant,
    workers: usize,
    meeting: Meeting,
    store: Apart<RwLock<Store>>,
    /// By worker.
    offers: Vec<Apart<Offer>>,
    counts: Apart<Counts>,
}

/// What workers tell each other.
struct Counts {
    /// New states, by depth.
    fresh: [AtomicU64; 3],
    /// The depth at which to stop.
    stop: AtomicU64,
    /// The round at whose end to make room.
    pause: AtomicU64,
    /// Whether there are states that cannot be packed yet.
    late: AtomicBool,
    /// Found and made by all.
    states: AtomicU64,
    steps: AtomicU64,
}

/// So many states one worker looks at alone before others join in; most programs have fewer.
const ALONE: u64 = 4_000;
/// Others are of use only if there are so many states of a depth; else workers would wait for each other.
const WIDE: u64 = 128;
/// There are no more workers than this.
const MOST: usize = 64;

impl<'a> Common<'a> {
    /// For so many workers, to go on with what has been found and made.
    fn new(options: &'a Options, start: Instant, workers: usize, store: Store, done: (u64, u64)) -> Common<'a> {
        Common {
            options,
            start,
            workers,
            meeting: Meeting::new(workers),
            store: Apart(RwLock::new(store)),
            offers: (0..workers).map(|_| Apart(Offer::default())).collect(),
            counts: Apart(Counts {
                fresh: [const { AtomicU64::new(0) }; 3],
                stop: AtomicU64::new(u64::MAX),
                pause: AtomicU64::new(0),
                late: AtomicBool::new(false),
                states: AtomicU64::new(done.0),
                steps: AtomicU64::new(done.1),
            }),
        }
    }

    fn store(&self) -> RwLockReadGuard<'_, Store> {
        self.store.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn store_to_change(&self) -> RwLockWriteGuard<'_, Store> {
        self.store.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn into_store(self) -> Store {
        self.store.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether one worker, who has found so many states, with so many of the next depth, should no longer be alone.
    fn wants_others(&self, states: u64, level: u64) -> bool {
        self.options.threads > 1 && states >= ALONE && level >= WIDE
    }
}

/// Explores by states.
pub fn explore(program: &Arc<Lowered>, options: &Options, spare: &mut Spare<Atoms>) -> Exploration {
    let start = Instant::now();
    let mut space = spare.space(program, options, Keep::default());
    if options.threads > 1 {
        space.share();
    }
    let (initial, first, extra) = space.first();
    let mut store = Store::new(Layout::new(space.known()));
    let frontier = Frontier::first(&store, &initial);
    let common = Common::new(options, start, 1, store, (1, 0));
    let (findings, frontier) = Worker::new(&common, 0, &mut space, frontier).run();
    store = common.into_store();
    let mut found = vec![findings];
    if let Some(frontier) = frontier {
        let done = (frontier.writer.len(), found[0].steps);
        let workers = options.threads.min(MOST);
        store.rebuild_alone(worker::numbers(workers, done.0, space.known()), None);
        let common = Common::new(options, start, workers, store, done);
        let pool = Pool::new(space);
        found.extend(together(&common, &pool, frontier));
        space = pool.into_space();
        store = common.into_store();
    }
    let exploration = conclude(&mut space, options, &store, found, &first, extra);
    spare.keep(space);
    exploration
}

/// Goes on with several workers.
fn together(common: &Common<'_>, pool: &Pool<Atoms>, frontier: Frontier) -> Vec<Findings> {
    let depth = frontier.depth;
    let mut first = Some(frontier);
    std::thread::scope(|scope| {
        let run = |me| {
            let frontier = first.take().unwrap_or_else(|| Frontier::at(depth));
            scope.spawn(move || {
                let _member = Member(&common.meeting);
                Worker::new(common, me, &mut Shared::new(pool), frontier).run().0
            })
        };
        let handles: Vec<_> = (0..common.workers).map(run).collect();
        handles.into_iter().map(|h| h.join().unwrap_or_else(|failed| resume_unwind(failed))).collect()
    })
}

/// Puts together what the workers have found.
fn conclude(
    space: &mut Space<Atoms>,
    options: &Options,
    store: &Store,
    all: Vec<Findings>,
    first: &Child,
    extra: Extra,
) -> Exploration {
    let mut result = Exploration::new(options.algorithm);
    result.cut = extra.limit.map(Cut::Limit);
    let mut outcomes = Outcomes::default();
    let mut places: FxHashMap<Key, Place> = FxHashMap::default();
    let start = Path::new(first.steps);
    for key in extra.wrong {
        result.found.push(Found { key, schedule: start.clone().schedule(&[0]) });
    }
    result.states = 1;
    for findings in all {
        result.states += findings.states;
        result.executions += findings.finals.len() as u64;
        result.ends += findings.finals.len() as u64;
        result.blocked += findings.blocked;
        result.transitions += findings.transitions;
        result.steps += findings.steps;
        result.cut = result.cut.or(findings.cut);
        for state in findings.finals.into_iter().filter(|_| options.outcomes) {
            outcomes.add(&store.unpack(state));
        }
        for (key, place) in findings.places {
            places.entry(key).or_insert(place);
        }
    }
    result.memory = store.memory() + Space::memory(space);
    for (key, place) in places {
        if result.found.iter().all(|f| f.key != key) {
            let schedule = schedule(space, &start, store, &key, place);
            result.found.push(Found { key, schedule });
        }
    }
    result.found.sort_by(|a, b| a.key.cmp(&b.key));
    result.outcomes = outcomes.render(space);
    result
}
