//! Two searches of one program by turns: each has a share of the work, rests when that is used up, and goes on where it stopped
//! when it gets more ([`crate::auto`]).

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A search's turn. Work is counted in the unit of its [`crate::Algorithm`]: states, or reduction steps of runs. A
/// search that has one gives up as soon as it cannot be complete any more, for then there is nothing to wait for.
#[derive(Debug, Default)]
pub struct Turn {
    place: Mutex<Place>,
    moved: Condvar,
    hints: Mutex<Hints>,
}

#[derive(Debug, Default)]
struct Place {
    /// Work at which it rests.
    until: u64,
    /// True if it rests.
    rests: bool,
    /// True if it is to be over, and its outcomes are not wanted: another one has answered.
    given_up: bool,
    /// True if it is over, or is to be.
    over: bool,
    /// True if it does not rest but ends there.
    trial: bool,
}

/// Hints of a search at the end of its trial on the work left.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The share of the tree of all runs that has been covered, as far as that is known, for runs.
    pub share: f64,
    /// Number of visible steps of the first run.
    pub length: usize,
    /// Number of states at each depth that was looked at to its end.
    pub levels: Vec<u64>,
}

impl Turn {
    /// The turn of a search that ends when it has done `until` units of work.
    pub(crate) fn trial(until: u64) -> Turn {
        Turn { place: Mutex::new(Place { until, trial: true, ..Place::default() }), ..Turn::default() }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search, or one of its workers, has done `work` units. Returns the work up to which it may go on, perhaps
    /// after a rest; nothing if it is to end.
    #[cold]
    pub(crate) fn pass(&self, work: u64) -> Option<u64> {
        let mut place = self.place();
        loop {
            if place.over {
                return None;
            }
            if work <= place.until {
                return Some(place.until);
            }
            if place.trial {
                place.over = true;
                return None;
            }
            place.rests = true;
            self.moved.notify_all();
            place = self.moved.wait(place).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets the search go on to `until` units of work, and waits until it rests or is over. Returns true if it is over.
    pub(crate) fn give(&self, until: u64) -> bool {
        let mut place = self.place();
        (place.until, place.rests) = (until, false);
        self.moved.notify_all();
        while !place.rests && !place.over {
            place = self.moved.wait(place).unwrap_or_else(PoisonError::into_inner);
        }
        place.over
    }

    /// The search is over, or is to be.
    pub(crate) fn end(&self) {
        self.place().over = true;
        self.moved.notify_all();
    }

    /// The search is to be over, for there is an answer.
    pub(crate) fn give_up(&self) {
        let mut place = self.place();
        (place.over, place.given_up) = (true, true);
        self.moved.notify_all();
    }

    /// Returns true if there is an answer without it.
    pub(crate) fn is_given_up(&self) -> bool {
        self.place().given_up
    }

    /// Returns true if a trial has been used up.
    pub(crate) fn is_over(&self) -> bool {
        self.place().over
    }

    /// Gives hints on the work left.
    pub(crate) fn hint(&self, say: impl FnOnce(&mut Hints)) {
        say(&mut self.hints.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the hints given so far.
    pub(crate) fn hints(&self) -> Hints {
        self.hints.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Ends a search's turns when it is over, or has failed.
pub(crate) struct EndOfTurns<'a>(pub(crate) &'a Turn);

impl Drop for EndOfTurns<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
