//! A thread's turn: its steps up to the next scheduling point, in one run of steps.

use super::{Choose, SLICE, Start};
use crate::machine::observer::Observer;
use crate::machine::state::Life;
use crate::machine::{Lowered, Machine, SchedulingPoints};
use crate::value::ThreadId;

/// Maximum of steps of a turn: the steps of its time, and those before time is looked at again.
pub(in crate::machine) fn longest(program: &Lowered) -> u64 {
    SLICE + u64::from(program.longest)
}

impl Machine {
    /// Lets a thread make steps up to its next scheduling point; `seen` is true if its one visible step has been made,
    /// so that it makes local steps only. As long as the thread alone can step and the run has made fewer steps than
    /// `until`, it goes on to its next turns, and then threads do that are `choose`n.
    #[inline(always)]
    pub(in crate::machine) fn run_thread<P: SchedulingPoints, O: Observer>(
        &mut self,
        id: ThreadId,
        seen: bool,
        until: u64,
        obs: &mut O,
        choose: Choose<'_>,
    ) -> Option<ThreadId> {
        let start = Start { settling: seen, seen, until };
        self.run_steps::<P, O>(id, start, obs, choose)
    }

    /// Tells an observer of the pending access of a thread that has come to rest.
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
}
