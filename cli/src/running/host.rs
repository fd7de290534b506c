//! The host of searches: the system's clock, Ctrl-C, and how far a search is, on standard error, when that is a terminal and it
//! takes longer than a second.

use super::interrupt;
use racefree_explore::{Host, Progress, SystemHost};
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The host of searches of a command.
pub struct Terminal {
    /// Whether it is said how far a search is.
    wanted: bool,
    /// When the command began.
    start: Duration,
    said: Mutex<Said>,
}

/// What was said last.
#[derive(Default)]
struct Said {
    at: Duration,
    /// So many states or traces, of which search.
    seen: u64,
    anything: bool,
}

/// So often it is said,
const OFTEN: Duration = Duration::from_millis(500);
/// after so long.
const PATIENCE: Duration = Duration::from_secs(1);

impl Terminal {
    /// From here on, Ctrl-C ends searches instead of the program.
    pub fn listen(progress: bool) -> Arc<Terminal> {
        interrupt::listen();
        let start = SystemHost.now();
        let said = Mutex::new(Said { at: start, ..Said::default() });
        Arc::new(Terminal { wanted: progress && io::stderr().is_terminal(), start, said })
    }

    /// Takes the line away before something else is written.
    pub fn clear(&self) {
        if let Ok(mut said) = self.said.lock()
            && std::mem::take(&mut said.anything)
        {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Host for Terminal {
    fn now(&self) -> Duration {
        SystemHost.now()
    }

    fn progress(&self, progress: &Progress) -> bool {
        // Several workers come here; what one of them says is enough.
        if self.wanted
            && let Ok(mut said) = self.said.try_lock()
        {
            said.tell(self.now(), self.start, progress);
        }
        !interrupt::interrupted()
    }
}

impl Said {
    fn tell(&mut self, now: Duration, start: Duration, progress: &Progress) {
        let since = now.saturating_sub(self.at);
        if since < OFTEN || now.saturating_sub(start) < PATIENCE {
            return;
        }
        let Progress { algorithm, states, executions, depth, frontier } = *progress;
        let (what, seen) = if algorithm.keeps_states() { ("states", states) } else { ("traces", executions) };
        let rate = seen.saturating_sub(self.seen) as f64 / since.as_secs_f64();
        (self.at, self.seen, self.anything) = (now, seen, true);
        let seconds = (now - start).as_secs();
        let line = format!("{seen} {what}, {rate:.0} a second, depth {depth}, frontier {frontier}, {seconds} s");
        // It is no loss if it cannot be written.
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
}
