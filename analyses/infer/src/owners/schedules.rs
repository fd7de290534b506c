//! Every schedule, one after the other.

use racefree_interp::ThreadId;
use racefree_interp::machine::Machine;
use racefree_interp::schedule::{Halt, Scheduler};

/// The choices of the last schedule, and between how many there was one.
#[derive(Default)]
pub(super) struct Systematic {
    trail: Vec<(u32, u32)>,
    at: usize,
}

impl Systematic {
    /// Returns true if there is another schedule.
    pub(super) fn next(&mut self) -> bool {
        self.trail.truncate(self.at);
        while let Some((chosen, of)) = self.trail.pop() {
            if chosen + 1 < of {
                self.trail.push((chosen + 1, of));
                return true;
            }
        }
        false
    }
}

impl Scheduler for Systematic {
    fn start(&mut self) {
        self.at = 0;
    }

    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        let ready = machine.ready();
        if self.at == self.trail.len() {
            self.trail.push((0, ready.len()));
        }
        let chosen = self.trail[self.at].0;
        self.at += 1;
        ready.nth(chosen).ok_or(Halt::Quit)
    }
}
