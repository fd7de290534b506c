//! Budgets: how much has been used up, and why the search is to stop.

use crate::options::{Budget, Options};
use crate::result::Cut;
use std::time::Duration;

/// How often the clock and the caller are asked.
const EVERY: u32 = 1 << 10;

/// Watches over a budget.
pub struct Meter<'a> {
    options: &'a Options,
    /// When it began, by the host's clock.
    start: Duration,
    countdown: u32,
    /// The work up to which it is this search's turn.
    until: u64,
    /// Work is states, not steps.
    by_states: bool,
}

/// What has been used up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    /// Reduction steps.
    pub steps: u64,
    /// States or runs, whatever [`Budget::states`] counts.
    pub states: u64,
}

impl<'a> Meter<'a> {
    /// From now on.
    pub fn new(options: &'a Options) -> Meter<'a> {
        Meter::since(options, options.control.host.now())
    }

    /// From then on, by the host's clock.
    pub fn since(options: &'a Options, start: Duration) -> Meter<'a> {
        let until = if options.turn.is_some() { 0 } else { u64::MAX };
        Meter { options, start, countdown: EVERY, until, by_states: options.algorithm.keeps_states() }
    }

    /// Work was done that takes as long as so many checks.
    #[inline]
    pub fn spend(&mut self, checks: u32) {
        self.countdown = self.countdown.saturating_sub(checks).max(1);
    }

    /// Whether to stop, and why. `memory` is asked for now and then only.
    #[inline]
    pub fn check(&mut self, used: Used, memory: impl FnOnce() -> usize) -> Option<Cut> {
        let Budget { steps, states, .. } = self.options.budget;
        if used.steps > steps {
            return Some(Cut::Steps);
        }
        if used.states > states {
            return Some(Cut::States);
        }
        let work = if self.by_states { used.states } else { used.steps };
        if work > self.until {
            match self.options.turn.as_ref().map(|turn| turn.pass(work)) {
                Some(Some(until)) => self.until = until,
                Some(None) => return Some(Cut::Interrupted),
                None => self.until = u64::MAX,
            }
        }
        self.countdown -= 1;
        if self.countdown > 0 {
            return None;
        }
        self.countdown = EVERY;
        self.rarely(memory())
    }

    #[cold]
    fn rarely(&self, memory: usize) -> Option<Cut> {
        let Options { control, budget: Budget { time, memory: most, .. }, algorithm, .. } = self.options;
        if !control.goes_on(*algorithm) {
            return Some(Cut::Interrupted);
        }
        if time.is_some_and(|time| control.host.now().saturating_sub(self.start) > time) {
            return Some(Cut::Time);
        }
        (memory as u64 > *most).then_some(Cut::Memory)
    }
}
