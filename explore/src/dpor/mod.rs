//! Optimal dynamic partial order reduction: exactly one run of each Mazurkiewicz trace (Abdulla, Aronis, Jonsson, Sagonas,
//! *Optimal Dynamic Partial Order Reduction*, POPL 2014; *Source Sets*, JACM 2017, algorithm 2).
//!
//! Two things are as the calculus needs them. A release orders but is not reversed: at an acquire the reversible partner
//! is the last acquire of the lock, and at the end of a run the same holds for each blocked thread and the owner of its
//! lock. And a transition is an access or an acquire with the releases and forks after it ([`Coarse`]): these can be moved
//! before whatever other threads do in between, so no trace is lost and none counted twice.
//!
//! With scheduling points at acquires only ([`Spans`]), the same algorithm covers the orders of acquires, and the accesses in
//! between are watched for races by happens-before.
//!
//! Definition: one run for each of [`crate::plain::traces()`], and what [`crate::plain::explore`] finds; `tests/cross.rs` holds
//! them together, `tests/oracles.rs` against numbers that are known.
//!
//! | module | what it holds |
//! | --- | --- |
//! | this | the search |
//! | `along` | forward along a run, and back |
//! | `run` | the run at hand: happens-before, races, reversals |
//! | `ending` | the end of a run: alternatives go into wakeup trees |
//! | `wakeup` | wakeup trees |
//! | `wrong` | errors in transitions |
//! | `closing` | blocks of a run through which cycles are closed, in any order of its steps |
//! | `share` | the share of the tree of runs that has been covered |
//! | `pool`, `handoff` | several workers, and the invariant that they keep |
//! | `scratch` | memory for the next search |

mod along;
mod closing;
mod ending;
mod handoff;
mod pool;
mod run;
mod scratch;
mod share;
mod wakeup;
mod wrong;

use crate::explorer::RecycledSpace;
use crate::findings::Findings;
use crate::guard::OnPanic;
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::Path;
use crate::result::{Cut, Exploration};
use crate::space::{Child, Keep};
use crate::state::Turn;
use crate::stepper::{Replica, SharedSpace, Stepper};
use pool::WorkerPool;
use racefree_interp::machine::{Lowered, SchedulingPoints};
use racefree_interp::schedule::Schedule;
use run::{EventId, Run, Sequence};
use scratch::Frame;
pub use scratch::Scratch;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use wakeup::WakeupTrees;

/// Longest run in transitions: happens-before takes a bit for each pair.
const LONGEST: usize = 1 << 13;

/// A worker of the search.
struct Dpor<'a, S> {
    options: &'a Options,
    pool: &'a WorkerPool,
    stepper: &'a mut S,
    first: Child,
    frames: Vec<Frame>,
    run: Run,
    nodes: WakeupTrees,
    found: Findings<Schedule>,
    v: Sequence,
    turns: Vec<Turn>,
    raced: Vec<EventId>,
    sync: bool,
    /// A race was found where the runs after it are not covered.
    stops_at_race: bool,
    /// Work done since the budget was looked at, beside a step.
    cost: u32,
    /// Runs and steps that are in the counts of all workers.
    published: (u64, u64),
    /// Runs and steps that other workers have published.
    others: (u64, u64),
    scratch: &'a mut Scratch,
}

/// Explores by runs.
pub fn explore<P: SchedulingPoints>(
    program: &Arc<Lowered>,
    options: &Options,
    spare: &mut RecycledSpace<P>,
    scratch: &mut Scratch,
) -> Exploration {
    let transactions = options.transactions(program);
    // The step that closes a cycle depends on the order of independent steps: all steps are looked at again.
    let acts = transactions.is_some();
    let keep = Keep { output: options.outcomes, effects: P::SPANS, acts, transactions, ..Keep::default() };
    let mut space = spare.space(program, options, keep);
    if options.threads > 1 {
        space.share();
    }
    let (initial, first, extra) = space.first();
    let pool = WorkerPool::new(options.threads.clamp(1, 64));
    let sync = P::SPANS;
    // Errors in the local steps of the first state.
    let mut found: Findings<Schedule> = Findings::default();
    for key in &extra.wrong {
        found.note(key, || Path::new(first.steps).schedule(&[first.name]));
    }
    found.cut = extra.limit.map(Cut::Limit);
    found = if pool.workers == 1 {
        found.join(Dpor::new(options, &pool, &mut space, first, sync, scratch).work(&initial, true))
    } else {
        let shared = SharedSpace::new(space);
        let all: Vec<Findings<Schedule>> = std::thread::scope(|scope| {
            let (pool, shared, initial) = (&pool, &shared, &initial);
            let begin = |number| {
                scope.spawn(move || {
                    let _guard = OnPanic(|| pool.halt());
                    let (mut replica, mut scratch) = (Replica::new(shared), Scratch::default());
                    Dpor::new(options, pool, &mut replica, first, sync, &mut scratch).work(initial, number == 0)
                })
            };
            let workers: Vec<_> = (0..pool.workers).map(begin).collect();
            workers.into_iter().map(|w| w.join().unwrap_or_else(|failed| resume_unwind(failed))).collect()
        });
        space = shared.into_space();
        all.into_iter().fold(found, Findings::join)
    };
    found.counts.states = found.counts.transitions + 1;
    let result = found.conclude(options, &mut space, |_, _, schedule| schedule);
    spare.keep(space);
    result
}

