//! The status of a thread: enabled, or the reason why it rests.

use super::context::{Control, Frame, Waiting};
use super::{Execution, Redex, State, Thread};
use crate::options::Locks;
use crate::pending::Status;
use crate::value::{Exception, ThreadId, Value};
use std::sync::Arc;

impl Execution<'_> {
    /// Returns true for a thread that waits for a lock which another one has; it may wait for the end of that one instead.
    pub fn waits_for_lock(&self, state: &State, thread: ThreadId) -> bool {
        match self.rest(state, thread) {
            Some(Status::Blocked { lock, owner }) => {
                state.object(lock).is_some_and(|object| object.lock.is_some_and(|(holder, _)| holder == owner))
            }
            _ => false,
        }
    }

    /// Returns the status of a thread: enabled, or the reason why not.
    pub fn status(&self, state: &State, thread: ThreadId) -> Status {
        match self.rest(state, thread) {
            Some(status) => status,
            None if self.step(state, thread).is_some() => Status::Ready,
            None => Status::Stuck,
        }
    }

    /// Returns true if a thread may be enabled: it has not ended, and waits for nothing.
    pub fn may_step(&self, state: &State, thread: ThreadId) -> bool {
        self.rest(state, thread).is_none()
    }

    /// The reason why a thread makes no step, but for that no rule applies; none for one that is enabled, or stuck at a redex.
    pub fn rest(&self, state: &State, thread: ThreadId) -> Option<Status> {
        if self.may_leave(state, thread) {
            return None;
        }
        let rest = self.own_rest(state, thread)?;
        let waits = matches!(rest, Status::Waiting { .. } | Status::Blocked { .. });
        // Nobody misses a daemon that waits at the end.
        let missed = !(waits && state.threads[thread.index()].daemon && self.is_over(state));
        Some(if missed { rest } else { Status::Finished(Value::Void) })
    }

    /// Returns true for the main thread if daemons are all that goes on: the program may end at any moment.
    pub(crate) fn may_leave(&self, state: &State, thread: ThreadId) -> bool {
        let goes_on = |(t, thread): (u32, &Arc<Thread>)| thread.daemon && self.own_rest(state, ThreadId(t)).is_none();
        thread == ThreadId::MAIN
            && self.tables.java.has_forms
            && !state.over
            && state.threads.len() > 1
            && self.is_over(state)
            && state.halted.is_none()
            && (0..).zip(state.threads.iter()).any(goes_on)
    }

    /// The same, whether or not the program may end.
    fn own_rest(&self, state: &State, thread: ThreadId) -> Option<Status> {
        self.own_redex(state, thread).err()
    }

    /// The redex of a thread that has not ended and waits for nothing; none, if there is no rule for it. `Err`: the reason why it rests.
    fn own_redex(&self, state: &State, thread: ThreadId) -> Result<Option<Redex>, Status> {
        let Some(t) = state.threads.get(thread.index()) else { return Err(Status::Stuck) };
        match t.control {
            Control::Value(v) if t.context.is_empty() => return Err(Status::Finished(v)),
            Control::Throw(x) if !t.context.iter().any(Frame::unwinds) => {
                return Err(Status::Ended(x));
            }
            Control::Thrown(_) if !t.context.iter().any(Frame::unwinds) => {
                return Err(Status::Ended(Exception::Java));
            }
            _ if t.daemon && state.over || self.tables.java.has_forms && state.halted.is_some() => {
                return Err(Status::Finished(Value::Void));
            }
            Control::Waiting(Waiting { set, timed: false, left: false, interruptible, .. })
                if !(interruptible && t.interrupted || self.is_notified(state, thread, set)) =>
            {
                return Err(Status::Waiting { object: set });
            }
            Control::Value(_)
            | Control::Throw(_)
            | Control::Thrown(_)
            | Control::Exit(..)
            | Control::Waiting(_)
            | Control::Eval(..) => {}
        }
        let Some(redex) = t.redex() else { return Ok(None) };
        if let Some((lock, owner)) = self.waits_for(state, thread, &redex) {
            return Err(Status::Blocked { lock, owner });
        }
        match redex {
            Redex::Acquire { lock: Value::Object(o), .. } => {
                match state.heap.get(o.index()).and_then(|object| object.lock) {
                    Some((owner, _)) if owner != thread || self.semantics.locks == Locks::Binary => {
                        Err(Status::Blocked { lock: o, owner })
                    }
                    _ => Ok(Some(redex)),
                }
            }
            redex => Ok(Some(redex)),
        }
    }

    /// The redex of a thread that may be enabled: it has not ended, and waits for nothing.
    pub fn next_redex(&self, state: &State, thread: ThreadId) -> Option<Redex> {
        if self.may_leave(state, thread) { Some(Redex::Over) } else { self.own_redex(state, thread).ok()? }
    }

    /// Returns true for a thread that waits for a lock and may be interrupted yet: some other thread can go on.
    pub fn may_be_interrupted(&self, state: &State, thread: ThreadId) -> bool {
        let Some(Redex::Invoke { at, recv, .. }) = self.redex(state, thread) else { return false };
        self.primitive(state, at, recv) == Some(racefree_program::Primitive::AcquireOrThrow)
            && (0..state.threads.len() as u32).any(|t| self.status(state, ThreadId(t)) == Status::Ready)
    }

    /// The thread whose end a thread waits for.
    pub fn joins(&self, state: &State, thread: ThreadId) -> Option<ThreadId> {
        let Some(Status::Blocked { lock, owner }) = self.rest(state, thread) else { return None };
        let takes_lock = matches!(self.redex(state, thread), Some(Redex::Acquire { .. }));
        (!takes_lock && state.object(lock)?.java().runs == Some(owner)).then_some(owner)
    }

    /// The exception that a thread has ended with.
    pub fn ended(&self, state: &State, thread: ThreadId) -> Option<Exception> {
        match self.status(state, thread) {
            Status::Ended(x) => Some(x),
            Status::Ready | Status::Waiting { .. } | Status::Blocked { .. } | Status::Finished(_) | Status::Stuck => {
                None
            }
        }
    }
}
