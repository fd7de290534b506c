//! How long it has taken so far, when it takes longer than a second.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Works, and meanwhile says on standard error how long it takes, if that is a terminal.
pub fn with_progress<T>(wanted: bool, work: impl FnOnce() -> T) -> T {
    if !wanted || !io::stderr().is_terminal() {
        return work();
    }
    let (done, over) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let start = Instant::now();
            let mut said = false;
            while over.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                said = true;
                // It is no loss if it cannot be written.
                let _ = write!(io::stderr(), "\r\x1b[Klooking for annotations, {} s", start.elapsed().as_secs());
            }
            if said {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
        let result = work();
        drop(done);
        result
    })
}
