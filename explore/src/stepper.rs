//! One state space for several workers: each remembers for itself what it has asked for, and asks the others' only when
//! it meets a thread and a heap for the first time.

use crate::space::{Extra, NONE, Space, Step};
use racefree_interp::machine::pack::ThreadName;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whoever knows the steps.
pub trait Stepper {
    /// What a thread does on a heap.
    fn step(&mut self, local: u32, heap: u32) -> Step;
    /// Looks at where [`Stepper::index`] will look, so that it is at hand then.
    fn touch(&self, local: u32, heap: u32) -> u64;
    /// The number of a step.
    fn index(&mut self, local: u32, heap: u32) -> u32;
    /// A step by its number.
    fn at(&self, index: u32) -> &Step;
    /// The name of a thread.
    fn name(&mut self, local: u32) -> ThreadName;
    /// What not every transition has.
    fn extra(&mut self, extra: u32) -> Option<Arc<Extra>>;
    /// Bytes in use, if there are so many like this one.
    fn memory(&self, workers: usize) -> usize;
    /// Forgets all threads and heaps but those of these states, which get new numbers. Returns whether that can be done.
    fn forget(&mut self, states: &mut dyn Iterator<Item = &mut [u32]>) -> bool;
}

impl<const POINTS: u8> Stepper for Space<POINTS> {
    #[inline]
    fn step(&mut self, local: u32, heap: u32) -> Step {
        Space::step(self, local, heap)
    }

    #[inline]
    fn touch(&self, local: u32, heap: u32) -> u64 {
        Space::touch(self, local, heap)
    }

    #[inline]
    fn index(&mut self, local: u32, heap: u32) -> u32 {
        Space::index(self, local, heap)
    }

    #[inline]
    fn at(&self, index: u32) -> &Step {
        Space::at(self, index)
    }

    #[inline]
    fn name(&mut self, local: u32) -> ThreadName {
        Space::name(self, local)
    }

    #[inline]
    fn extra(&mut self, extra: u32) -> Option<Arc<Extra>> {
        Space::extra(self, extra).cloned()
    }

    fn memory(&self, _: usize) -> usize {
        Space::memory(self)
    }

    fn forget(&mut self, states: &mut dyn Iterator<Item = &mut [u32]>) -> bool {
        Space::forget(self, states);
        true
    }
}

/// In a key, stands for any heap on which a thread waits for that one; there are not so many heaps.
const AWAY: u32 = 1 << 31;
/// Stands for the owner, if a thread has ended.
const OVER: u32 = (1 << 31) - 2;

/// A worker's view of a space.
pub struct Shared<'a, const POINTS: u8> {
    space: &'a Mutex<Space<POINTS>>,
    waiting: crate::space::Waiting,
    steps: crate::space::Memo,
    known: Vec<Step>,
    names: Vec<ThreadName>,
    extras: FxHashMap<u32, Arc<Extra>>,
    memory: usize,
}

impl<'a, const POINTS: u8> Shared<'a, POINTS> {
    /// A view that knows nothing yet.
    pub fn new(space: &'a Mutex<Space<POINTS>>) -> Shared<'a, POINTS> {
        Shared {
            space,
            waiting: crate::space::Waiting::default(),
            steps: crate::space::Memo::default(),
            known: Vec::new(),
            names: Vec::new(),
            extras: FxHashMap::default(),
            memory: 0,
        }
    }

    fn space(&self) -> MutexGuard<'a, Space<POINTS>> {
        self.space.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cold]
    fn ask(&mut self, local: u32, heap: u32, key: u64) -> u32 {
        let mut space = self.space();
        let step = space.step(local, heap);
        self.memory = space.memory();
        if let Some(extra) = space.extra(step.extra) {
            self.extras.insert(step.extra, extra.clone());
        }
        drop(space);
        let index = self.known.len() as u32;
        self.known.push(step);
        self.steps.insert(key, index);
        index
    }
}

impl<const POINTS: u8> Stepper for Shared<'_, POINTS> {
    #[inline]
    fn step(&mut self, local: u32, heap: u32) -> Step {
        let index = self.index(local, heap);
        self.known[index as usize]
    }

    #[inline]
    fn touch(&self, local: u32, heap: u32) -> u64 {
        self.steps.touch(crate::space::Memo::key(local, heap))
    }

    #[inline]
    fn index(&mut self, local: u32, heap: u32) -> u32 {
        if self.waiting.known().0 <= local as usize || self.waiting.known().1 <= heap as usize {
            let space = self.space();
            self.waiting.catch_up(space.waiting());
        }
        let rest = self.waiting.rest(local);
        let owner = if rest.ended { OVER } else { self.waiting.owner(rest, heap) };
        // All that have ended, and all that wait for the same thread, have one step.
        let key = crate::space::Memo::key(local, if owner == NONE { heap } else { AWAY | owner });
        if owner != NONE {
            return self.steps.get(key).unwrap_or_else(|| self.ask(local, heap, key));
        }
        self.steps.get(key).unwrap_or_else(|| self.ask(local, heap, key))
    }

    #[inline]
    fn at(&self, index: u32) -> &Step {
        &self.known[index as usize]
    }

    #[inline]
    fn name(&mut self, local: u32) -> ThreadName {
        match self.names.get(local as usize) {
            Some(&name) if name != NONE => name,
            _ => {
                let name = self.space().name(local);
                if self.names.len() <= local as usize {
                    self.names.resize(local as usize + 1, NONE);
                }
                self.names[local as usize] = name;
                name
            }
        }
    }

    fn extra(&mut self, extra: u32) -> Option<Arc<Extra>> {
        self.extras.get(&extra).cloned()
    }

    fn memory(&self, workers: usize) -> usize {
        let known = self.known.capacity() * size_of::<Step>() + self.extras.capacity() * 24;
        self.memory + workers * (known + self.steps.memory() + self.names.capacity() * 4)
    }

    fn forget(&mut self, _: &mut dyn Iterator<Item = &mut [u32]>) -> bool {
        false
    }
}
