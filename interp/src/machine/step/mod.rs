//! A run of steps of one thread: its start, and its stop. The rules are methods of the [`Stepper`], a file for each
//! part of section 8 of the calculus.

mod control;
mod objects;
mod points;
pub(super) mod run;
mod stepper;
mod tell;
mod threads;
pub(super) mod turn;
mod watched;

use crate::machine::ThreadSet;
use crate::value::{ObjectId, ThreadId};

/// Number of local steps in a row after which it is another thread's turn, at the next call or turn of a loop.
const SLICE: u64 = 500;

/// Reason for the end of a thread's run of steps.
#[derive(Clone, Copy)]
enum Stop {
    /// At a scheduling point.
    Point,
    /// Before a step that only this thread can see.
    Early,
    /// Before an acquire of a lock that the thread does not own.
    Lock(ObjectId),
    /// With a value.
    Finished,
    /// With an exception.
    Thrown,
    /// No rule applies.
    Stuck,
    /// A limit is hit.
    Limit,
}

/// The run of steps has come to its end. The reason is [noted](Stepper::stop) and no part of the result, which
/// therefore fits a register: the compiler then lets each step jump to the next one, without a branch on the result.
struct Stopped;

/// Result of a part of a step, unless the run of steps ends before it.
type StepResult<T = ()> = Result<T, Stopped>;

/// Chooses one of the threads that can step; if it does not, it has to be asked elsewhere.
pub(crate) type Choose<'a> = &'a mut dyn FnMut(&ThreadSet) -> Option<ThreadId>;

/// Progress of a thread in its turn. A number, for one comparison before each access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Turn(u8);

impl Turn {
    const SEEN: u8 = 1;
    const ALONE: u8 = 2;

    /// Notes if the one visible step has been made.
    #[inline(always)]
    fn seen(&mut self, seen: bool) {
        self.0 = self.0 & !Turn::SEEN | u8::from(seen);
    }

    /// Notes if the thread alone can step and goes on to its next turn without a word.
    #[inline(always)]
    fn alone(&mut self, alone: bool) {
        self.0 = self.0 & Turn::SEEN | if alone { Turn::ALONE } else { 0 };
    }

    /// Returns true if the visible step has been made.
    #[inline(always)]
    fn has_seen(self) -> bool {
        self.0 & Turn::SEEN != 0
    }

    /// Returns true if the next visible step is one of the next turn, and others may come before it.
    #[inline(always)]
    fn is_over(self) -> bool {
        self.0 == Turn::SEEN
    }
}
