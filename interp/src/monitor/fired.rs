//! Monitors that fired, and their messages.

use super::Monitor;
use crate::event::Site;
use crate::machine::Lowered;
use crate::program::{FieldId, MethodId, Tables};
use crate::value::ThreadId;

/// A monitor that fired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The monitor.
    pub monitor: Monitor,
    /// The thread of the step.
    pub thread: ThreadId,
    /// The place.
    pub site: Site,
    /// The message, a sentence without its full stop.
    pub message: String,
    /// Number of steps of the run after which it had happened.
    pub steps: u64,
}

/// A monitor that fired, before its message is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fired {
    /// The monitor.
    pub monitor: Monitor,
    /// The thread of the step.
    pub thread: ThreadId,
    /// The place.
    pub site: Site,
    /// Number of steps of the run after which it had happened.
    pub steps: u64,
    pub(super) wrong: Wrong,
}

impl Fired {
    /// A cycle of transactions that a step of a thread closes, through a block.
    pub(crate) fn cycle(thread: ThreadId, block: Site, steps: u64) -> Fired {
        Fired { monitor: Monitor::Serializable, thread, site: block, steps, wrong: super::Wrong::Cycle }
    }

    /// Puts it in words, for the program of the run.
    pub fn in_words(&self, program: &Lowered) -> Violation {
        let Fired { monitor, thread, site, steps, wrong } = *self;
        Violation { monitor, thread, site, message: wrong.message(&program.tables, thread), steps }
    }
}

/// Violation seen by a monitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wrong {
    Unguarded(FieldId),
    Requires(MethodId),
    Unconfined(FieldId, ThreadId),
    Stored(FieldId),
    Bound,
    Passed(MethodId, usize),
    Returned(MethodId),
    ReadEarly(FieldId),
    AssignedFinal(FieldId),
    Stuck,
    Count { frames: u32, held: u32 },
    NotHeld,
    Cycle,
}

impl Wrong {
    /// A sentence without its full stop.
    fn message(self, tables: &Tables, thread: ThreadId) -> String {
        let field = |f| tables.field_name(f);
        let method = |m| tables.method_name(m);
        match self {
            Wrong::Unguarded(f) => format!("thread {thread} accesses `{}` without holding its guard", field(f)),
            Wrong::Requires(m) => format!("thread {thread} calls `{}` without a lock that it requires", method(m)),
            Wrong::Unconfined(f, owner) => {
                format!(
                    "thread {thread} accesses `{}`, which has no guard, of an object that thread {owner} made",
                    field(f)
                )
            }
            Wrong::Stored(f) => format!("what is stored in `{}` is not of its declared type", field(f)),
            Wrong::Bound => "what is bound to the variable is not of its declared type".to_owned(),
            Wrong::Passed(m, n) => format!("argument {n} of `{}` is not of its declared type", method(m)),
            Wrong::Returned(m) => format!("what `{}` returns is not of its declared type", method(m)),
            Wrong::ReadEarly(f) => format!("the final field `{}` is read before it is initialised", field(f)),
            Wrong::AssignedFinal(f) => format!("the final field `{}` is assigned", field(f)),
            Wrong::Stuck => format!("thread {thread} is stuck: no rule applies here"),
            Wrong::Count { frames, held } => {
                format!("thread {thread} is in {frames} synchronized blocks of a lock that it holds {held} times")
            }
            Wrong::Cycle => {
                format!("thread {thread} closes a cycle of transactions: no serial run is equivalent to this one")
            }
            Wrong::NotHeld => format!("thread {thread} does not hold the lock that `holds` says it does"),
        }
    }
}
