//! Schedulers: they pick the thread that steps next. One small trait, all randomness from one seeded stream.
//!
//! | scheduler | source |
//! | --- | --- |
//! | [`Random`] | a uniform choice at every point |
//! | [`Pct`] | Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010 |
//! | [`Pos`] | Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, CAV 2018 |
//! | [`RoundRobin`] | turns of a fixed length |
//! | [`Replay`] | a [`Schedule`] |
//! | [`Interactive`] | a question to the caller |
//! | [`Chosen`] | the choices of an earlier run |

mod chosen;
mod interactive;
mod pct;
mod pos;
mod random;
mod replay;
mod round_robin;
mod stream;
pub mod trail;

pub use chosen::Chosen;
pub use interactive::Interactive;
pub use pct::Pct;
pub use pos::Pos;
pub use random::Random;
pub use replay::{Replay, ReplayError};
pub use round_robin::RoundRobin;
pub use stream::Stream;
pub use trail::{Schedule, ScheduleError, ScheduleFile};

use crate::machine::{Machine, ThreadSet};
use crate::value::ThreadId;

/// Reason why a scheduler names no thread although some can step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The schedule is over.
    EndOfSchedule,
    /// The schedule does not fit the program.
    Replay(ReplayError),
    /// The user wants no more.
    Quit,
}

/// Chooses the thread that steps next.
pub trait Scheduler {
    /// Returns true if a question while one thread alone can step does not change the scheduler.
    fn idle_alone() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// A run starts.
    fn start(&mut self) {}

    /// Returns the answer of [`Scheduler::pick`], if that depends on nothing but the enabled threads; `pick` is not
    /// called then. None if no thread can step.
    fn pick_among(&mut self, _: &ThreadSet) -> Option<ThreadId>
    where
        Self: Sized,
    {
        None
    }

    /// One of [`Machine::ready`], of which there is at least one.
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt>;
}

impl<S: Scheduler + ?Sized> Scheduler for &mut S {
    fn start(&mut self) {
        (**self).start();
    }

    #[inline]
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        (**self).pick(machine)
    }
}

impl Scheduler for Box<dyn Scheduler + '_> {
    fn start(&mut self) {
        (**self).start();
    }

    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        (**self).pick(machine)
    }
}