impl<'a, S: Stepper> Dpor<'a, S> {
    fn new(
        options: &'a Options,
        pool: &'a WorkerPool,
        stepper: &'a mut S,
        first: Child,
        sync: bool,
        scratch: &'a mut Scratch,
    ) -> Dpor<'a, S> {
        let Scratch { frames, run, nodes, v, turns } = std::mem::take(scratch).cleared();
        Dpor {
            options,
            pool,
            stepper,
            first,
            frames,
            run,
            nodes,
            found: Findings::default(),
            v,
            turns,
            raced: Vec::new(),
            sync,
            stops_at_race: false,
            cost: 0,
            published: (0, 0),
            others: (0, 0),
            scratch,
        }
    }

    /// Explores; the first worker from the first state, the others the branches that are handed off to them.
    fn work(mut self, initial: &[u32], first: bool) -> Findings<Schedule> {
        self.frames[0].state.extend_from_slice(initial);
        let mut meter = Meter::new(self.options);
        if first {
            self.search(&mut meter);
        }
        while self.pool.workers > 1
            && self.found.cut != Some(Cut::Memory)
            && let Some(job) = self.pool.next()
        {
            self.resume(job);
            self.search(&mut meter);
        }
        let Dpor { frames, run, nodes, v, turns, found, scratch, .. } = self;
        *scratch = Scratch { frames, run, nodes, v, turns };
        found
    }

    fn search(&mut self, meter: &mut Meter<'_>) {
        let (options, pool) = (self.options, self.pool);
        let (mut published, mut others) = (self.published, self.others);
        loop {
            if !self.forward() && !self.back() {
                break;
            }
            meter.spend(std::mem::take(&mut self.cost));
            // Runs after a race are not covered where accesses are no scheduling points.
            if (self.found.unsound && options.until_unsound) || self.stops_at_race {
                self.found.cut.get_or_insert(Cut::Found);
                pool.halt();
                break;
            }
            if pool.has_idle() {
                self.hand_off();
            }
            if options.turn.is_some() && matches!(self.found.cut, Some(Cut::Limit(_))) {
                pool.halt();
                break;
            }
            let counts = &self.found.counts;
            let used = Used { steps: counts.steps + others.1, states: counts.executions + others.0 };
            let (run, stepper) = (&self.run, &self.stepper);
            let memory = || {
                let (now, made) = ((counts.executions, counts.steps), &*pool.made);
                let add = |all: &AtomicU64, more: u64| all.fetch_add(more, Relaxed) + more;
                let all = (add(&made.0, now.0 - published.0), add(&made.1, now.1 - published.1));
                (published, others) = (now, (all.0 - now.0, all.1 - now.1));
                options.control.executions.store(all.0, Relaxed);
                options.control.states.store(counts.transitions, Relaxed);
                options.control.depth.store(run.events.len() as u64, Relaxed);
                stepper.memory(pool.workers)
            };
            match meter.check(used, memory) {
                Some(Cut::Memory) => self.forget(),
                Some(cut) => {
                    self.found.cut = Some(cut);
                    pool.halt();
                    break;
                }
                None if pool.stops() => break,
                None => {}
            }
        }
        (self.published, self.others) = (published, others);
        if let Some(turn) = &options.turn {
            turn.hint(|hints| hints.share = self.share());
        }
    }

    /// The interned states take too much memory: only the run at hand is kept.
    #[cold]
    fn forget(&mut self) {
        let mut outcomes = self.found.outcomes.states();
        let depth = self.run.events.len();
        let states = self.frames[..=depth].iter_mut().map(|f| &mut f.state[..]);
        let kept = self.stepper.forget(&mut states.chain(outcomes.iter_mut().map(|o| &mut *o.0)));
        outcomes.into_iter().for_each(|(state, count)| self.found.outcomes.put(state, count));
        if !kept || self.stepper.memory(self.pool.workers) as u64 * 2 > self.options.budget.memory {
            self.found.cut = Some(Cut::Memory);
        }
    }
}
