//! Ctrl-C, and requests to end: the results so far are printed. A second time ends the program at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Handles Ctrl-C instead of ending the program; also the signal that asks a program to end. A hang-up is not handled,
/// so that `nohup` works.
pub fn listen() {
    for signal in [SIGINT, SIGTERM] {
        // Without a handler the signal ends the program, as by default. Handlers run in the order of registration.
        let _ = flag::register_conditional_shutdown(signal, 130, INTERRUPTED.clone())
            .and_then(|_| flag::register(signal, INTERRUPTED.clone()));
    }
}

/// Flag set by Ctrl-C, for a search that looks at it.
pub fn flag() -> Arc<AtomicBool> {
    INTERRUPTED.clone()
}

/// Returns true if there was a Ctrl-C.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
