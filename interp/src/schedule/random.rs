//! Every thread that can step is as likely as any other, at every scheduling point.

use super::{Halt, Scheduler, Stream};
use crate::machine::{Machine, ThreadSet};
use crate::value::ThreadId;

/// Uniform random choice.
#[derive(Clone, Debug)]
pub struct Random {
    stream: Stream,
}

impl Random {
    /// A scheduler with the choices of a seed.
    pub fn new(seed: u64) -> Random {
        Random { stream: Stream::new(seed) }
    }
}

impl Scheduler for Random {
    fn idle_alone() -> bool {
        true
    }

    #[inline(always)]
    fn pick_among(&mut self, ready: &ThreadSet) -> Option<ThreadId> {
        let choice = if ready.len() <= 1 { 0 } else { self.stream.below(ready.len()) };
        ready.nth(choice)
    }

    #[inline]
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        self.pick_among(machine.ready()).ok_or(Halt::EndOfSchedule)
    }
}
