//! The line on standard error that says how far a command is, if that is a terminal and the command takes longer than a second.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The line; it goes when this does.
pub struct Line {
    start: Instant,
    said: Mutex<Option<Instant>>,
    wanted: bool,
}

impl Line {
    /// A line, if it is wanted.
    pub fn new(wanted: bool) -> Line {
        Line { start: Instant::now(), said: Mutex::new(None), wanted: wanted && io::stderr().is_terminal() }
    }

    /// Says how far the command is, five times a second at most; `words` is told the seconds.
    pub fn tell(&self, words: impl FnOnce(u64) -> String) {
        if !self.wanted || self.start.elapsed() < Duration::from_secs(1) {
            return;
        }
        // Several workers come here; one message is enough.
        let Ok(mut said) = self.said.try_lock() else { return };
        if said.is_none_or(|said| said.elapsed() >= Duration::from_millis(200)) {
            *said = Some(Instant::now());
            // It is no loss if it is not seen.
            let _ = write!(io::stderr(), "\r\x1b[K{}", words(self.start.elapsed().as_secs()));
        }
    }

    /// Takes the line away before something else is written.
    pub fn clear(&self) {
        if self.said.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    /// Works, and meanwhile says how far that is.
    pub fn during<T>(wanted: bool, words: impl Fn(u64) -> String + Send, work: impl FnOnce() -> T) -> T {
        let line = Line::new(wanted);
        if !line.wanted {
            return work();
        }
        let (done, over) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while over.recv_timeout(Duration::from_millis(250)) == Err(RecvTimeoutError::Timeout) {
                    line.tell(&words);
                }
            });
            let result = work();
            drop(done);
            result
        })
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A moment that comes again and again.
pub struct Every {
    period: Duration,
    last: Mutex<Instant>,
}

impl Every {
    /// Timer that starts now.
    pub fn new(period: Duration) -> Every {
        Every { period, last: Mutex::new(Instant::now()) }
    }

    /// Returns true if it has come; of several workers that ask, one gets true.
    pub fn is_due(&self) -> bool {
        let Ok(mut last) = self.last.try_lock() else { return false };
        let due = last.elapsed() >= self.period;
        if due {
            *last = Instant::now();
        }
        due
    }
}
