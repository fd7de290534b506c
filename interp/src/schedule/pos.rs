//! POS: Yuan, Yang, Gu, *Partial Order Aware Concurrency Sampling*, CAV 2018. Every pending step has a random priority and
//! the highest happens; then the steps that conflict with it get new ones, so that no partial order is much less likely
//! than another.

use super::{Halt, Scheduler, Stream};
use crate::machine::Machine;
use crate::pending::Pending;
use crate::value::ThreadId;

/// Partial order sampling.
#[derive(Clone, Debug)]
pub struct Pos {
    stream: Stream,
    /// The priority of each thread's next step.
    priorities: Vec<u64>,
    last: Option<(ThreadId, Pending)>,
}

impl Pos {
    /// A scheduler with the choices of a seed.
    pub fn new(seed: u64) -> Pos {
        Pos { stream: Stream::new(seed), priorities: Vec::new(), last: None }
    }
}

/// Returns true if the order of two steps matters: "racing" in the paper's words.
fn conflict(a: Pending, b: Pending) -> bool {
    match (a, b) {
        (
            Pending::Access { object: x, field: f, access: a, .. },
            Pending::Access { object: y, field: g, access: b, .. },
        ) => (x, f) == (y, g) && (a.writes() || b.writes()),
        (Pending::Acquire { object: x, .. }, Pending::Acquire { object: y, .. }) => x == y,
        _ => false,
    }
}

impl Scheduler for Pos {
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        while self.priorities.len() < machine.state().threads.len() {
            let priority = self.stream.bits();
            self.priorities.push(priority);
        }
        let ready = machine.ready();
        if let Some((thread, step)) = self.last {
            for t in 0..self.priorities.len() {
                let other = ThreadId(t as u32);
                if other == thread || conflict(step, machine.pending(other)) {
                    self.priorities[t] = self.stream.bits();
                }
            }
        }
        let next = ready.iter().max_by_key(|t| (self.priorities[t.index()], t.0)).ok_or(Halt::EndOfSchedule)?;
        self.last = Some((next, machine.pending(next)));
        Ok(next)
    }
}
