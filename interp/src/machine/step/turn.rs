//! A thread's turn: its steps up to the next scheduling point, in one run of steps, or two if the limit is close.

use super::{SLICE, Start};
use crate::machine::{EVERY, Machine};
use crate::observe::Observer;
use crate::value::{ObjectId, ThreadId};

impl Machine {
    /// Lets a thread make steps up to its next scheduling point; `seen` says that its one visible step is behind it, so
    /// that it makes local steps only. Returns the number of steps, and the lock that it is about to acquire now.
    #[inline(always)]
    pub(in crate::machine) fn run_thread<const POINTS: u8, O: Observer>(
        &mut self,
        id: ThreadId,
        seen: bool,
        obs: &mut O,
    ) -> (u64, Option<ObjectId>) {
        let margin = SLICE + u64::from(self.program.longest);
        let start = Start { settling: seen, seen, given: false, n: 0 };
        if POINTS == EVERY {
            return self.run_steps::<POINTS, O, false>(id, start, obs, 0).0;
        }
        match self.limits.steps.saturating_sub(self.steps).checked_sub(margin) {
            None => self.run_counted::<POINTS, O>(id, start, obs),
            Some(calm) => match self.run_steps::<POINTS, O, false>(id, start, obs, calm) {
                (done, None) => done,
                (_, Some(start)) => self.run_counted::<POINTS, O>(id, start, obs),
            },
        }
    }

    /// [`Machine::run_thread`] so close to the limit that every step is counted for itself.
    #[cold]
    #[inline(never)]
    fn run_counted<const POINTS: u8, O: Observer>(
        &mut self,
        id: ThreadId,
        start: Start,
        obs: &mut O,
    ) -> (u64, Option<ObjectId>) {
        self.steps -= start.n;
        self.run_steps::<POINTS, O, true>(id, start, obs, u64::MAX).0
    }
}
