//! Ctrl-C: what was found so far is printed. A second one ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

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
