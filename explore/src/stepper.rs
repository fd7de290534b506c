//! One state space for several workers: each has a copy of what is known, and asks for what is not.

use crate::space::{Extra, Known, Space, Step, there};
use crate::state::Turn;
use racefree_interp::machine::pack::ThreadName;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whoever knows the steps.
pub trait Stepper {
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

impl<const POINTS: u8> Stepper for Space<POINTS> {
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

/// A worker's view of a space.
pub struct Shared<'a, const POINTS: u8> {
    space: &'a Mutex<Space<POINTS>>,
    known: Known,
    memory: usize,
}

impl<'a, const POINTS: u8> Shared<'a, POINTS> {
    /// A view of a space that is [shared](Space::share).
    pub fn new(space: &'a Mutex<Space<POINTS>>) -> Shared<'a, POINTS> {
        let mut shared = Shared { space, known: Known::default(), memory: 0 };
        shared.catch_up();
        shared
    }

    fn space(&self) -> MutexGuard<'a, Space<POINTS>> {
        self.space.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<const POINTS: u8> Stepper for Shared<'_, POINTS> {
    #[inline]
    fn known(&self) -> &Known {
        &self.known
    }

    #[cold]
    fn work_out(&mut self, slot: u32, state: &[u32]) -> u32 {
        let mut space = self.space();
        // Another worker may know.
        let index = space.index(slot, state);
        self.memory = space.memory();
        self.known.catch_up(space.known());
        index
    }

    fn catch_up(&mut self) {
        let space = self.space();
        self.known.catch_up(space.known());
    }

    fn memory(&self, workers: usize) -> usize {
        self.memory + workers * self.known.memory()
    }

    fn forget(&mut self, _: &mut dyn Iterator<Item = &mut [u32]>) -> bool {
        false
    }
}
