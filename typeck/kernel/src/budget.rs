//! Time of a search, and a flag that asks it to stop.
#![expect(clippy::disallowed_methods, reason = "an analysis has no host: it looks at the system's clock itself")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Reason for an early end of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Stopped {
    /// Time was over.
    Time,
    /// Memory was used up.
    Memory,
    /// The caller asked.
    Interrupted,
}

impl Stopped {
    /// Its name, for time and memory that of the option.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A budget that all parts of a search share.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    end: Option<Instant>,
    interrupt: Arc<AtomicBool>,
}

impl Budget {
    /// Budget of a time in seconds from now, which the flag ends at once.
    pub fn new(seconds: Option<f64>, interrupt: &Arc<AtomicBool>) -> Budget {
        let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
        Budget { end, interrupt: interrupt.clone() }
    }

    /// Reason for its end, if it is over.
    pub fn stopped(&self) -> Option<Stopped> {
        if self.interrupt.load(Relaxed) {
            return Some(Stopped::Interrupted);
        }
        self.end.is_some_and(|end| Instant::now() >= end).then_some(Stopped::Time)
    }

    /// Goes on unless it is over.
    ///
    /// # Errors
    ///
    /// Why it is over.
    pub fn check(&self) -> Result<(), Stopped> {
        self.stopped().map_or(Ok(()), Err)
    }

    /// Time left; none if there is no end.
    pub fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// A budget of a part of the time that is left, so that something is left for what comes after.
    #[must_use]
    pub fn part(&self, of: f64) -> Budget {
        Budget { end: self.left().map(|left| Instant::now() + left.mul_f64(of)), interrupt: self.interrupt.clone() }
    }

    /// The flag that asks to stop.
    pub fn interrupt(&self) -> &Arc<AtomicBool> {
        &self.interrupt
    }
}
