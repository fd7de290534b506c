//! A schedule once more, step by step.

use super::{Halt, Schedule, Scheduler};
use crate::machine::Machine;
use crate::pending::Status;
use crate::value::ThreadId;
use std::fmt;

/// A schedule that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The number of the step, from 1.
    pub step: u64,
    /// The thread that was to make it.
    pub thread: ThreadId,
    /// The reason why it cannot; `None` if there is no such thread.
    pub status: Option<Status>,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReplayError { step, thread, status } = self;
        write!(f, "the schedule does not fit: at step {step} thread {thread} ")?;
        match status {
            None => f.write_str("does not exist yet"),
            Some(Status::Ready) => f.write_str("could step, and did not"),
            Some(Status::Blocked { owner, .. }) => write!(f, "waits for a lock that thread {owner} has"),
            Some(Status::Waiting { .. }) => f.write_str("waits for a notification"),
            Some(Status::Finished(_)) => f.write_str("has finished"),
            Some(Status::Ended(x)) => write!(f, "has ended with {x}"),
            Some(Status::Stuck) => f.write_str("is stuck"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Replays a schedule. The machine must make single steps ([`crate::machine::Every`]).
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    schedule: &'a Schedule,
    run: usize,
    used: u64,
    steps: u64,
}

impl<'a> Replay<'a> {
    /// From its first step.
    pub fn new(schedule: &'a Schedule) -> Replay<'a> {
        Replay { schedule, run: 0, used: 0, steps: 0 }
    }
}

impl Scheduler for Replay<'_> {
    fn start(&mut self) {
        (self.run, self.used, self.steps) = (0, 0, 0);
    }

    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        let &(thread, length) = self.schedule.runs().get(self.run).ok_or(Halt::EndOfSchedule)?;
        self.steps += 1;
        let exists = thread.index() < machine.state().threads.len();
        let status = exists.then(|| machine.status(thread));
        if status != Some(Status::Ready) {
            return Err(Halt::Replay(ReplayError { step: self.steps, thread, status }));
        }
        self.used += 1;
        if self.used >= length {
            (self.run, self.used) = (self.run + 1, 0);
        }
        Ok(thread)
    }
}
