//! Round-robin: the threads take turns in the order of their numbers, each for at most a quantum of scheduling points.

use super::{Halt, Scheduler};
use crate::machine::Machine;
use crate::value::ThreadId;

/// Turns of a fixed length.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    quantum: u32,
    current: ThreadId,
    left: u32,
}

impl RoundRobin {
    /// Turns of `quantum` scheduling points; 0 counts as 1.
    pub fn new(quantum: u32) -> RoundRobin {
        let quantum = quantum.max(1);
        RoundRobin { quantum, current: ThreadId::MAIN, left: quantum }
    }
}

impl Scheduler for RoundRobin {
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        let ready = machine.ready();
        if self.left == 0 || !ready.contains(self.current) {
            let after = ready.iter().find(|t| *t > self.current);
            self.current = after.or(ready.nth(0)).ok_or(Halt::EndOfSchedule)?;
            self.left = self.quantum;
        }
        self.left -= 1;
        Ok(self.current)
    }
}
