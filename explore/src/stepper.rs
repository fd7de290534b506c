//! One state space for several workers: each has a copy of what is known, and asks for what is not.

use crate::space::{Extra, Known, Space, Step, there};
use crate::state::Turn;
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::machine::pack::ThreadName;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whoever knows the steps.
pub trait Stepper {
    /// Whether others take over what this one works out.
    const SHARED: bool;

    /// What is known.
    fn known(&self) -> &Known;
    /// Works out the step of the thread of a slot in a state; its number.
    fn work_out(&mut self, slot: u32, state: &[u32]) -> u32;
    /// Takes over what others have worked out.
    fn catch_up(&mut self);
    /// Bytes in use, if there are so many like this one.
    fn memory(&self, workers: usize) -> usize;
    /// Forgets all but these states, in which the numbers become new ones. Returns whether that can be done.
    fn forget(&mut self, states: &mut dyn Iterator<Item = &mut [u32]>) -> bool;

    /// The number of the step that the thread of a slot makes in a state.
    #[inline]
    fn index(&mut self, slot: u32, state: &[u32]) -> u32 {
        let known = self.known();
        match known.end(known.begin(slot, state), state) {
            Some(index) => index,
            None => self.work_out(slot, state),
        }
    }

    /// What the thread of a slot does in a state, if it is there.
    #[inline]
    fn turn(&mut self, slot: u32, name: ThreadName, state: &[u32]) -> Option<Turn> {
        if there(state, slot) == 0 {
            return None;
        }
        let index = self.index(slot, state);
        Some(Turn { name, slot, step: *self.known().at(index) })
    }

    /// What each thread does in a state.
    #[inline]
    fn turns(&mut self, state: &[u32], turns: &mut Vec<Turn>) {
        turns.clear();
        for at in 0..self.known().threads().len() {
            let (slot, name) = self.known().threads()[at];
            turns.extend(self.turn(slot, name, state));
        }
    }

    /// What not every transition has.
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

    fn work_out(&mut self, slot: u32, state: &[u32]) -> u32 {
        Space::work_out(self, slot, state)
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

/// How often to ask for a space before giving up the processor.
const LOOKS: u32 = 1 << 12;

/// A space that several workers share.
pub struct Pool<P: SchedulingPoints> {
    space: Mutex<Space<P>>,
    /// How often something was worked out.
    news: AtomicU64,
}

impl<P: SchedulingPoints> Pool<P> {
    /// A space that is [shared](Space::share).
    pub fn new(space: Space<P>) -> Pool<P> {
        Pool { space: Mutex::new(space), news: AtomicU64::new(1) }
    }

    /// The space.
    pub fn into_space(self) -> Space<P> {
        self.space.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The space, for a moment. So it is asked for again and again before the processor is given up.
    fn space(&self) -> MutexGuard<'_, Space<P>> {
        for _ in 0..LOOKS {
            if let Ok(space) = self.space.try_lock() {
                return space;
            }
            std::hint::spin_loop();
        }
        self.space.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A worker's view of a space.
pub struct Shared<'a, P: SchedulingPoints> {
    pool: &'a Pool<P>,
    known: Known,
    /// What of [`Pool::news`] is known.
    seen: u64,
    memory: usize,
}

impl<'a, P: SchedulingPoints> Shared<'a, P> {
    /// A view of a space.
    pub fn new(pool: &'a Pool<P>) -> Shared<'a, P> {
        let mut shared = Shared { pool, known: Known::default(), seen: 0, memory: 0 };
        shared.catch_up();
        shared
    }
}

impl<P: SchedulingPoints> Stepper for Shared<'_, P> {
    const SHARED: bool = true;

    #[inline]
    fn known(&self) -> &Known {
        &self.known
    }

    #[cold]
    fn work_out(&mut self, slot: u32, state: &[u32]) -> u32 {
        let mut space = self.pool.space();
        // Another worker may know.
        let index = space.index(slot, state);
        self.memory = space.memory();
        self.known.catch_up(space.known());
        self.seen = self.pool.news.fetch_add(1, Release) + 1;
        index
    }

    #[inline]
    fn catch_up(&mut self) {
        if self.pool.news.load(Acquire) > self.seen {
            let space = self.pool.space();
            self.known.catch_up(space.known());
            self.seen = self.pool.news.load(Relaxed);
        }
    }

    fn memory(&self, workers: usize) -> usize {
        self.memory + workers * self.known.memory()
    }

    fn forget(&mut self, _: &mut dyn Iterator<Item = &mut [u32]>) -> bool {
        false
    }
}
