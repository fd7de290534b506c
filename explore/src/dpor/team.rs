//! Several workers on one exploration.
//!
//! A worker that has work to spare shares the states of its run down to one where a branch waits: from then on sleep sets
//! and wakeup trees of these states are kept under a lock, for whoever comes by. Another worker makes the run up to there
//! again and goes on with the branch. A branch that somebody has begun counts as covered, as one that was explored does:
//! whoever began it will explore all of it.
//!
//! A branch may be begun while another one is not finished only if their first steps are dependent. Else the other step
//! would be asleep below the branch, and what is asleep must be explored to the end before: only then has it asked for the
//! runs that are needed there (and that can be found from nowhere else).

use super::run::clash;
use super::tree::{Action, Nodes};
use crate::apart::Apart;
use crate::space::NONE;
use racefree_interp::machine::pack::ThreadName;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// How often to look for a job before falling asleep.
const LOOKS: u32 = 1 << 14;

/// What is to be done at a state that several workers know.
#[derive(Debug, Default)]
pub struct SharedFrame {
    /// Threads whose next step is covered, by what was explored or is being explored.
    pub sleep: Vec<Action>,
    /// The nodes of the wakeup tree.
    pub nodes: Nodes,
    /// The wakeup tree.
    pub tree: u32,
    /// Branches that are being explored, and by how many workers.
    pub unfinished: Vec<(Action, u32)>,
}

impl SharedFrame {
    /// Whether the first branch may be begun now.
    pub fn waits(&self) -> bool {
        self.tree != NONE && self.unfinished.iter().all(|u| clash(u.0, self.nodes.action(self.tree)))
    }

    /// Somebody else goes into a branch.
    pub fn enter(&mut self, action: Action) {
        match self.unfinished.iter_mut().find(|u| u.0.thread == action.thread) {
            Some(known) => known.1 += 1,
            None => self.unfinished.push((action, 1)),
        }
    }

    /// Somebody comes out of it.
    pub fn leave(&mut self, thread: ThreadName) {
        if let Some(known) = self.unfinished.iter_mut().find(|u| u.0.thread == thread) {
            known.1 -= 1;
        }
        self.unfinished.retain(|u| u.1 > 0);
    }
}

/// A state that several workers know.
pub type SharedState = Arc<Mutex<SharedFrame>>;

/// A run that somebody else can go on with.
#[derive(Debug)]
pub struct Job {
    /// Who made each transition.
    pub run: Vec<ThreadName>,
    /// The states before each of them, and the one after.
    pub states: Vec<SharedState>,
}

/// What the workers share.
#[derive(Debug)]
pub struct Team {
    /// How many they are.
    pub workers: usize,
    jobs: Apart<Mutex<Vec<Job>>>,
    wake: Condvar,
    /// What all look at all the time.
    signs: Apart<Signs>,
    /// Runs and steps made by all.
    pub made: Apart<(AtomicU64, AtomicU64)>,
}

/// What seldom changes.
#[derive(Debug, Default)]
struct Signs {
    /// How many have nothing to do.
    idle: AtomicUsize,
    /// How many jobs there are.
    offered: AtomicUsize,
    /// Asks all to stop.
    stop: AtomicBool,
}

/// Whoever takes part. If he fails, all stop.
#[derive(Debug)]
pub struct Member<'a>(pub &'a Team);

impl Drop for Member<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.halt();
        }
    }
}

impl Team {
    /// So many workers.
    pub fn new(workers: usize) -> Team {
        Team { workers, jobs: Apart::default(), wake: Condvar::new(), signs: Apart::default(), made: Apart::default() }
    }

    /// Whether somebody waits for work.
    #[inline]
    pub fn is_hungry(&self) -> bool {
        self.workers > 1 && self.signs.idle.load(Relaxed) > 0
    }

    /// Puts up a job, unless there are enough.
    pub fn offer(&self, job: impl FnOnce() -> Option<Job>) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.len() < self.signs.idle.load(Relaxed)
            && let Some(job) = job()
        {
            jobs.push(job);
            self.signs.offered.store(jobs.len(), Relaxed);
            self.wake.notify_one();
        }
    }

    /// Whether all should stop.
    #[inline]
    pub fn stops(&self) -> bool {
        self.signs.stop.load(Relaxed)
    }

    /// Asks everybody to stop.
    pub fn halt(&self) {
        self.signs.stop.store(true, Relaxed);
        self.wake.notify_all();
    }

    /// Waits for a job; nothing if all work is done.
    pub fn next(&self) -> Option<Job> {
        let idle = self.signs.idle.fetch_add(1, Relaxed) + 1;
        // Whoever works sees that soon, so it would take longer to fall asleep and to be woken.
        for _ in 0..LOOKS {
            if self.signs.offered.load(Relaxed) > 0
                || self.signs.idle.load(Relaxed) == self.workers
                || self.signs.stop.load(Relaxed)
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
            if self.signs.stop.load(Relaxed) {
                return None;
            }
            if let Some(job) = jobs.pop() {
                self.signs.offered.store(jobs.len(), Relaxed);
                self.signs.idle.fetch_sub(1, Relaxed);
                return Some(job);
            }
            if self.signs.idle.load(Relaxed) == self.workers {
                return None;
            }
            jobs = self.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
