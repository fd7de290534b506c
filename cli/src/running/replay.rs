//! Running a schedule once more.

use racefree_interp::drive::{self, RunOptions, RunResult};
use racefree_interp::machine::{Lowered, Machine, Pending};
use racefree_interp::schedule::{Halt, Replay, Schedule, Scheduler};
use racefree_interp::value::ThreadId;
use std::sync::Arc;

/// A replay at whose end threads that have no step left are over: a thread whose body is a value, or that is stuck, is not
/// named in any schedule.
struct ToTheEnd<'a>(Replay<'a>);

impl Scheduler for ToTheEnd<'_> {
    fn start(&mut self) {
        self.0.start();
    }

    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        match self.0.pick(machine) {
            Err(Halt::EndOfSchedule) => without_a_step(machine).ok_or(Halt::EndOfSchedule),
            picked => picked,
        }
    }
}

/// A thread that counts as one that can step, and has no step to make.
pub fn without_a_step(machine: &Machine) -> Option<ThreadId> {
    let idle = |thread: ThreadId| match machine.pending(thread) {
        Pending::Nothing => true,
        Pending::Local => !machine.clone().step(thread, &mut ()),
        Pending::Access { .. } | Pending::Acquire { .. } | Pending::Release { .. } | Pending::Fork => false,
    };
    machine.ready().iter().copied().find(|&thread| idle(thread))
}

/// Runs a schedule once more, exactly.
pub fn replay(program: &Arc<Lowered>, options: &RunOptions, schedule: &Schedule) -> RunResult {
    drive::run_with(program, options, &mut ToTheEnd(Replay::new(schedule)), "replay")
}
