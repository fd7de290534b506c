//! Host of a search: the program that it runs in, with its clock and its requests to stop. Below this crate nothing
//! looks at a clock: in a browser there is none, and the findings of a search must not depend on one.

use crate::options::Algorithm;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// Progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// States seen so far.
    pub states: u64,
    /// Runs made so far.
    pub executions: u64,
    /// The length of the present run in transitions; for [`Algorithm::States`], of the shortest way to the present state.
    pub depth: u64,
    /// States that are known and not looked at yet; branches, for the other algorithms.
    pub frontier: u64,
}

/// The program that a search runs in.
pub trait Host: Send + Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;

    /// Receives the progress of the search now and then. Returns false to end it.
    fn progress(&self, progress: &Progress) -> bool;

    /// Returns true once the program that the search runs in has asked for an end; for work that has no progress to report.
    fn stops(&self) -> bool {
        false
    }

    /// Returns true if a search may start threads. Otherwise one worker does all of it.
    fn starts_threads(&self) -> bool {
        true
    }
}

/// A host with the system's clock that lets every search go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemHost;

impl Host for SystemHost {
    fn now(&self) -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(now);
        START.elapsed()
    }

    fn progress(&self, _: &Progress) -> bool {
        true
    }
}

/// The one place where the clock is looked at.
#[expect(clippy::disallowed_methods, reason = "this is the host that has a clock")]
fn now() -> Instant {
    Instant::now()
}

/// Channel between a search and its host: progress, and requests to stop.
pub struct Control {
    /// The host.
    pub host: Arc<dyn Host>,
    /// Asks the search to stop.
    pub interrupt: AtomicBool,
    /// The moment, by the host's clock, at which the whole answer is due: the searches, and the schedules made of their
    /// findings.
    pub until: Option<Duration>,
    /// As [`Progress::states`].
    pub states: AtomicU64,
    /// As [`Progress::executions`].
    pub executions: AtomicU64,
    /// As [`Progress::depth`].
    pub depth: AtomicU64,
    /// As [`Progress::frontier`].
    pub frontier: AtomicU64,
}

impl Control {
    /// The control of a search that runs in this host.
    pub fn new(host: Arc<dyn Host>) -> Control {
        let zero = || AtomicU64::new(0);
        Control {
            host,
            interrupt: AtomicBool::new(false),
            until: None,
            states: zero(),
            executions: zero(),
            depth: zero(),
            frontier: zero(),
        }
    }

    /// The same, over at this moment.
    #[must_use]
    pub fn ending(self, until: Option<Duration>) -> Control {
        Control { until, ..self }
    }

    /// The control of another search in the same host, which has not begun, and for the same answer.
    pub fn another(&self) -> Arc<Control> {
        Arc::new(Control::new(self.host.clone()).ending(self.until))
    }

    /// Returns true if the time for the whole answer is over, or its host asks for an end.
    pub fn is_over(&self) -> bool {
        self.is_interrupted() || self.until.is_some_and(|until| self.host.now() > until)
    }

    /// Returns true if the host asks for an end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Relaxed) || self.host.stops()
    }

    /// Reports the progress to the host. Returns true if the search may go on.
    pub fn goes_on(&self, algorithm: Algorithm) -> bool {
        !self.is_over() && self.tell(algorithm)
    }

    /// Reports the progress to the host. Returns true if the host lets the search go on.
    pub(crate) fn tell(&self, algorithm: Algorithm) -> bool {
        let progress = Progress {
            algorithm,
            states: self.states.load(Relaxed),
            executions: self.executions.load(Relaxed),
            depth: self.depth.load(Relaxed),
            frontier: self.frontier.load(Relaxed),
        };
        if !self.host.progress(&progress) {
            self.interrupt.store(true, Relaxed);
        }
        !self.interrupt.load(Relaxed)
    }
}

impl Default for Control {
    fn default() -> Control {
        Control::new(Arc::new(SystemHost))
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("states", &self.states)
            .field("executions", &self.executions)
            .finish_non_exhaustive()
    }
}
