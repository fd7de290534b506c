//! Budgets: their use, and the reason to stop a search.

use crate::options::{Budget, Options};
use crate::result::Cut;
use std::time::Duration;

/// Number of checks between two looks at the clock and the caller,
const EVERY: u32 = 1 << 10;
/// and with a time limit: a state of a program with deep calls can take as long as a thousand others.
const OFTEN: u32 = 1 << 6;

/// Watches over a budget.
pub struct Meter<'a> {
    options: &'a Options,
    /// Start of the search, by the host's clock.
    start: Duration,
    countdown: u32,
    /// There is a time to keep to.
    timed: bool,
}

/// Use of a budget.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    /// Reduction steps.
    pub steps: u64,
    /// States or runs, as [`Budget::states`] counts them.
    pub states: u64,
}

impl<'a> Meter<'a> {
    /// A meter that starts now.
    pub fn new(options: &'a Options) -> Meter<'a> {
        let start = options.control.host.now();
        let timed = options.budget.time.is_some() || options.control.until.is_some();
        let countdown = if timed { OFTEN } else { EVERY };
        Meter { options, start, countdown, timed }
    }

    /// Time that is left, if there is a limit.
    pub fn left(&self) -> Option<Duration> {
        let used = self.options.control.host.now().saturating_sub(self.start);
        self.options.budget.time.map(|time| time.saturating_sub(used))
    }

    /// Counts work that takes as long as `checks` checks.
    #[inline]
    pub fn spend(&mut self, checks: u32) {
        self.countdown = self.countdown.saturating_sub(checks).max(1);
    }

    /// Returns the reason to stop, if there is one. `memory` is asked for now and then only.
    #[inline]
    pub fn check(&mut self, used: Used, memory: impl FnOnce() -> usize) -> Option<Cut> {
        let Budget { steps, states, .. } = self.options.budget;
        if used.steps > steps {
            return Some(Cut::Steps);
        }
        if used.states > states {
            return Some(Cut::States);
        }
        self.countdown -= 1;
        if self.countdown > 0 {
            return None;
        }
        self.countdown = if self.timed { OFTEN } else { EVERY };
        self.rarely(memory())
    }

    #[cold]
    fn rarely(&self, memory: usize) -> Option<Cut> {
        let Options { control, budget: Budget { time, memory: most, .. }, algorithm, .. } = self.options;
        if !control.tell(*algorithm) {
            return Some(Cut::Interrupted);
        }
        let late = time.is_some_and(|time| control.host.now().saturating_sub(self.start) > time);
        if late || control.is_over() {
            return Some(Cut::Time);
        }
        (memory as u64 > *most).then_some(Cut::Memory)
    }
}
