//! A thread's turn: its steps up to the next scheduling point, in one run of steps.

use super::SLICE;
use crate::machine::observer::Observer;
use crate::machine::state::Life;
use crate::machine::{Lowered, Machine};
use crate::value::ThreadId;

/// Maximum of steps of a turn: the steps of its time, and those before time is looked at again.
pub(in crate::machine) fn longest(program: &Lowered) -> u64 {
    SLICE + u64::from(program.longest)
}

impl Machine {
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
