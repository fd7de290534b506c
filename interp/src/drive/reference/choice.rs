//! Choice of the next thread among those that can step, before each step that other threads can see: the schedulers of [`crate::schedule`] for
//! the reference engine.

use crate::drive::run::SchedulerKind;
use crate::reduction::{Execution, State, Touch};
use crate::schedule::{Schedule, Stream};
use crate::value::ThreadId;

/// Steps that others can see, which a run is expected to have: the moments at which PCT changes priorities are among so many.
const LENGTH: u32 = 64;

/// The choice of the next thread.
pub(super) enum Choice<'s> {
    Random(Stream),
    /// Turns of so many choices.
    Turns {
        length: u32,
        used: u32,
        last: ThreadId,
    },
    /// PCT: the highest priority goes on, and falls behind all others at some moments ([`crate::schedule::Pct`]).
    Pct {
        stream: Stream,
        priorities: Vec<u64>,
        /// The moments, each with the priority from then on.
        changes: Vec<(u32, u64)>,
        made: u32,
    },
    /// POS: the highest priority goes on, and the steps that do not commute with its step get new ones ([`crate::schedule::Pos`]).
    Pos {
        stream: Stream,
        priorities: Vec<u64>,
        last: Option<(ThreadId, Vec<Touch>)>,
    },
    /// The step of each thread, as a schedule has it.
    Replay {
        schedule: &'s Schedule,
        run: usize,
        used: u64,
    },
}

impl<'s> Choice<'s> {
    /// The choice of a scheduler.
    pub(super) fn of(scheduler: SchedulerKind, seed: u64) -> Choice<'s> {
        let mut stream = Stream::new(seed);
        match scheduler {
            SchedulerKind::Random => Choice::Random(stream),
            SchedulerKind::RoundRobin(length) => Choice::Turns { length, used: 0, last: ThreadId::MAIN },
            SchedulerKind::Pct(depth) => {
                let changes = (1..depth.max(1)).map(|i| (stream.below(LENGTH), u64::from(depth - i))).collect();
                Choice::Pct { stream, priorities: Vec::new(), changes, made: 0 }
            }
            SchedulerKind::Pos => Choice::Pos { stream, priorities: Vec::new(), last: None },
        }
    }

    /// The choice of a schedule.
    pub(super) fn replay(schedule: &'s Schedule) -> Choice<'s> {
        Choice::Replay { schedule, run: 0, used: 0 }
    }

    /// The thread that goes on, of those that can; a schedule says its own.
    pub(super) fn among(&mut self, run: &Execution<'_>, state: &State, ready: &[ThreadId]) -> Option<ThreadId> {
        let highest = |priorities: &[u64]| ready.iter().copied().max_by_key(|t| (priorities[t.index()], t.0));
        match self {
            Choice::Random(stream) => {
                let n = stream.below(ready.len() as u32);
                ready.get(n as usize).copied()
            }
            Choice::Turns { length, used, last } => {
                *used += 1;
                if *used >= *length || !ready.contains(last) {
                    *used = 0;
                    *last = ready.iter().find(|t| **t > *last).or(ready.first()).copied()?;
                }
                Some(*last)
            }
            Choice::Pct { stream, priorities, changes, made } => {
                // Above the priorities that threads fall to.
                priorities.resize_with(state.threads.len().max(priorities.len()), || stream.bits() | 1 << 63);
                if let Some(&(_, priority)) = changes.iter().find(|change| change.0 == *made) {
                    let falls = highest(priorities)?;
                    priorities[falls.index()] = priority;
                }
                *made += 1;
                highest(priorities)
            }
            Choice::Pos { stream, priorities, last } => {
                priorities.resize_with(state.threads.len().max(priorities.len()), || stream.bits());
                if let Some((thread, touched)) = last {
                    for t in (0..priorities.len() as u32).map(ThreadId) {
                        let conflicts = || {
                            let touches = run.touches(state, t);
                            touches.iter().any(|touch| touched.iter().any(|other| touch.conflicts(other)))
                        };
                        if t == *thread || conflicts() {
                            priorities[t.index()] = stream.bits();
                        }
                    }
                }
                let next = highest(priorities)?;
                *last = Some((next, run.touches(state, next)));
                Some(next)
            }
            Choice::Replay { .. } => None,
        }
    }
}
