//! The caller is asked at every step.

use super::{Halt, Scheduler};
use crate::machine::Machine;
use crate::value::ThreadId;

/// Asks a function; `None` ends the run. A thread that cannot step is asked for again.
pub struct Interactive<F> {
    ask: F,
}

impl<F: FnMut(&Machine) -> Option<ThreadId>> Interactive<F> {
    /// A scheduler that asks this function.
    pub fn new(ask: F) -> Interactive<F> {
        Interactive { ask }
    }
}

impl<F: FnMut(&Machine) -> Option<ThreadId>> Scheduler for Interactive<F> {
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        loop {
            let thread = (self.ask)(machine).ok_or(Halt::Quit)?;
            if machine.ready().contains(thread) {
                return Ok(thread);
            }
        }
    }
}
