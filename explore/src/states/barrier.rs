//! The barrier between depths. Workers come to it once for each depth, most often within a moment, so they spin before they
//! yield the processor.

use crossbeam_utils::Backoff;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Number of yields after which a worker sleeps between two looks.
const LONG: u32 = 1 << 12;
/// Length of such a sleep.
const NAP: Duration = Duration::from_micros(100);

/// A barrier for a fixed number of workers, as often as they like. (That of the standard library sleeps at once, and waits for a
/// worker that has failed.)
#[derive(Debug)]
pub struct Barrier {
    workers: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
    broken: AtomicBool,
}

impl Barrier {
    /// A barrier for `workers` workers.
    pub fn new(workers: usize) -> Barrier {
        Barrier { workers, arrived: AtomicUsize::new(0), round: AtomicUsize::new(0), broken: AtomicBool::new(false) }
    }

    /// A worker has failed: no other waits any longer.
    pub fn break_up(&self) {
        self.broken.store(true, Ordering::Release);
    }

    /// Returns true if a worker has failed.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    /// Waits until all are there. The writes of each before it are visible to all after it.
    pub fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.workers {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.store(round.wrapping_add(1), Ordering::Release);
            return;
        }
        let (backoff, mut waited) = (Backoff::new(), 0);
        while self.round.load(Ordering::Acquire) == round && !self.is_broken() {
            backoff.snooze();
            waited += 1;
            // The last one rests until it is its search's turn again.
            if waited > LONG {
                thread::sleep(NAP);
            }
        }
    }
}
