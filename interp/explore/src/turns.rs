//! The share of work of a search that takes turns with another one ([`crate::auto`]).

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A search's turn: the search ends when it has done this much work, counted in the unit of its [`crate::Algorithm`]:
/// states, or reduction steps of runs. It ends earlier if it cannot be complete any more.
#[derive(Debug)]
pub struct Quota {
    pub(crate) work: u64,
    over: AtomicBool,
    hints: Mutex<Hints>,
}

/// Estimates of a search that was not complete at the end of its turn.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// For runs: the known share of the tree of all runs that was covered.
    pub share: f64,
    /// Visible steps of the first run.
    pub length: usize,
    /// States at each depth that was looked at to its end.
    pub levels: Vec<u64>,
}

impl Quota {
    pub(crate) fn new(work: u64) -> Quota {
        Quota { work, over: AtomicBool::new(false), hints: Mutex::default() }
    }

    pub(crate) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Returns true if the search ended because its turn was over.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Changes the estimates.
    pub(crate) fn hint(&self, say: impl FnOnce(&mut Hints)) {
        say(&mut self.hints.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn hints(&self) -> Hints {
        self.hints.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
