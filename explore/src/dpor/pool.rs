//! The pool of workers of one exploration, and the states that they share.
//!
//! A worker with work to spare shares the states of its run down to one where a branch waits: from then on sleep sets and
//! wakeup trees of these states are kept under a lock. An idle worker makes the run up to there again and goes on with the
//! branch. A branch that was started counts as covered, as a finished one does.
//!
//! The invariant: **a branch is started while a sibling is unfinished only if their first steps are dependent**
//! ([`SharedFrame::may_start`]). Else the sibling's step would be asleep below the branch, and only once its own branch is
//! explored to the end has it inserted all the wakeup sequences that are needed there (`docs/explorer.md`).

use super::run::dependent;
use super::wakeup::{Action, WakeupId, WakeupTree, WakeupTrees};
use crossbeam_utils::CachePadded;
use racefree_interp::machine::pack::ThreadName;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Number of looks for a job before a worker goes to sleep: a busy worker shares work within microseconds.
const SPINS: u32 = 1 << 14;

/// Work left at a state that several workers know.
#[derive(Debug, Default)]
pub struct SharedFrame {
    /// The sleep set: first steps of branches that are finished or under way.
    pub sleep: Vec<Action>,
    /// The nodes of the wakeup tree.
    pub nodes: WakeupTrees,
    /// The wakeup tree.
    pub tree: WakeupTree,
    /// Branches that are being explored, and the number of workers in each.
    pub unfinished: Vec<(Action, u32)>,
}

impl SharedFrame {
    /// The first branch, if it may be started now.
    pub fn may_start(&self) -> Option<WakeupId> {
        let first = self.tree.get()?;
        self.unfinished.iter().all(|u| dependent(u.0, self.nodes.action(first))).then_some(first)
    }

    /// A worker goes into a branch.
    pub fn enter(&mut self, action: Action) {
        match self.unfinished.iter_mut().find(|u| u.0.thread == action.thread) {
            Some(known) => known.1 += 1,
            None => self.unfinished.push((action, 1)),
        }
    }

    /// A worker comes out of it.
    pub fn leave(&mut self, thread: ThreadName) {
        if let Some(known) = self.unfinished.iter_mut().find(|u| u.0.thread == thread) {
            known.1 -= 1;
        }
        self.unfinished.retain(|u| u.1 > 0);
    }
}

/// A state that several workers know.
pub type SharedState = Arc<Mutex<SharedFrame>>;

/// A run that another worker can go on with.
#[derive(Debug)]
pub struct Job {
    /// The thread that makes each transition.
    pub run: Vec<ThreadName>,
    /// The states before each of them, and the one after.
    pub states: Vec<SharedState>,
}

/// State shared by the workers.
#[derive(Debug)]
pub struct WorkerPool {
    /// Number of workers.
    pub workers: usize,
    jobs: CachePadded<Mutex<Vec<Job>>>,
    wake: Condvar,
    signals: CachePadded<Signals>,
    /// Runs and steps made by all.
    pub made: CachePadded<(AtomicU64, AtomicU64)>,
}

/// Flags and counts that all workers read all the time, and that seldom change.
#[derive(Debug, Default)]
struct Signals {
    /// Number of workers without work.
    idle: AtomicUsize,
    /// Number of waiting jobs.
    waiting: AtomicUsize,
    /// Asks all to stop.
    stop: AtomicBool,
}

impl WorkerPool {
    /// A pool for `workers` workers.
    pub fn new(workers: usize) -> WorkerPool {
        let (jobs, signals) = Default::default();
        WorkerPool { workers, jobs, wake: Condvar::new(), signals, made: CachePadded::default() }
    }

    /// Returns true if a worker is idle.
    #[inline]
    pub fn has_idle(&self) -> bool {
        self.workers > 1 && self.signals.idle.load(Relaxed) > 0
    }

    /// Adds a job, unless there are enough for the idle workers.
    pub fn add(&self, job: impl FnOnce() -> Option<Job>) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.len() < self.signals.idle.load(Relaxed)
            && let Some(job) = job()
        {
            jobs.push(job);
            self.signals.waiting.store(jobs.len(), Relaxed);
            self.wake.notify_one();
        }
    }

    /// Returns true if all should stop.
    #[inline]
    pub fn stops(&self) -> bool {
        self.signals.stop.load(Relaxed)
    }

    /// Asks all workers to stop.
    pub fn halt(&self) {
        self.signals.stop.store(true, Relaxed);
        self.wake.notify_all();
    }

    /// Waits for a job; nothing if all work is done.
    pub fn next(&self) -> Option<Job> {
        let idle = self.signals.idle.fetch_add(1, Relaxed) + 1;
        for _ in 0..SPINS {
            if self.signals.waiting.load(Relaxed) > 0
                || self.signals.idle.load(Relaxed) == self.workers
                || self.signals.stop.load(Relaxed)
            {
                break;
            }
            std::hint::spin_loop();
        }
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if idle == self.workers && jobs.is_empty() {
            self.wake.notify_all();
        }
        loop {
            if self.signals.stop.load(Relaxed) {
                return None;
            }
            if let Some(job) = jobs.pop() {
                self.signals.waiting.store(jobs.len(), Relaxed);
                self.signals.idle.fetch_sub(1, Relaxed);
                return Some(job);
            }
            if self.signals.idle.load(Relaxed) == self.workers {
                return None;
            }
            jobs = self.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
