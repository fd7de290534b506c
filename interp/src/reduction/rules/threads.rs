//! \[RED ACQUIRE\], \[RED RELEASE\], \[RED FORK\], \[RED ATOMIC\]; exceptions, which give locks back: \[RED THROW\], \[RED UNWIND\].

use super::{Reduced, become_value, thread};
use crate::event::{EventKind, Local};
use crate::options::Locks;
use crate::reduction::context::{Binding, Control, Env, Frame};
use crate::reduction::{Execution, State, Thread};
use crate::value::{Exception, Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::ExprId;

impl Execution<'_> {
    /// \[RED ACQUIRE\]  `synchronized o in e` → `in_sync o e`. The outer `None`: the thread is blocked.
    pub(super) fn red_acquire(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        lock: Value,
        body: ExprId,
        env: Env,
    ) -> Option<Reduced> {
        let (object, kind) = match lock {
            Value::Object(object) => {
                let count = match state.object(object)?.lock {
                    None => 1,
                    Some((owner, count)) if owner == i && self.semantics.locks == Locks::Reentrant => count + 1,
                    Some(_) => return None,
                };
                state.set_lock(object, Some((i, count)))?;
                (Some(object), EventKind::Acquire { object, count })
            }
            Value::Null if self.semantics.null_lock_is_free => (None, EventKind::Local(Local::NullLock)),
            Value::Null => return Some(Err(Fault::Throw(Exception::NullPointer))),
            // A box of Java where the type does not say so.
            Value::Bool(_) | Value::Int(_) if self.tables.java.refusal.is_some() => {
                let message = "a lock on a box of a number or truth value, in a variable of another type, does not run: a field `final Object lock = new Object();` is a lock";
                return Some(self.throws(state, i, at, "RacefreeRefusal", Some(message.to_owned())));
            }
            Value::Void | Value::Bool(_) | Value::Int(_) => return Some(Err(Fault::Stuck)),
        };
        let thread = state.thread_mut(i)?;
        thread.context.pop_back();
        thread.context.push_back(Frame::InSync { at, object });
        thread.control = Control::Eval(body, env);
        Some(Ok(kind))
    }

    /// \[RED RELEASE\]  `in_sync o v` → `v`
    pub(super) fn red_release(
        &self,
        state: &mut State,
        i: ThreadId,
        object: Option<ObjectId>,
        value: Value,
    ) -> Reduced {
        let kind = self.release(state, object)?;
        become_value(thread(state, i)?, value);
        Ok(kind)
    }

    /// Count − 1; at 0 free.
    pub(super) fn release(&self, state: &mut State, object: Option<ObjectId>) -> Reduced {
        let Some(object) = object else { return Ok(EventKind::Local(Local::NullLock)) };
        let lock = match state.object(object).ok_or(Fault::Stuck)?.lock {
            Some((owner, count)) if count > 1 && !self.semantics.inner_release_frees => Some((owner, count - 1)),
            _ => None,
        };
        state.set_lock(object, lock).ok_or(Fault::Stuck)?;
        Ok(EventKind::Release { object, count: lock.map_or(0, |l| l.1) })
    }

    /// \[RED UNWIND\]  `in_sync o (C[throw X])` → `throw X`, and the same through an `in_atomic b`
    pub(super) fn red_unwind(&self, state: &mut State, i: ThreadId, exception: Exception) -> Reduced {
        while let Some(frame) = thread(state, i)?.context.pop_back() {
            if let Frame::InSync { object, .. } = frame {
                thread(state, i)?.control = Control::Throw(exception);
                return self.release(state, object);
            }
            if let Frame::InAtomic { at } = frame {
                thread(state, i)?.control = Control::Throw(exception);
                return Ok(EventKind::End { block: at });
            }
        }
        Err(Fault::Stuck)
    }
}

/// \[RED ATOMIC\]  `atomic e` → `in_atomic b e`
pub(super) fn red_atomic(state: &mut State, i: ThreadId, at: ExprId, body: ExprId, env: Env) -> Reduced {
    let thread = thread(state, i)?;
    thread.context.push_back(Frame::InAtomic { at });
    thread.control = Control::Eval(body, env);
    Ok(EventKind::Begin { block: at })
}

/// \[RED ATOMIC\]  `in_atomic b v` → `v`
pub(super) fn red_end(state: &mut State, i: ThreadId, at: ExprId, value: Value) -> Reduced {
    become_value(thread(state, i)?, value);
    Ok(EventKind::End { block: at })
}

/// \[RED FORK\]  `fork e` → `0`
pub(super) fn red_fork(run: &Execution<'_>, state: &mut State, i: ThreadId, body: ExprId, env: Env) -> Reduced {
    let child = ThreadId(state.threads.len() as u32);
    let parent = thread(state, i)?;
    parent.forks += 1;
    parent.control = Control::Value(Value::Int(0));
    let fork = parent.forks;
    if run.tables.java.has_forms {
        let cells = |binding: &Binding| matches!(binding, Binding::Cell(_));
        if env.values().any(cells) {
            // An assigned variable is its thread's alone.
            return Err(Fault::Stuck);
        }
        let captured: Vec<Value> =
            env.values().filter_map(|b| if let Binding::Value(v) = b { Some(*v) } else { None }).collect();
        captured.into_iter().for_each(|v| run.escape(state, v));
    }
    let new = Thread::new(Control::Eval(body, env), i, fork);
    state.threads.push_back(run.focused(new));
    Ok(EventKind::Fork { child })
}

/// \[RED THROW\]  → `throw X`: the redex is an operation on values, the innermost frame with its hole filled.
pub(super) fn red_throw(state: &mut State, i: ThreadId, exception: Exception) -> Option<EventKind> {
    let thread = state.thread_mut(i)?;
    thread.context.pop_back();
    thread.control = Control::Throw(exception);
    Some(EventKind::Throw { exception })
}
