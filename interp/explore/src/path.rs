//! The way back from an error, and from transitions to schedules: threads get the numbers that they have in the run,
//! and local steps at the start of a thread's life are put off until it goes on.

use crate::space::{Extra, Step};
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashMap;

/// The way back from a node of a tree to its root, the root first.
pub fn way_back<N: Copy>(to: N, before: impl Fn(N) -> Option<N>) -> Vec<N> {
    let mut way: Vec<N> = std::iter::successors(Some(to), |&at| before(at)).collect();
    way.reverse();
    way
}

/// A run as it grows.
#[derive(Clone, Debug)]
pub struct Path {
    schedule: Schedule,
    /// The number of each thread, and of the steps that it has put off.
    threads: FxHashMap<ThreadName, (ThreadId, u32)>,
}

impl Path {
    /// The first state, in which the main thread has `steps` local steps behind it.
    pub fn new(steps: u32) -> Path {
        let threads = std::iter::once((ThreadName::MAIN, (ThreadId::MAIN, steps))).collect();
        Path { schedule: Schedule::default(), threads }
    }

    /// Adds a transition.
    pub fn push(&mut self, thread: ThreadName, step: &Step, extra: Option<&Extra>) {
        self.steps(thread, step.steps);
        for child in extra.iter().flat_map(|e| &e.children) {
            let id = ThreadId(self.threads.len() as u32);
            self.threads.insert(child.name, (id, child.steps));
        }
    }

    /// Adds steps of a thread, after those that it has put off.
    pub fn steps(&mut self, thread: ThreadName, steps: u32) {
        if let Some((id, lag)) = self.threads.get_mut(&thread) {
            self.schedule.push(*id, u64::from(std::mem::take(lag)) + u64::from(steps));
        }
    }

    /// The schedule with the transition of an error at its end.
    pub fn wrong(mut self, thread: ThreadName, step: &Step, extra: Option<&Extra>) -> Schedule {
        self.push(thread, step, extra);
        // The error may be in the first local steps of the threads that it forks.
        for child in extra.iter().flat_map(|e| &e.children) {
            self.steps(child.name, 0);
        }
        self.schedule
    }

    /// The schedule in which both threads of a race come to their accesses, and then make them.
    pub fn race(mut self, a: ThreadName, b: ThreadName) -> Schedule {
        for (thread, steps) in [(a, 0), (b, 0), (b, 1), (a, 1)] {
            self.steps(thread, steps);
        }
        self.schedule
    }

    /// The number of a thread in the run.
    pub fn id(&self, thread: ThreadName) -> ThreadId {
        self.threads.get(&thread).map_or(ThreadId::MAIN, |t| t.0)
    }

    /// The schedule, with the steps that the threads of `involved` have put off.
    pub fn schedule(mut self, involved: &[ThreadName]) -> Schedule {
        for &thread in involved {
            self.steps(thread, 0);
        }
        self.schedule
    }
}
