//! Progress of an analysis, and its end before time.

use crate::options::{Options, Progress};
use racefree_kernel::{Budget, Stopped};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Looks at the budgets now and then.
pub(crate) struct Meter {
    budget: Budget,
    /// Bytes of facts at which to stop.
    memory: Option<usize>,
    steps: u64,
    facts: u64,
    /// Part of these facts that the progress knows.
    told: u64,
    progress: Arc<Progress>,
}

/// Number of steps between two looks.
const INTERVAL: u64 = 1 << 12;

/// Approximate bytes of a slot with its owner, copies and lookups, and of a fact.
const SLOT: usize = 128;
const FACT: usize = 8;

impl Meter {
    pub(crate) fn new(options: &Options, k: u32) -> Meter {
        let (budget, progress) = (options.budget.clone(), options.progress.clone());
        progress.k.store(k, Relaxed);
        Meter { budget, memory: options.memory, steps: 0, facts: 0, told: 0, progress }
    }

    /// Counts new facts, which go along some ways, and looks at the budgets now and then, with `slots` slots in use.
    #[inline]
    pub(crate) fn derived(&mut self, facts: usize, ways: usize, slots: usize) -> Result<(), Stopped> {
        self.facts += facts as u64;
        let before = self.steps / INTERVAL;
        // Each fact goes along each way.
        self.steps += 1 + (facts * ways) as u64;
        if self.steps / INTERVAL != before || self.steps <= 1 {
            self.look(slots * SLOT + self.facts as usize * FACT)
        } else {
            Ok(())
        }
    }

    /// Counts a comparison, and looks at the budgets now and then, with `bytes` in use.
    #[inline]
    pub(crate) fn tick(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(INTERVAL) || self.steps == 1 { self.look(bytes()) } else { Ok(()) }
    }

    /// Looks at the budgets, with `bytes` in use.
    pub(crate) fn look(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.progress.facts.fetch_add(self.facts - self.told, Relaxed);
        self.told = self.facts;
        if self.memory.is_some_and(|most| bytes > most) {
            return Err(Stopped::Memory);
        }
        self.budget.check()
    }
}
