//! When an analysis stops before its end.

use crate::options::{Budget, Progress};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Why it stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// Time.
    Time,
    /// Memory.
    Memory,
    /// The caller asked to stop.
    Interrupted,
}

impl Stopped {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Stopped::Time => "time",
            Stopped::Memory => "memory",
            Stopped::Interrupted => "interrupted",
        }
    }
}

/// Looks at the budgets now and then.
pub(crate) struct Meter {
    budget: Budget,
    steps: u64,
    progress: Arc<Progress>,
}

/// So many steps are made between two looks.
const INTERVAL: u64 = 1 << 12;

/// About so many bytes a slot needs, with what belongs to it.
const SLOT: usize = 160;

impl Meter {
    pub(crate) fn new(budget: &Budget, k: u32) -> Meter {
        let progress = budget.progress.clone();
        progress.k.store(k, Relaxed);
        progress.facts.store(0, Relaxed);
        Meter { budget: budget.clone(), steps: 0, progress }
    }

    /// One more step, with so many slots in use.
    #[inline]
    pub(crate) fn tick(&mut self, slots: usize) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps % INTERVAL == 1 { self.look(slots) } else { Ok(()) }
    }

    /// Looks at the budgets.
    pub(crate) fn look(&self, slots: usize) -> Result<(), Stopped> {
        self.progress.facts.store(self.steps, Relaxed);
        if self.budget.interrupt.load(Relaxed) {
            return Err(Stopped::Interrupted);
        }
        if self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Time);
        }
        if self.budget.memory.is_some_and(|most| slots * SLOT > most) {
            return Err(Stopped::Memory);
        }
        Ok(())
    }
}
