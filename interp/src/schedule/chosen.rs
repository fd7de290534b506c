//! Replay of choices: at each scheduling point the thread that an earlier run chose.

use super::{Halt, Scheduler};
use crate::machine::Machine;
use crate::value::ThreadId;

/// The choices of an earlier run; if there is none, or an impossible one, the first thread that is ready.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'a> {
    choices: &'a [ThreadId],
    next: usize,
}

impl<'a> Chosen<'a> {
    /// A scheduler with these choices.
    pub fn new(choices: &'a [ThreadId]) -> Chosen<'a> {
        Chosen { choices, next: 0 }
    }
}

impl Scheduler for Chosen<'_> {
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        let ready = machine.ready();
        let chosen = self.choices.get(self.next).copied().filter(|&t| ready.contains(t));
        self.next += 1;
        chosen.or(ready.nth(0)).ok_or(Halt::EndOfSchedule)
    }
}
