//! Ctrl-C: what was found so far is printed. A second one ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From here on, Ctrl-C is noticed instead of ending the program.
pub fn listen() {
    // Without a handler Ctrl-C ends the program, as it does by default.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether there was a Ctrl-C.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Does something in a thread of its own. `None` if Ctrl-C came first; the work is left alone then.
pub fn unless_interrupted<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        // Nobody waits for the result after Ctrl-C.
        let _ = send.send(work());
    });
    loop {
        match receive.recv_timeout(Duration::from_millis(20)) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if !interrupted() => {}
            Err(_) => return None,
        }
    }
}
