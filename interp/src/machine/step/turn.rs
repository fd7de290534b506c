//! A thread's turn: its steps up to the next scheduling point, in one run of steps, or two if the limit is close.

use super::{CLOSE, SLICE, Start};
use crate::machine::state::Life;
use crate::machine::{EVERY, Lowered, Machine};
use crate::observe::Observer;
use crate::options::Limits;
use crate::value::ThreadId;

/// While a run has made fewer steps than this, a thread's turn stays below the limit without counting.
pub(in crate::machine) fn calm(program: &Lowered, limits: &Limits) -> u64 {
    limits.steps.saturating_add(1).saturating_sub(SLICE + u64::from(program.longest))
}

impl Machine {
    /// Lets a thread make steps up to its next scheduling point; `seen` says that its one visible step is behind it, so
    /// that it makes local steps only. Returns the number of steps, and the number of the lock that it is about to acquire
    /// now, or [`NONE`](crate::machine::state::NONE).
    #[inline(always)]
    pub(in crate::machine) fn run_thread<const POINTS: u8, O: Observer>(
        &mut self,
        id: ThreadId,
        seen: bool,
        obs: &mut O,
    ) -> (u64, u32) {
        let start = Start { settling: seen, seen, given: false, made: 0 };
        if POINTS == EVERY {
            return self.run_steps::<POINTS, O, false>(id, start, obs);
        }
        if self.steps >= self.calm {
            return self.run_counted::<POINTS, O>(id, start, obs);
        }
        let (n, lock) = self.run_steps::<POINTS, O, false>(id, start, obs);
        if lock == CLOSE { self.run_counted::<POINTS, O>(id, self.again, obs) } else { (n, lock) }
    }

    /// Tells an observer what a thread that has come to rest is about to access.
    #[inline(never)]
    pub(super) fn tell_rest<O: Observer>(&self, id: ThreadId, obs: &mut O) {
        let running = self.state.threads[id.index()].life == Life::Running;
        match if running { self.next_access(id) } else { None } {
            None => obs.rest(&self.program, id, None, self.steps),
            Some(next) => obs.rest_before(&self.program, id, next, self.steps),
        }
    }

    /// [`Machine::run_thread`] so close to the limit that every step is counted for itself.
    #[cold]
    #[inline(never)]
    fn run_counted<const POINTS: u8, O: Observer>(&mut self, id: ThreadId, start: Start, obs: &mut O) -> (u64, u32) {
        self.run_steps::<POINTS, O, true>(id, start, obs)
    }
}
