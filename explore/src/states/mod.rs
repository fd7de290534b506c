//! The search that remembers every state: breadth first, so that the way to each state has as few transitions as there
//! can be. Scheduling points are before every shared access, acquire and release ([`Atoms`]).
//!
//! All workers expand the states of one depth, stealing work from each other, and come to a barrier, where room is made if
//! need be; so the set of states does not depend on their number. One worker begins, and others join in where there are many
//! states (`docs/explorer.md`).
//!
//! Definition: [`crate::plain::explore`]; `tests/cross.rs` holds the two together, and `tests/workers.rs` any number of workers.

mod barrier;
mod buffers;
mod diamond;
mod layout;
mod level;
mod place;
mod store;
mod worker;

use crate::explorer::RecycledSpace;
use crate::findings::Findings;
use crate::guard::OnPanic;
use crate::options::Options;
use crate::path::Path;
use crate::result::{Cut, Exploration};
use crate::space::{Child, Extra, Keep, Space};
use crate::stepper::{Replica, SharedSpace};
use crate::traces;
use barrier::Barrier;
use crossbeam_deque::Worker as Deque;
use crossbeam_utils::CachePadded;
use layout::Layout;
use level::Share;
use place::{ErrorSite, Place, schedule};
use racefree_interp::machine::{Atoms, Lowered};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;
use store::{StateNumber, Store};
use worker::{Frontier, Searched, Worker};

/// State shared by the workers. Fields that several write to are padded, against false sharing.
struct Common<'a> {
    options: &'a Options,
    /// Start of the search, by the host's clock.
    start: Duration,
    workers: usize,
    barrier: Barrier,
    store: CachePadded<RwLock<Store>>,
    /// Shares of the workers.
    shares: Vec<CachePadded<Share>>,
    counts: CachePadded<CommonCounts>,
}

/// Counts and signals among the workers.
struct CommonCounts {
    /// New states, by depth.
    fresh: [AtomicU64; 3],
    /// The depth at which to stop.
    stop: AtomicU64,
    /// The round at whose end to make room.
    pause: AtomicU64,
    /// True if there are states that cannot be packed yet.
    overflow: AtomicBool,
    /// Found and made by all.
    states: AtomicU64,
    steps: AtomicU64,
}

/// Number of states that one worker looks at alone before others join in; most programs have fewer.
const ALONE: u64 = 4_000;
/// Number of states of a depth from which others are of use; with fewer, workers would wait for each other.
const WIDE: u64 = 128;
/// Maximum of workers.
const MOST: usize = 64;

impl<'a> Common<'a> {
    /// The state for the workers with these shares, or for one, to go on from `done` states and steps.
    fn new(options: &'a Options, start: Duration, shares: Vec<Share>, store: Store, done: (u64, u64)) -> Common<'a> {
        // A worker that is alone has nothing to share.
        let workers = shares.len().max(1);
        Common {
            options,
            start,
            workers,
            barrier: Barrier::new(workers),
            store: CachePadded::new(RwLock::new(store)),
            shares: shares.into_iter().map(CachePadded::new).collect(),
            counts: CachePadded::new(CommonCounts {
                fresh: [const { AtomicU64::new(0) }; 3],
                stop: AtomicU64::new(u64::MAX),
                pause: AtomicU64::new(0),
                overflow: AtomicBool::new(false),
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
        self.store.into_inner().into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if one worker, after `states` states and with `level` at the next depth, should not stay alone.
    fn wants_others(&self, states: u64, level: u64) -> bool {
        self.options.threads > 1 && states >= ALONE && level >= WIDE
    }
}

/// Explores by states.
pub fn explore(program: &Arc<Lowered>, options: &Options, spare: &mut RecycledSpace<Atoms>) -> Exploration {
    let start = options.control.host.now();
    let keep = Keep { output: options.outputs, transactions: options.transactions(program), ..Keep::default() };
    let mut space = spare.space(program, options, keep);
    if options.threads > 1 {
        space.share();
    }
    let (initial, first, extra) = space.first();
    let mut store = Store::new(Layout::new(space.known()));
    let frontier = Frontier::first(&store, &initial);
    let common = Common::new(options, start, Vec::new(), store, (1, 0));
    let mut all = vec![Worker::new(&common, 0, None, &mut space, frontier).run()];
    store = common.into_store();
    if let Some(frontier) = all[0].frontier.take() {
        let done = (frontier.writer.len(), all[0].found.counts.steps);
        let deques: Vec<_> = (0..options.threads.min(MOST)).map(|_| Deque::new_fifo()).collect();
        store.rebuild_alone(worker::numbers(deques.len(), done.0, space.known()), None);
        let common = Common::new(options, start, deques.iter().map(Share::new).collect(), store, done);
        let shared = SharedSpace::new(space);
        all.extend(together(&common, deques, &shared, frontier));
        space = shared.into_space();
        store = common.into_store();
    }
    let mut exploration = conclude(&mut space, options, &store, all, &first, extra);
    drop(store);
    if options.traces > 0 && exploration.complete() {
        add_traces(&mut exploration, &mut space, &initial, options);
    }
    spare.keep(space);
    exploration
}

/// Goes on with several workers.
fn together(
    common: &Common<'_>,
    deques: Vec<Deque<level::Piece>>,
    shared: &SharedSpace<Atoms>,
    frontier: Frontier,
) -> Vec<Searched> {
    let depth = frontier.depth;
    let mut first = Some(frontier);
    std::thread::scope(|scope| {
        let run = |(number, deque)| {
            let frontier = first.take().unwrap_or_else(|| Frontier::at(depth));
            scope.spawn(move || {
                let _guard = OnPanic(|| common.barrier.break_up());
                Worker::new(common, number, Some(deque), &mut Replica::new(shared), frontier).run()
            })
        };
        let handles: Vec<_> = deques.into_iter().enumerate().map(run).collect();
        handles.into_iter().map(|h| h.join().unwrap_or_else(|failed| resume_unwind(failed))).collect()
    })
}

/// Adds the numbers of traces, if there are not too many pairs to count them over.
fn add_traces(exploration: &mut Exploration, space: &mut Space<Atoms>, initial: &[u32], options: &Options) {
    let Some(ended) = traces::count(space, initial, options.traces) else { return };
    exploration.traces = Some(ended.all());
    if options.outcomes {
        // Both are in order.
        for (outcome, ended) in exploration.outcomes.iter_mut().zip(ended.render(space, usize::MAX)) {
            outcome.traces = Some(ended.count);
        }
    }
}

/// Puts together the findings of the workers.
fn conclude(
    space: &mut Space<Atoms>,
    options: &Options,
    store: &Store,
    all: Vec<Searched>,
    first: &Child,
    extra: Extra,
) -> Exploration {
    let mut found: Findings<Place> = Findings::default();
    // Errors in the first local steps belong to the first state.
    for key in &extra.wrong {
        found.note(key, || Place { state: StateNumber(0), what: ErrorSite::State([first.name; 2]) });
    }
    found.cut = extra.limit.map(Cut::Limit);
    found.counts.states = 1;
    for searched in all {
        for &state in searched.finals.iter().filter(|_| options.outcomes) {
            found.outcomes.add(&store.unpack(state));
        }
        found = found.join(searched.found);
    }
    let (start, states) = (Path::new(first.steps), store.memory());
    let mut result = found.conclude(options, space, |space, key, place| schedule(space, &start, store, key, place));
    result.ends = result.executions;
    result.memory += states;
    result
}
