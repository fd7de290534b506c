//! Progress of an analysis, and its end before time.

use crate::options::{Options, Progress};
use racefree_kernel::{Budget, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// Parts of an analysis, in their order: an early end is in one of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Phase {
    /// Sources are read.
    Reading,
    /// Java becomes a program of the dialect.
    Elaboration,
    /// That becomes one of the calculus.
    Lowering,
    /// Facts of the syntax.
    Facts,
    /// Call graph and objects.
    Objects,
    /// Threads, clock, escape.
    Threads,
    /// Locks that are held.
    Locks,
    /// Accesses are compared.
    Pairs,
}

impl Phase {
    /// Every part, in order.
    pub const ALL: &[Phase] = <Phase as strum::VariantArray>::VARIANTS;

    /// Its name in output.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An early end: why, and in which part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Early {
    /// The budget that was over.
    pub why: Stopped,
    /// The part that was under way.
    pub phase: Phase,
}

/// One question for all parts of an analysis: is it over? Once the answer is yes it stays so. A loop leaves off then, and what it made is thrown
/// away at the end of its part ([`Watch::check`]).
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Watching>);

#[derive(Debug)]
struct Watching {
    budget: Budget,
    steps: AtomicU32,
    /// Number of the reason for its end; zero, if it goes on.
    over: AtomicU8,
    phase: AtomicU8,
}

impl Default for Watching {
    fn default() -> Watching {
        let (steps, over, phase) = (AtomicU32::new(0), AtomicU8::new(0), AtomicU8::new(0));
        Watching { budget: Budget::default(), steps, over, phase }
    }
}

impl From<Budget> for Watch {
    fn from(budget: Budget) -> Watch {
        Watch(Arc::new(Watching { budget, ..Watching::default() }))
    }
}

/// Number of steps between two looks.
const STEPS: u32 = 1 << 8;

/// Reasons by number, from one.
const REASONS: [Stopped; 3] = [Stopped::Time, Stopped::Memory, Stopped::Interrupted];

impl Watch {
    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.0.budget
    }

    /// Another one, from the same part on.
    #[must_use]
    pub fn with(&self, budget: Budget) -> Watch {
        let phase = AtomicU8::new(self.0.phase.load(Relaxed));
        Watch(Arc::new(Watching { budget, phase, ..Watching::default() }))
    }

    /// A part begins.
    pub fn enter(&self, phase: Phase) {
        if self.why().is_none() {
            self.0.phase.store(phase as u8, Relaxed);
        }
    }

    /// Counts a step, and looks at the budget now and then.
    #[inline]
    pub fn over(&self) -> bool {
        // A step of another thread may be lost, which costs less than an addition that none is lost in.
        let steps = self.0.steps.load(Relaxed);
        self.0.steps.store(steps.wrapping_add(1), Relaxed);
        if steps.is_multiple_of(STEPS) { self.look().is_some() } else { self.why().is_some() }
    }

    /// Looks at the budget.
    pub fn look(&self) -> Option<Stopped> {
        self.why().or_else(|| self.0.budget.stopped().inspect(|&why| self.stop(why)))
    }

    /// Ends it.
    pub(crate) fn stop(&self, why: Stopped) {
        let number = REASONS.iter().position(|&reason| reason == why).map_or(1, |at| at as u8 + 1);
        self.0.over.store(number, Relaxed);
    }

    fn why(&self) -> Option<Stopped> {
        let over = self.0.over.load(Relaxed);
        over.checked_sub(1).and_then(|at| REASONS.get(usize::from(at)).copied())
    }

    /// The end of a part: goes on unless it is over.
    ///
    /// # Errors
    ///
    /// Why it is over, and since which part.
    pub fn check(&self) -> Result<(), Early> {
        let phase = Phase::ALL[usize::from(self.0.phase.load(Relaxed))];
        self.look().map_or(Ok(()), |why| Err(Early { why, phase }))
    }
}

/// Counts steps and memory, and looks at the budgets now and then.
pub(crate) struct Meter {
    watch: Watch,
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

impl Meter {
    pub(crate) fn new(options: &Options, k: u32) -> Meter {
        let (watch, progress) = (options.watch.clone(), options.progress.clone());
        progress.k.store(k, Relaxed);
        Meter { watch, memory: options.memory, steps: 0, facts: 0, told: 0, progress }
    }

    /// Counts new facts, which take some steps, and looks at the budgets now and then, with `bytes` in use.
    #[inline]
    pub(crate) fn derived(&mut self, facts: usize, steps: usize, bytes: usize) -> Result<(), Early> {
        self.facts += facts as u64;
        let before = self.steps / INTERVAL;
        self.steps += 1 + steps as u64;
        if self.steps / INTERVAL != before || self.steps <= 1 { self.look(bytes) } else { Ok(()) }
    }

    /// Counts a comparison, and looks at the budgets now and then, with `bytes` in use.
    #[inline]
    pub(crate) fn tick(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), Early> {
        self.steps += 1;
        if self.steps.is_multiple_of(INTERVAL) || self.steps == 1 { self.look(bytes()) } else { Ok(()) }
    }

    /// Looks at the budgets, with `bytes` in use.
    pub(crate) fn look(&mut self, bytes: usize) -> Result<(), Early> {
        self.progress.facts.fetch_add(self.facts - self.told, Relaxed);
        self.told = self.facts;
        if self.memory.is_some_and(|most| bytes > most) {
            self.watch.stop(Stopped::Memory);
        }
        self.watch.check()
    }
}
