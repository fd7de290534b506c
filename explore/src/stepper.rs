//! One state space for several workers: each has a replica of the known part; a lock guards new computations.

use crate::space::{Closed, Extra, Known, PartNumber, Slot, Space, Step, StepId, TRANSACTIONS, put, successor, there};
use crate::state::Turn;
use crossbeam_utils::Backoff;
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::machine::pack::ThreadName;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Knows the transitions of threads: a state space, or a replica.
pub trait Stepper {
    /// True for a replica.
    const SHARED: bool;

    /// Returns the known part of the space.
    fn known(&self) -> &Known;
    /// Computes the step of the thread of a slot in a state.
    fn work_out(&mut self, slot: Slot, state: &[u32]) -> StepId;
    /// Returns the transactions of a state after a step, and the blocks through which it closes cycles.
    fn transact(&mut self, state: &[u32], step: &Step) -> (PartNumber, Closed);
    /// Copies the transitions that other replicas have had computed.
    fn catch_up(&mut self);
    /// Bytes in use, if there are `workers` like this one.
    fn memory(&self, workers: usize) -> usize;
    /// Forgets all but these states, in which the numbers become new ones. Returns true if that can be done.
    fn forget(&mut self, states: &mut dyn Iterator<Item = &mut [u32]>) -> bool;

    /// The step that the thread of a slot makes in a state.
    #[inline(never)]
    fn step(&mut self, slot: Slot, state: &[u32]) -> StepId {
        let known = self.known();
        match known.end(known.begin(slot, state), state) {
            Some(step) => step,
            None => self.work_out(slot, state),
        }
    }

    /// Returns the turn of the thread of a slot in a state, if it is there.
    #[inline(always)]
    fn turn(&mut self, slot: Slot, name: ThreadName, state: &[u32]) -> Option<Turn> {
        if there(state, slot) == 0 {
            return None;
        }
        let step = self.step(slot, state);
        Some(Turn { name, slot, step: *self.known().at(step) })
    }

    /// Returns the turn of the thread of a name in a state, if it is there.
    #[inline]
    fn turn_of(&mut self, name: ThreadName, state: &[u32]) -> Option<Turn> {
        self.turn(self.known().thread_slot(name)?, name, state)
    }

    /// Collects the turns of all threads in a state.
    #[inline]
    fn turns(&mut self, state: &[u32], turns: &mut Vec<Turn>) {
        turns.clear();
        for at in 0..self.known().threads().len() {
            let (slot, name) = self.known().threads()[at];
            turns.extend(self.turn(slot, name, state));
        }
    }

    /// The state after a transition, and the blocks through which it closes cycles.
    #[inline]
    fn successor(&mut self, state: &[u32], Turn { slot, step, .. }: &Turn, next: &mut Vec<u32>) -> Closed {
        successor(self.known(), state, *slot, step, next);
        if !self.known().has_transactions() {
            return None;
        }
        let (number, closed) = self.transact(state, step);
        put(next, TRANSACTIONS, number);
        closed
    }

    /// Returns the rare effects of a transition.
    #[inline]
    fn extra(&self, step: &Step) -> Option<&Arc<Extra>> {
        self.known().extra(step.extra)
    }
}

impl<P: SchedulingPoints> Stepper for Space<P> {
    const SHARED: bool = false;

    #[inline]
    fn known(&self) -> &Known {
        Space::known(self)
    }

    fn work_out(&mut self, slot: Slot, state: &[u32]) -> StepId {
        Space::work_out(self, slot, state)
    }

    #[inline]
    fn transact(&mut self, state: &[u32], step: &Step) -> (PartNumber, Closed) {
        Space::transact(self, state, step)
    }

    fn catch_up(&mut self) {}

    fn memory(&self, _: usize) -> usize {
        Space::memory(self)
    }

    fn forget(&mut self, states: &mut dyn Iterator<Item = &mut [u32]>) -> bool {
        Space::forget(self, states);
        true
    }
}

/// A space that several workers share.
pub struct SharedSpace<P: SchedulingPoints> {
    space: Mutex<Space<P>>,
    /// Number of computations so far.
    version: AtomicU64,
}

impl<P: SchedulingPoints> SharedSpace<P> {
    /// A space that is [shared](Space::share).
    pub fn new(space: Space<P>) -> SharedSpace<P> {
        SharedSpace { space: Mutex::new(space), version: AtomicU64::new(1) }
    }

    /// The space.
    pub fn into_space(self) -> Space<P> {
        self.space.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The space, which workers hold for a moment only.
    fn lock(&self) -> MutexGuard<'_, Space<P>> {
        let backoff = Backoff::new();
        while !backoff.is_completed() {
            if let Ok(space) = self.space.try_lock() {
                return space;
            }
            backoff.snooze();
        }
        self.space.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A worker's replica of the known part of a space.
pub struct Replica<'a, P: SchedulingPoints> {
    shared: &'a SharedSpace<P>,
    known: Known,
    /// The [`SharedSpace::version`] that it is of.
    version: u64,
    memory: usize,
}

impl<'a, P: SchedulingPoints> Replica<'a, P> {
    /// A replica of a space.
    pub fn new(shared: &'a SharedSpace<P>) -> Replica<'a, P> {
        let mut replica = Replica { shared, known: Known::default(), version: 0, memory: 0 };
        replica.catch_up();
        replica
    }
}

impl<P: SchedulingPoints> Stepper for Replica<'_, P> {
    const SHARED: bool = true;

    #[inline]
    fn known(&self) -> &Known {
        &self.known
    }

    #[cold]
    fn work_out(&mut self, slot: Slot, state: &[u32]) -> StepId {
        let mut space = self.shared.lock();
        // Another worker may have asked for it.
        let step = space.step(slot, state);
        self.memory = space.memory();
        self.known.catch_up(space.known());
        self.version = self.shared.version.fetch_add(1, Release) + 1;
        step
    }

    fn transact(&mut self, state: &[u32], step: &Step) -> (PartNumber, Closed) {
        let at = PartNumber(there(state, TRANSACTIONS));
        if step.acts.changes_nothing(at) {
            return (at, None);
        }
        let mut space = self.shared.lock();
        let count = space.known().count(TRANSACTIONS);
        let after = space.transact(state, step);
        if space.known().count(TRANSACTIONS) > count {
            self.shared.version.fetch_add(1, Release);
        }
        after
    }

    #[inline]
    fn catch_up(&mut self) {
        if self.shared.version.load(Acquire) > self.version {
            let space = self.shared.lock();
            self.known.catch_up(space.known());
            self.version = self.shared.version.load(Relaxed);
        }
    }

    fn memory(&self, workers: usize) -> usize {
        self.memory + workers * self.known.memory()
    }

    fn forget(&mut self, _: &mut dyn Iterator<Item = &mut [u32]>) -> bool {
        false
    }
}
