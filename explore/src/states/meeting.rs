//! Where workers wait for each other. They do so once for each depth, most often for a moment only, so they look again
//! and again before they let others have the processor.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How often to look before giving up the processor.
const LOOKS: u32 = 1 << 12;

/// How often somebody who waits has looked.
#[derive(Debug, Default)]
pub struct Looks(u32);

impl Looks {
    /// Lets a moment pass.
    pub fn again(&mut self) {
        self.0 += 1;
        if self.0 < LOOKS {
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

/// A place where so many workers meet, as often as they like.
#[derive(Debug)]
pub struct Meeting {
    workers: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
    off: AtomicBool,
}

/// Whoever takes part. If he fails, nobody waits any longer.
#[derive(Debug)]
pub struct Member<'a>(pub &'a Meeting);

impl Drop for Member<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.off.store(true, Ordering::Release);
        }
    }
}

impl Meeting {
    /// For so many workers.
    pub fn new(workers: usize) -> Meeting {
        Meeting { workers, arrived: AtomicUsize::new(0), round: AtomicUsize::new(0), off: AtomicBool::new(false) }
    }

    /// Whether somebody has failed.
    pub fn is_off(&self) -> bool {
        self.off.load(Ordering::Acquire)
    }

    /// Waits until all are there. What each did before, all others see afterwards.
    pub fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.workers {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.store(round.wrapping_add(1), Ordering::Release);
            return;
        }
        let mut looks = Looks::default();
        while self.round.load(Ordering::Acquire) == round && !self.is_off() {
            looks.again();
        }
    }
}
