//! serializable: no step closes a cycle of transactions ([`crate::serial`]).

use super::{Fired, Monitor, Wrong};
use crate::event::{Access, Site};
use crate::in_place::clone_in_place;
use crate::machine::Lowered;
use crate::observe::{Observer, Order, Place, Rewind, Touch};
use crate::serial::{Act, Cell, Graph, Lock, Online, Step};
use crate::value::ThreadId;
use std::sync::Arc;

/// Stands for the number of steps until the steps that the thread makes in a row are over.
const NOT_YET: u64 = u64::MAX;

/// The monitor, as an observer. It costs nothing to speak of while no thread is in a block.
#[derive(Debug, Default)]
pub struct Serializable {
    online: Online,
    found: Vec<Fired>,
    /// The blocks that are looked at, by expression; none: all.
    blocks: Option<Arc<[bool]>>,
    steps: u64,
    stop: bool,
}

clone_in_place!(Serializable { online, found, blocks, steps, stop });

impl Rewind for Serializable {}

impl Serializable {
    /// Watches whole runs.
    pub fn new(graph: Graph) -> Serializable {
        Serializable { online: Online::new(graph), ..Serializable::default() }
    }

    /// A monitor that is [`Observer::done`] when it fires.
    pub fn until_first() -> Serializable {
        Serializable { stop: true, ..Serializable::default() }
    }

    /// Looks at these blocks alone: the others are known to be serializable, by any means that the caller trusts.
    #[must_use]
    pub fn only(mut self, blocks: Option<&Arc<[bool]>>) -> Serializable {
        self.blocks = blocks.cloned();
        self
    }

    /// Blocks that fired, once each.
    pub fn found(&self) -> &[Fired] {
        &self.found
    }

    /// An access.
    #[inline]
    pub fn access(&mut self, touch: Touch<'_>) {
        if self.online.is_open() {
            let Place { thread, cell, access, .. } = touch.place;
            let cell = Cell(cell.0);
            let act = if access == Access::Read { Act::Read(cell) } else { Act::Write(cell) };
            self.step(Step { thread, act }, touch.steps);
        }
    }

    fn step(&mut self, step: Step, steps: u64) {
        let Some(block) = self.online.step(step) else { return };
        let site = Site::expr(block);
        if self.found.iter().all(|fired| fired.site != site) {
            let (monitor, thread) = (Monitor::Serializable, step.thread);
            self.found.push(Fired { monitor, thread, site, steps, wrong: Wrong::Cycle });
        }
    }
}

impl Observer for Serializable {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const TURNS: bool = true;
    const TOUCHES: bool = true;
    const ORDERS: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.online.clear();
        self.found.clear();
        self.steps = 0;
    }

    #[inline]
    fn touch<'a>(&mut self, _: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        if self.online.is_open() {
            self.access(more());
        }
    }

    fn order(&mut self, thread: ThreadId, order: Order) {
        let act = match order {
            Order::Begin(block) | Order::End(block)
                if self.blocks.as_ref().is_some_and(|own| !own.get(block.index()).copied().unwrap_or(true)) =>
            {
                return;
            }
            Order::Begin(block) => Act::Begin(block),
            Order::End(_) => Act::End,
            Order::Acquire(lock) => Act::Acquire(Lock(lock.0)),
            Order::Release(lock) => Act::Release(Lock(lock.0)),
            Order::Fork(child) => Act::Fork(child),
        };
        self.step(Step { thread, act }, NOT_YET);
    }

    fn ran(&mut self, _: ThreadId, steps: u64) {
        self.steps += steps;
        for fired in self.found.iter_mut().rev().take_while(|fired| fired.steps == NOT_YET) {
            fired.steps = self.steps;
        }
    }

    fn stops(&self) -> bool {
        self.stop
    }

    fn done(&self) -> bool {
        self.stop && !self.found.is_empty()
    }
}
