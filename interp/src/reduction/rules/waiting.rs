//! Threads that are objects, and waiting: to begin, to end, to be notified; explicit locks, which are monitors of objects of the library.

use super::forms::LOCAL;
use super::{Reduced, become_value, receiver, thread};
use crate::event::EventKind;
use crate::program::MethodId;
use crate::reduction::apart::bit;
use crate::reduction::context::{Control, Frame, Waiting};
use crate::reduction::redex::Redex;
use crate::reduction::state::Init;
use crate::reduction::{Execution, State, Thread};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::ExprId;
use racefree_program::Primitive;

/// A thread knows of the end of another one, if there is one.
pub(super) fn joined(state: &mut State, i: ThreadId, child: Option<ThreadId>) -> Reduced {
    let Some(child) = child else { return LOCAL };
    let before = state.threads.get(child.index()).map_or(0, |t| t.joined);
    thread(state, i)?.joined |= before | bit(child);
    Ok(EventKind::Join { child })
}

/// The end of a program of which daemons alone are left.
pub(super) fn red_over(state: &mut State) -> Reduced {
    state.over = true;
    LOCAL
}

/// Exception of who notifies or waits without the lock.
const NOT_OWNER: (&str, &str) = ("IllegalMonitorStateException", "current thread is not owner");

