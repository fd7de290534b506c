//! The host of searches: the system's clock, Ctrl-C, and how far a search is, on standard error, when that is a terminal and it
//! takes longer than a second.

use super::{Line, interrupt};
use racefree_explore::{Host, Progress, SystemHost};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The host of searches of a command.
pub struct Terminal {
    line: Line,
    /// Time and number of states or traces of the last report.
    seen: Mutex<(Duration, u64)>,
}

impl Terminal {
    /// Listens for Ctrl-C, which from here on ends searches instead of the program.
    pub fn listen(progress: bool) -> Arc<Terminal> {
        interrupt::listen();
        Arc::new(Terminal { line: Line::new(progress), seen: Mutex::new((SystemHost.now(), 0)) })
    }

    /// Takes the line away before something else is written.
    pub fn clear(&self) {
        self.line.clear();
    }
}

impl Host for Terminal {
    fn now(&self) -> Duration {
        SystemHost.now()
    }

    fn progress(&self, progress: &Progress) -> bool {
        self.line.tell(|seconds| {
            let Progress { algorithm, states, executions, depth, frontier } = *progress;
            let (what, now) = if algorithm.keeps_states() { ("states", states) } else { ("traces", executions) };
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            let since = self.now().saturating_sub(seen.0).as_secs_f64();
            let rate = now.saturating_sub(seen.1) as f64 / since;
            *seen = (self.now(), now);
            format!("{now} {what}, {rate:.0} a second, depth {depth}, frontier {frontier}, {seconds} s")
        });
        !self.stops()
    }

    fn stops(&self) -> bool {
        interrupt::interrupted()
    }
}
