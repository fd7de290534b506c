//! `activity(t)`: what another thread is about, as `Thread.getState` gives it.

use super::{Reduced, become_value, receiver, thread};
use crate::Status;
use crate::reduction::context::{Control, Waiting};
use crate::reduction::redex::Redex;
use crate::reduction::{Execution, State};
use crate::value::{Fault, ThreadId, Value};
use racefree_program::Primitive;

/// The states of a thread in the order of `Thread.State`.
const NEW: i32 = 0;
const RUNNABLE: i32 = 1;
const BLOCKED: i32 = 2;
const WAITING: i32 = 3;
const TIMED_WAITING: i32 = 4;
const TERMINATED: i32 = 5;

impl Execution<'_> {
    /// `activity(t)`
    pub(super) fn red_activity(&self, state: &mut State, i: ThreadId, t: Value) -> Reduced {
        let runs = state.object(receiver(t)?).ok_or(Fault::Stuck)?.java().runs;
        let found = runs.map_or(NEW, |t| self.activity(state, t));
        become_value(thread(state, i)?, Value::Int(found));
        // A thread that was seen to have ended comes before.
        super::waiting::joined(state, i, runs.filter(|_| found == TERMINATED))
    }

    fn activity(&self, state: &State, t: ThreadId) -> i32 {
        if self.has_ended(state, t) {
            return TERMINATED;
        }
        let Some(of) = state.threads.get(t.index()) else { return TERMINATED };
        let rest = self.rest(state, t);
        // Who has been notified, or whose time is over, waits for the lock: of a monitor it is blocked then.
        if let Control::Waiting(Waiting { set, lock, timed, left, .. }) = of.control {
            let goes_on = left || self.is_notified(state, t, set);
            return match rest {
                Some(Status::Blocked { .. }) if goes_on && set == lock => BLOCKED,
                Some(Status::Blocked { .. }) if goes_on => WAITING,
                _ if goes_on => RUNNABLE,
                _ if timed => TIMED_WAITING,
                _ => WAITING,
            };
        }
        let asked = match of.redex() {
            Some(Redex::Invoke { at, recv, args }) => self.primitive(state, at, recv).zip(Some(args)),
            _ => None,
        };
        match (asked, rest) {
            (Some((Primitive::Pause, _)), _) => TIMED_WAITING,
            (Some((Primitive::JoinTimed, args)), _) => {
                let runs = |v: &Value| state.object(v.object()?)?.java().runs;
                let waits = args.first().and_then(runs).is_some_and(|other| !self.has_ended(state, other));
                if waits { TIMED_WAITING } else { RUNNABLE }
            }
            (Some(_), Some(Status::Blocked { .. })) => WAITING,
            (None, Some(Status::Blocked { .. })) => BLOCKED,
            _ => RUNNABLE,
        }
    }
}
