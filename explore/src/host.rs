//! What a search asks of the program that it runs in: what time it is, and whether to go on. Below this crate nothing looks at a
//! clock: in a browser there is none, and what a search finds must not depend on one.

use crate::options::Algorithm;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Which it is.
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
    /// The time since some moment that stays the same.
    fn now(&self) -> Duration;

    /// Is told now and then, by any worker, how far the search is; `false` ends it.
    fn progress(&self, progress: &Progress) -> bool;

    /// Whether a search may start threads. Where not, one worker does all of it.
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

/// What a search tells its host, and what others may ask of it.
pub struct Control {
    /// Whom.
    pub host: Arc<dyn Host>,
    /// Asks the search to stop.
    pub interrupt: AtomicBool,
    /// The moment, by the host's clock, at which all is to be over that belongs to the answer: the searches, and what is made of what
    /// they find.
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
    /// Of a search that runs in this host.
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

    /// Of another search in the same host, which has not begun, and for the same answer.
    pub fn another(&self) -> Arc<Control> {
        Arc::new(Control::new(self.host.clone()).ending(self.until))
    }

    /// Whether the time for the whole answer is over.
    pub fn is_over(&self) -> bool {
        self.until.is_some_and(|until| self.host.now() > until)
    }

    /// Tells the host how far the search is. Whether to go on.
    pub fn goes_on(&self, algorithm: Algorithm) -> bool {
        !self.is_over() && self.tell(algorithm)
    }

    /// Tells the host how far the search is. Whether it lets it go on.
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
