//! Ctrl-C, and requests to end: the results so far are printed, and a file that is being written is written whole. A second time ends the
//! program at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Handles Ctrl-C instead of ending the program; also the signal that asks a program to end. A hang-up is not handled,
/// so that `nohup` works.
pub fn listen() {
    WRITING.keep();
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

static WRITING: LazyLock<Writing> = LazyLock::new(Writing::new);

/// Files that are being written, and the signal that waits for them.
struct Writing {
    /// True if a signal ends the program at once.
    free: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
    /// Number of files being written, and of listeners, which never leave.
    now: Mutex<usize>,
}

impl Writing {
    fn new() -> Writing {
        let (free, waits) = (Arc::new(AtomicBool::new(true)), Arc::<AtomicUsize>::default());
        for signal in [SIGINT, SIGTERM] {
            let _ = flag::register_conditional_default(signal, free.clone())
                .and_then(|_| flag::register_usize(signal, waits.clone(), signal as usize));
        }
        Writing { free, signal: waits, now: Mutex::new(0) }
    }

    fn keep(&self) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        self.free.store(false, Ordering::SeqCst);
        *now += 1;
    }

    fn release(&self) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now -= 1;
        if *now == 0 {
            self.free.store(true, Ordering::SeqCst);
            let signal = self.signal.load(Ordering::SeqCst);
            if signal != 0 {
                let _ = low_level::emulate_default_handler(signal as i32);
            }
        }
    }
}

/// Work that Ctrl-C and a request to end do not cut short: what comes meanwhile counts afterwards.
pub fn after<T>(work: impl FnOnce() -> T) -> T {
    WRITING.keep();
    let done = work();
    WRITING.release();
    done
}
