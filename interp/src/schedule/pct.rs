//! PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte, *A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs*,
//! ASPLOS 2010. Threads have random priorities and the highest that can step does; at d − 1 random points of the run the
//! running thread falls below all others. A bug of depth d among n threads in k points is found with probability at
//! least 1 / (n·kᵈ⁻¹).

use super::{Halt, Scheduler, Stream};
use crate::machine::Machine;
use crate::value::ThreadId;

/// Probabilistic concurrency testing.
#[derive(Clone, Debug)]
pub struct Pct {
    stream: Stream,
    depth: u32,
    /// `k`, the number of scheduling points that a run is expected to have.
    length: u32,
    priorities: Vec<u64>,
    /// The points at which the running thread falls, and its priority then.
    changes: Vec<(u32, u64)>,
    points: u32,
}

impl Pct {
    /// For bugs of depth `depth` in runs of about `length` scheduling points.
    pub fn new(seed: u64, depth: u32, length: u32) -> Pct {
        let mut stream = Stream::new(seed);
        let length = length.max(1);
        let changes = (1..depth.max(1)).map(|i| (stream.below(length), u64::from(depth - i))).collect();
        Pct { stream, depth, length, priorities: Vec::new(), changes, points: 0 }
    }

    /// `d`
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// `k`
    pub fn length(&self) -> u32 {
        self.length
    }

    fn highest(&self, machine: &Machine) -> Result<ThreadId, Halt> {
        machine.ready().iter().max_by_key(|t| (self.priorities[t.index()], t.0)).ok_or(Halt::EndOfSchedule)
    }
}

impl Scheduler for Pct {
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        while self.priorities.len() < machine.state().threads.len() {
            // Above the priorities that threads fall to.
            let priority = self.stream.bits() | 1 << 63;
            self.priorities.push(priority);
        }
        let fallen: Option<u64> = self.changes.iter().find(|c| c.0 == self.points).map(|c| c.1);
        if let Some(priority) = fallen {
            let thread = self.highest(machine)?;
            self.priorities[thread.index()] = priority;
        }
        self.points += 1;
        self.highest(machine)
    }
}
