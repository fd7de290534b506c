//! Time of a search, and a flag that asks it to stop.
#![expect(clippy::disallowed_methods, reason = "an analysis has no host: it looks at the system's clock itself")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
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
    /// Number of looks that are left; none, if they are not counted.
    looks: Option<Arc<AtomicU64>>,
}

impl Budget {
    /// Budget of a time in seconds from now, which the flag ends at once.
    pub fn new(seconds: Option<f64>, interrupt: &Arc<AtomicBool>) -> Budget {
        let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
        Budget { end, interrupt: interrupt.clone(), looks: None }
    }

    /// A budget whose time is over at the n-th look: a test ends a search at every place where it looks, and needs no clock.
    pub fn of_looks(n: u64) -> Budget {
        Budget { looks: Some(Arc::new(AtomicU64::new(n))), ..Budget::default() }
    }

    /// Reason for its end, if it is over.
    pub fn stopped(&self) -> Option<Stopped> {
        if let Some(looks) = &self.looks {
            let left = looks.load(Relaxed);
            looks.store(left.saturating_sub(1), Relaxed);
            return (left <= 1).then_some(Stopped::Time);
        }
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
        Budget { end: self.left().map(|left| Instant::now() + left.mul_f64(of)), ..self.clone() }
    }

    /// The flag that asks to stop.
    pub fn interrupt(&self) -> &Arc<AtomicBool> {
        &self.interrupt
    }
}
