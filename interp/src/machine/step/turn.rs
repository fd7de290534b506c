//! A thread's turn: its steps up to the next scheduling point, in one run of steps, or two if the limit is close.

use super::behind::Behind;
use super::{Choose, SLICE, Start};
use crate::machine::observer::Observer;
use crate::machine::state::Life;
use crate::machine::{Lowered, Machine, SchedulingPoints};
use crate::options::Limits;
use crate::value::ThreadId;

/// While a run has made fewer steps than this, a thread's turn stays below the limit without counting.
pub(in crate::machine) fn calm(program: &Lowered, limits: &Limits) -> u64 {
    limits.steps.saturating_add(1).saturating_sub(longest(program))
}

/// How many steps a turn has at most: those of its time, and what comes before time is looked at again.
pub(in crate::machine) fn longest(program: &Lowered) -> u64 {
    SLICE + u64::from(program.longest)
}

impl Machine {
    /// Lets a thread make steps up to its next scheduling point; `seen` says that its one visible step is behind it, so
    /// that it makes local steps only. As long as the thread alone can step and the run has made fewer steps than `until`, it goes on
    /// to its next turns, and then threads do that are `choose`n.
    #[inline(always)]
    pub(in crate::machine) fn run_thread<P: SchedulingPoints, O: Observer>(
        &mut self,
        id: ThreadId,
        seen: bool,
        until: u64,
        obs: &mut O,
        choose: Choose<'_>,
    ) -> Option<ThreadId> {
        let start = Start { settling: seen, seen, given: false, made: 0, until };
        if P::LOCAL {
            return self.run_steps::<P, O, false>(id, start, obs, choose);
        }
        // The limit is not close before `until` either, and one comparison is enough.
        if self.steps >= until && self.steps >= self.calm {
            return self.run_counted::<P, O>(id, seen, (seen, false), 0, obs);
        }
        self.run_steps::<P, O, false>(id, start, obs, choose)
    }

    /// Tells an observer what a thread that has come to rest is about to access.
    #[inline(never)]
    pub(super) fn tell_rest<O: Observer>(&self, id: ThreadId, obs: &mut O) {
        let running = self.state.threads[id.index()].life == Life::Running;
        match if running { self.next_access(id) } else { None } {
            None => obs.rest(&self.program, id, None, self.steps),
            Some(next) => {
                let slot = self.program.tables.fields[next.field.index()].slot;
                let cell = self.state.heap.cell(next.object, slot);
                obs.rest_before(&self.program, id, cell, next, self.steps);
            }
        }
    }

    /// [`Machine::run_thread`] so close to the limit that every step is counted for itself. These steps are few.
    #[cold]
    #[inline(never)]
    pub(super) fn run_counted<P: SchedulingPoints, O: Observer>(
        &mut self,
        id: ThreadId,
        settling: bool,
        (seen, given): (bool, bool),
        made: u64,
        obs: &mut O,
    ) -> Option<ThreadId> {
        let start = Start { settling, seen, given, made, until: 0 };
        match (O::SELECTS, O::EVERY_RETURN) {
            (false, false) => {
                self.run_steps::<P, Behind<'_, false, false>, true>(id, start, &mut Behind(obs), &mut |_| None)
            }
            (false, true) => {
                self.run_steps::<P, Behind<'_, false, true>, true>(id, start, &mut Behind(obs), &mut |_| None)
            }
            (true, false) => {
                self.run_steps::<P, Behind<'_, true, false>, true>(id, start, &mut Behind(obs), &mut |_| None)
            }
            (true, true) => {
                self.run_steps::<P, Behind<'_, true, true>, true>(id, start, &mut Behind(obs), &mut |_| None)
            }
        }
    }
}