impl Execution<'_> {
    /// `start(t)`: a new thread, which runs t.
    pub(super) fn red_start(&self, state: &mut State, i: ThreadId, at: ExprId, t: Value, daemon: bool) -> Reduced {
        let object = receiver(t)?;
        if state.object(object).ok_or(Fault::Stuck)?.java().runs.is_some() {
            return self.throws(state, i, at, "IllegalThreadStateException", None);
        }
        let m = self.tables.java.entry.ok_or(Fault::Stuck)?;
        let child = ThreadId(state.threads.len() as u32);
        let part = state.object_mut(object).ok_or(Fault::Stuck)?.java_mut();
        part.runs = Some(child);
        let interrupted = std::mem::take(&mut part.told);
        self.escape(state, t);
        let env = self.this_and_ghosts(state, object, self.tables.method_owner[m as usize]);
        let parent = thread(state, i)?;
        parent.forks += 1;
        let (fork, joined) = (parent.forks, parent.joined);
        become_value(parent, Value::Void);
        let control = Control::Eval(self.tables.program.methods[m as usize].body, env);
        let new = Thread { object: Some(object), daemon, interrupted, joined, ..Thread::new(control, i, fork) };
        state.threads.push_back(self.focused(new));
        Ok(EventKind::Fork { child })
    }

    /// `join(t)`, once t has ended or was never started, or the thread is interrupted.
    pub(super) fn red_join(&self, state: &mut State, i: ThreadId, at: ExprId, t: Value, timed: bool) -> Reduced {
        let runs = state.object(receiver(t)?).ok_or(Fault::Stuck)?.java().runs;
        let open = runs.is_some_and(|t| !self.has_ended(state, t));
        if open && (!timed || thread(state, i)?.interrupted) {
            thread(state, i)?.interrupted = false;
            return self.throws(state, i, at, "InterruptedException", None);
        }
        become_value(thread(state, i)?, Value::Void);
        joined(state, i, runs.filter(|&t| self.has_ended(state, t)))
    }

    /// Returns true for a thread that waits for the end of another one, which has come.
    pub fn has_joined(&self, state: &State, i: ThreadId) -> bool {
        let Some(Redex::Invoke { at, recv, ref args }) = state.threads.get(i.index()).and_then(|t| t.redex()) else {
            return false;
        };
        let runs = |v: &Value| state.object(v.object()?)?.java().runs;
        self.primitive(state, at, recv) == Some(Primitive::Join)
            && args.first().and_then(runs).is_none_or(|t| self.has_ended(state, t))
    }

    /// `isAlive(t)`
    pub(super) fn red_is_alive(&self, state: &mut State, i: ThreadId, t: Value) -> Reduced {
        let runs = state.object(receiver(t)?).ok_or(Fault::Stuck)?.java().runs;
        let ended = runs.is_some_and(|t| self.has_ended(state, t));
        become_value(thread(state, i)?, Value::Bool(runs.is_some() && !ended));
        // A thread that was seen to have ended comes before.
        joined(state, i, runs.filter(|_| ended))
    }

    /// Returns true for a thread that has ended: it makes no step that another thread can see.
    pub fn has_ended(&self, state: &State, t: ThreadId) -> bool {
        let Some(t) = state.threads.get(t.index()) else { return true };
        match t.control {
            _ if t.ending => true,
            Control::Value(_) => t.context.is_empty(),
            Control::Throw(_) | Control::Thrown(_) => !t.context.iter().any(Frame::unwinds),
            Control::Eval(..) | Control::Exit(..) | Control::Waiting(_) => false,
        }
    }

    /// Count of times a thread has a lock.
    pub(in crate::reduction) fn count_of(&self, state: &State, i: ThreadId, lock: ObjectId) -> u32 {
        state.object(lock).and_then(|o| o.lock).filter(|l| l.0 == i).map_or(0, |l| l.1)
    }

    /// `wait(set, lock)`: gives the lock up, and waits.
    pub(super) fn red_wait(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        (set, lock): (Value, Value),
        how: Primitive,
    ) -> Reduced {
        let (set, lock) = (receiver(set)?, receiver(lock)?);
        let count = self.count_of(state, i, lock);
        if count == 0 {
            return self.throws(state, i, at, NOT_OWNER.0, Some(NOT_OWNER.1.to_owned()));
        }
        let (timed, interruptible) = (how == Primitive::WaitTimed, how != Primitive::Wait);
        // A thread that has ended has told so before.
        if interruptible && self.is_of_ended(state, set) {
            let value = if timed { Value::Bool(true) } else { Value::Void };
            become_value(thread(state, i)?, value);
            return LOCAL;
        }
        if interruptible && std::mem::take(&mut thread(state, i)?.interrupted) {
            return self.throws(state, i, at, "InterruptedException", None);
        }
        state.set_lock(lock, None).ok_or(Fault::Stuck)?;
        state.object_mut(set).ok_or(Fault::Stuck)?.java_mut().waiters.push(i);
        let thread = thread(state, i)?;
        thread.context.pop_back();
        thread.control = Control::Waiting(Waiting { at, set, lock, count, timed, interruptible, left: false });
        Ok(EventKind::Wait { object: set, lock })
    }

    /// `notify(set, lock)`, `notifyAll(set, lock)`: which of the waiting threads goes on shows when one does.
    pub(super) fn red_notify(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        (set, lock): (Value, Value),
        all: bool,
    ) -> Reduced {
        let (set, lock) = (receiver(set)?, receiver(lock)?);
        if self.count_of(state, i, lock) == 0 {
            return self.throws(state, i, at, NOT_OWNER.0, Some(NOT_OWNER.1.to_owned()));
        }
        let o = state.object_mut(set).ok_or(Fault::Stuck)?;
        let n = o.java().waiters.len();
        if all {
            o.java_mut().notes = vec![n as u32; n];
        } else if o.java().notes.len() < n {
            o.java_mut().notes.push(n as u32);
        }
        become_value(thread(state, i)?, Value::Void);
        Ok(EventKind::Notify { object: set, all })
    }

    /// The places of a waiting thread and of the first notification that is for it.
    fn note_for(&self, state: &State, i: ThreadId, set: ObjectId) -> Option<(usize, usize)> {
        let java = state.object(set)?.java();
        let at = java.waiters.iter().position(|&t| t == i)?;
        Some((at, java.notes.iter().position(|&n| n as usize > at)?))
    }

    /// Returns true if a thread that waits may go on: the end of a thread notifies those that wait on its object.
    pub(in crate::reduction) fn is_notified(&self, state: &State, i: ThreadId, set: ObjectId) -> bool {
        self.note_for(state, i, set).is_some() || self.is_of_ended(state, set)
    }

    /// Returns true if a thread that is interrupted may leave a wait set while this one has the lock: who is notified, and who goes on when the
    /// lock is free, depends on that.
    pub(in crate::reduction) fn is_left_before(&self, state: &State, i: ThreadId) -> bool {
        self.tables.java.interrupts
            && (0..state.threads.len() as u32).map(ThreadId).any(|t| {
                let thread = &state.threads[t.index()];
                let Control::Waiting(waiting) = thread.control else { return false };
                let is_inside = thread.interrupted && waiting.interruptible && !waiting.left;
                is_inside
                    && self.count_of(state, i, waiting.lock) > 0
                    && (!self.is_notified(state, t, waiting.set) || self.may_pass_on(state, t, waiting))
            })
    }

    /// Returns true for the object of a thread that has ended.
    fn is_of_ended(&self, state: &State, object: ObjectId) -> bool {
        let runs = state.object(object).and_then(|o| o.java().runs);
        runs.is_some_and(|t| self.has_ended(state, t))
    }

    /// Returns true if a thread that is interrupted may leave a notification to the others that wait: while another thread has the lock, so that
    /// it can also take it, later.
    fn may_pass_on(&self, state: &State, i: ThreadId, waiting: Waiting) -> bool {
        let told = waiting.interruptible && state.threads.get(i.index()).is_some_and(|t| t.interrupted);
        let java = |o: ObjectId| state.object(o).map(|o| o.java());
        let is_locked = state.object(waiting.lock).is_some_and(|o| o.lock.is_some());
        told && is_locked
            && java(waiting.set).is_some_and(|set| {
                let Some(at) = set.waiters.iter().position(|&t| t == i) else { return false };
                let left = |n: u32| if n as usize > at { n - 1 } else { n };
                set.notes.iter().enumerate().all(|(k, &n)| left(n) as usize > k)
            })
    }

    /// A thread that waits takes the lock again, as often as it had it. One whose time is over, or that is interrupted, leaves the set before,
    /// at any moment: who notifies then does not find it. The outer `None`: it cannot yet.
    pub(super) fn red_wake(&self, state: &mut State, i: ThreadId, waiting: Waiting) -> Option<Reduced> {
        let Waiting { at, set, lock, count, timed, interruptible, left } = waiting;
        let told = interruptible && state.threads.get(i.index())?.interrupted;
        if !left && (!self.is_notified(state, i, set) || self.may_pass_on(state, i, waiting)) {
            if !timed && !told {
                return None;
            }
            self.leave_set(state, i, set, false)?;
            state.thread_mut(i)?.control = Control::Waiting(Waiting { left: true, ..waiting });
            return Some(LOCAL);
        }
        if state.object(lock)?.lock.is_some() {
            return None;
        }
        if !left {
            self.leave_set(state, i, set, true)?;
        }
        state.set_lock(lock, Some((i, count)))?;
        let control = match left && told {
            true => self.interruption(state, i, at)?,
            false if timed => Control::Value(Value::Bool(!left)),
            false => Control::Value(Value::Void),
        };
        state.thread_mut(i)?.control = control;
        Some(Ok(EventKind::Acquire { object: lock, count: 1 }))
    }

    /// A thread leaves a wait set, with a notification for it or without.
    fn leave_set(&self, state: &mut State, i: ThreadId, set: ObjectId, notified: bool) -> Option<()> {
        let note = self.note_for(state, i, set).filter(|_| notified);
        let java = state.object_mut(set)?.java_mut();
        let at = java.waiters.iter().position(|&t| t == i)?;
        java.waiters.remove(at);
        if let Some((_, note)) = note {
            java.notes.remove(note);
        }
        java.notes.iter_mut().filter(|n| **n as usize > at).for_each(|n| *n -= 1);
        Some(())
    }

    /// The exception of a thread that is interrupted while it waits; it is told then.
    fn interruption(&self, state: &mut State, i: ThreadId, at: ExprId) -> Option<Control> {
        state.thread_mut(i)?.interrupted = false;
        let object = self.made_exception(state, i, at, "InterruptedException")?;
        Some(Control::Thrown(object))
    }

    /// `interrupt(t)`
    pub(super) fn red_interrupt(&self, state: &mut State, i: ThreadId, t: Value) -> Reduced {
        let object = receiver(t)?;
        match state.object(object).ok_or(Fault::Stuck)?.java().runs {
            Some(t) => thread(state, t)?.interrupted = true,
            None => state.object_mut(object).ok_or(Fault::Stuck)?.java_mut().told = true,
        }
        become_value(thread(state, i)?, Value::Void);
        LOCAL
    }

    /// Returns true once every thread that is no daemon has ended.
    pub(in crate::reduction) fn is_over(&self, state: &State) -> bool {
        let goes_on = |t: u32| !state.threads[t as usize].daemon && !self.has_ended(state, ThreadId(t));
        !(0..state.threads.len() as u32).any(goes_on)
    }

    /// `acquire(lock)`, of a lock that is free or the thread's own.
    pub(super) fn red_take(&self, state: &mut State, i: ThreadId, lock: Value) -> Reduced {
        let object = receiver(lock)?;
        let count = match state.object(object).ok_or(Fault::Stuck)?.lock {
            Some((owner, count)) if owner == i => count + 1,
            Some(_) => return Err(Fault::Stuck),
            None => 1,
        };
        state.set_lock(object, Some((i, count))).ok_or(Fault::Stuck)?;
        become_value(thread(state, i)?, Value::Bool(true));
        Ok(EventKind::Acquire { object, count })
    }

    /// `acquireOrThrow(lock)`, of a lock that is free or the thread's own, or by a thread that is interrupted.
    pub(super) fn red_take_or_throw(&self, state: &mut State, i: ThreadId, at: ExprId, lock: Value) -> Reduced {
        let owner = state.object(receiver(lock)?).ok_or(Fault::Stuck)?.lock;
        if owner.is_some_and(|l| l.0 != i) && std::mem::take(&mut thread(state, i)?.interrupted) {
            return self.throws(state, i, at, "InterruptedException", None);
        }
        self.red_take(state, i, lock)
    }

    /// `tryAcquire(lock)`
    pub(super) fn red_try(&self, state: &mut State, i: ThreadId, lock: Value) -> Reduced {
        let owner = state.object(receiver(lock)?).ok_or(Fault::Stuck)?.lock;
        if owner.is_some_and(|l| l.0 != i) {
            become_value(thread(state, i)?, Value::Bool(false));
            return LOCAL;
        }
        self.red_take(state, i, lock)
    }

    /// `release(lock)`
    pub(super) fn red_give(&self, state: &mut State, i: ThreadId, at: ExprId, lock: Value) -> Reduced {
        let object = receiver(lock)?;
        if self.count_of(state, i, object) == 0 {
            return self.throws(state, i, at, NOT_OWNER.0, None);
        }
        let kind = self.release(state, Some(object))?;
        become_value(thread(state, i)?, Value::Void);
        Ok(kind)
    }

    /// The object that a redex waits for, and the thread that has it.
    pub(in crate::reduction) fn waits_for(
        &self,
        state: &State,
        i: ThreadId,
        redex: &Redex,
    ) -> Option<(ObjectId, ThreadId)> {
        if !self.tables.java.has_forms {
            return None;
        }
        let owned = |o: ObjectId| state.object(o)?.lock.filter(|l| l.0 != i).map(|l| (o, l.0));
        match redex {
            // To leave the set takes no lock.
            Redex::Wake(waiting) if waiting.left || self.is_notified(state, i, waiting.set) => {
                let may_leave = !waiting.left && self.may_pass_on(state, i, *waiting);
                return owned(waiting.lock).filter(|_| !may_leave);
            }
            Redex::Wake(_) => return None,
            Redex::Invoke { at, recv, args } => {
                if let Some(primitive) = self.primitive(state, *at, *recv) {
                    let object = args.first().and_then(|v| v.object())?;
                    let told = state.threads.get(i.index()).is_some_and(|t| t.interrupted);
                    return match primitive {
                        Primitive::Acquire => owned(object),
                        Primitive::AcquireOrThrow => owned(object).filter(|_| !told),
                        Primitive::Join => {
                            let is_open = |t: &ThreadId| !told && !self.has_ended(state, *t);
                            let runs = state.object(object)?.java().runs.filter(is_open)?;
                            Some((object, runs))
                        }
                        _ => None,
                    };
                }
            }
            _ => {}
        }
        let object = self.used_class(state, i, redex)?;
        match state.object(object)?.java().init {
            Init::Running(t) if t != i => Some((object, t)),
            _ => None,
        }
    }

    /// The primitive that a call is of.
    pub(in crate::reduction) fn primitive(&self, state: &State, at: ExprId, recv: Value) -> Option<Primitive> {
        let object = recv.object()?;
        if !self.is_constant(object) {
            return None;
        }
        let racefree_grammar::ast::Expr::Call { method, .. } = self.tables.program.expr(at) else { return None };
        let found: MethodId = self.tables.method_of(state.object(object)?.class, method)?;
        self.tables.java.primitive(found)
    }
}
