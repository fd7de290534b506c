//! One state space for several workers: each has a copy of what is known, and asks for what is not.

use crate::space::{Extra, Known, NONE, Space, Step};
use crate::state::Turn;
use racefree_interp::machine::pack::{Part, ThreadName};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whoever knows the steps.
pub trait Stepper {
    /// What is known.
    fn known(&self) -> &Known;
    /// Works out the step of a thread in a state; its number.
    fn work_out(&mut self, thread: Part, state: &[Part]) -> u32;
    /// Takes over what others have worked out.
    fn catch_up(&mut self);
    /// Bytes in use, if there are so many like this one.
    fn memory(&self, workers: usize) -> usize;
    /// Forgets all parts but those of these states, which get new numbers. Returns whether that can be done.
    fn forget(&mut self, states: &mut dyn Iterator<Item = &mut [Part]>) -> bool;

    /// The number of the step that a thread makes in a state.
    #[inline]
    fn index(&mut self, thread: Part, state: &[Part]) -> u32 {
        match self.known().find(thread, state) {
            Some(index) => index,
            None => self.work_out(thread, state),
        }
    }

    /// What a thread does in a state.
    #[inline]
    fn step(&mut self, thread: Part, state: &[Part]) -> Step {
        let index = self.index(thread, state);
        *self.known().at(index)
    }

    /// What the thread of a slot does in a state, if it is there.
    #[inline]
    fn turn(&mut self, slot: u32, name: ThreadName, state: &[Part]) -> Option<Turn> {
        let part = state.get(slot as usize).copied().filter(|&part| part != NONE)?;
        Some(Turn { name, slot, step: self.step(part, state) })
    }

    /// What each thread does in a state.
    #[inline]
    fn turns(&mut self, state: &[Part], turns: &mut Vec<Turn>) {
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

    fn work_out(&mut self, thread: Part, state: &[Part]) -> u32 {
        Space::work_out(self, thread, state)
    }

    fn catch_up(&mut self) {}

    fn memory(&self, _: usize) -> usize {
        Space::memory(self)
    }

    fn forget(&mut self, states: &mut dyn Iterator<Item = &mut [Part]>) -> bool {
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
    fn work_out(&mut self, thread: Part, state: &[Part]) -> u32 {
        let mut space = self.space();
        // Another worker may know.
        let index = space.index(thread, state);
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

    fn forget(&mut self, _: &mut dyn Iterator<Item = &mut [Part]>) -> bool {
        false
    }
}
