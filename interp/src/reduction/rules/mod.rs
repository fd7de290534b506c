//! The reduction rules (calculus, section 8), each under its name. A rule takes the redex `r` of `T(i) = C[r]` out of
//! the thread, puts its reduct into its place, and gives the event. `None`: no rule applies, or the thread has to wait.

mod activity;
mod arrays;
mod atomics;
mod control;
mod digits;
mod escape;
mod exits;
mod forms;
mod making;
mod nulls;
mod numbers;
mod objects;
mod primitives;
mod statics;
mod text;
mod threads;
mod types;
mod waiting;

use crate::event::{Event, EventKind, Site};
use crate::ops::Made;
use crate::program::ClassId;
use crate::reduction::context::{Control, Env, Frame, Waiting};
use crate::reduction::redex::Redex;
use crate::reduction::{Execution, Object, State, Thread};
use crate::value::{Exception, Fault, ObjectId, ThreadId, Value};
use control::{red_assert, red_print};
use forms::red_set_var;
use objects::red_built;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::forms;
use threads::{red_atomic, red_end, red_fork, red_throw};
use waiting::red_over;

/// Result of a rule: the event, or a fault.
type Reduced = Result<EventKind, Fault>;

impl Redex {
    /// The name of the rule that rewrites it, if the event is this.
    pub fn rule(&self, event: &EventKind) -> &'static str {
        match (event, self) {
            (EventKind::Throw { .. }, _) => "RED THROW",
            (EventKind::Fork { .. }, _) => "RED FORK",
            (EventKind::Begin { .. }, _) => "RED ATOMIC",
            (_, Redex::End { .. }) => "RED ATOMIC",
            (EventKind::Local(local), Redex::Whole { .. }) => local.rule(),
            (_, Redex::Whole { .. }) => "RED NEW",
            (_, Redex::InitWrite { .. } | Redex::Built { .. }) => "RED INIT",
            (_, Redex::Ref { .. }) => "RED REF",
            (_, Redex::Assign { .. }) => "RED ASSIGN",
            (_, Redex::Invoke { .. }) => "RED INVOKE",
            (_, Redex::Let { .. }) => "RED LET",
            (_, Redex::Acquire { .. }) => "RED ACQUIRE",
            (_, Redex::Release { .. }) => "RED RELEASE",
            (_, Redex::Seq { .. } | Redex::Again { .. }) => "RED SEQ",
            (_, Redex::If { .. }) => "RED IF",
            (_, Redex::Logic { .. } | Redex::Binary { .. } | Redex::Unary { .. }) => "RED OP",
            (_, Redex::Print { .. }) => "RED PRINT",
            (_, Redex::Assert { .. }) => "RED ASSERT",
            (_, Redex::Unwind { .. } | Redex::Leave) => "RED UNWIND",
            (_, Redex::Java { .. } | Redex::SetVar { .. } | Redex::Pass { .. } | Redex::Wake(_) | Redex::Over) => {
                "RED JAVA"
            }
        }
    }
}

impl Execution<'_> {
    /// One step of a thread, in place.
    pub(super) fn reduce(&self, state: &mut State, i: ThreadId) -> Option<Event> {
        let redex = self.redex(state, i)?;
        self.reduce_redex(state, i, redex)
    }

    /// The same, of the redex that the thread is at.
    pub(super) fn reduce_redex(&self, state: &mut State, i: ThreadId, redex: Redex) -> Option<Event> {
        let site = self.site(&redex, state.threads.get(i.index())?);
        let java = self.tables.java.has_forms;
        if java && let Some(object) = self.used_class(state, i, &redex) {
            let kind = self.first_use(state, i, object)?;
            return Some(Event { thread: i, site, kind });
        }
        if java && self.waits_for(state, i, &redex).is_some() {
            return None;
        }
        let reduced = match redex {
            Redex::Whole { at, env } => match self.tables.program.expr(at) {
                Expr::New(_) => self.red_new(state, i, at, env),
                Expr::Fork(body) => red_fork(self, state, i, body, env),
                Expr::Atomic(body) => red_atomic(state, i, at, body, env),
                Expr::Extended(_) => self.red_form(state, i, at, &[], env),
                e @ (Expr::Var(_)
                | forms!(literal | member | operator | owned)
                | Expr::Let { .. }
                | Expr::Sync { .. }
                | Expr::Seq(_)
                | Expr::If { .. }
                | Expr::While { .. }) => self.red_control(state, i, at, e, env),
            },
            Redex::Java { at, done, env } => self.red_form(state, i, at, &done, env),
            Redex::SetVar { cell, value, .. } => red_set_var(state, i, cell, value),
            Redex::Leave => self.red_leave(state, i),
            Redex::Pass { value } => self.red_pass(state, i, value),
            Redex::Wake(waiting) => self.red_wake(state, i, waiting)?,
            Redex::Over => red_over(state),
            Redex::InitWrite { object, field, value } => self.red_init(state, i, object, field, value),
            Redex::Built { object, .. } => red_built(state, i, object),
            Redex::Ref { recv, field, .. } => self.red_ref(state, i, recv, field),
            Redex::Assign { recv, field, value, .. } => self.red_assign(state, i, recv, field, value),
            Redex::Invoke { at, recv, args } => self.red_invoke(state, i, at, recv, &args),
            Redex::Let { at, value, env } => self.red_let(state, i, at, value, env),
            Redex::Acquire { at, lock, body, env } => self.red_acquire(state, i, at, lock, body, env)?,
            Redex::Release { object, value, .. } => self.red_release(state, i, object, value),
            Redex::End { at, value } => red_end(state, i, at, value),
            Redex::Seq { at, next, env } => self.red_seq(state, i, at, next, env),
            Redex::Again { at, env } => self.red_again(state, i, at, env),
            Redex::If { at, cond, env } => self.red_if(state, i, at, cond, env),
            Redex::Logic { at, left, right, env } => self.red_logic(state, i, at, left, right, env),
            Redex::Binary { at, left, right } => self.red_binary(state, i, at, left, right),
            Redex::Unary { at, value } => self.red_unary(state, i, at, value),
            Redex::Print { value, .. } => {
                // The library prints parts of lines, a `print` a line.
                let line = |state: &mut State| self.text(state, i, &format!("{}\n", self.show_value(state, value)));
                let printed = if self.tables.java.has_forms { line(state) } else { value };
                red_print(state, i, value, printed)
            }
            Redex::Assert { value, .. } => red_assert(state, i, value),
            Redex::Unwind { exception } => self.red_unwind(state, i, exception),
        };
        let kind = match reduced {
            Ok(kind) => kind,
            Err(Fault::Throw(exception)) => match self.thrown(state, i, site, exception).filter(|_| java) {
                Some(thrown) => thrown.ok()?,
                None => red_throw(state, i, exception)?,
            },
            Err(Fault::Stuck) => return None,
        };
        Some(Event { thread: i, site, kind })
    }

    pub(super) fn site(&self, redex: &Redex, thread: &Thread) -> Site {
        match redex {
            Redex::InitWrite { field, .. } => Site::field(*field),
            Redex::Built { .. } | Redex::Over => Site::expr(called_at(thread)),
            Redex::Leave | Redex::Pass { .. } => {
                let layer = thread.context.iter().rev().find_map(|f| match f {
                    Frame::InSync { at, .. }
                    | Frame::InAtomic { at }
                    | Frame::Finally { at, .. }
                    | Frame::Catching { at, .. } => Some(*at),
                    _ => None,
                });
                Site::expr(layer.unwrap_or_else(|| called_at(thread)))
            }
            Redex::Unwind { .. } => {
                let lock = thread.context.iter().rev().find_map(|f| match f {
                    Frame::InSync { at, .. } | Frame::InAtomic { at } => Some(*at),
                    _ => None,
                });
                Site::expr(lock.unwrap_or_else(|| called_at(thread)))
            }
            Redex::Wake(Waiting { at, .. })
            | Redex::Java { at, .. }
            | Redex::SetVar { at, .. }
            | Redex::Whole { at, .. }
            | Redex::Ref { at, .. }
            | Redex::Assign { at, .. }
            | Redex::Invoke { at, .. }
            | Redex::Let { at, .. }
            | Redex::Acquire { at, .. }
            | Redex::Release { at, .. }
            | Redex::End { at, .. }
            | Redex::Seq { at, .. }
            | Redex::Again { at, .. }
            | Redex::If { at, .. }
            | Redex::Logic { at, .. }
            | Redex::Binary { at, .. }
            | Redex::Unary { at, .. }
            | Redex::Print { at, .. }
            | Redex::Assert { at, .. } => Site::expr(*at),
        }
    }

    /// A new string is a new object.
    fn made(&self, state: &mut State, i: ThreadId, made: Made) -> Value {
        match made {
            Made::Value(v) => v,
            Made::Text(text) => {
                Value::Object(fresh(state, i, Object { text: Some(text), ..Object::blank(ClassId::STRING, i) }))
            }
        }
    }
}

fn thread(state: &mut State, i: ThreadId) -> Result<&mut Thread, Fault> {
    state.thread_mut(i).ok_or(Fault::Stuck)
}

/// The redex, which is the innermost layer with its hole filled, becomes a value.
fn become_value(thread: &mut Thread, v: Value) {
    thread.context.pop_back();
    thread.control = Control::Value(v);
}

/// The redex becomes an expression.
fn become_expr(thread: &mut Thread, e: ExprId, env: Env) {
    thread.context.pop_back();
    thread.control = Control::Eval(e, env);
}

/// The object before the dot; `null` throws, other values have no rule.
fn receiver(v: Value) -> Result<ObjectId, Fault> {
    match v {
        Value::Object(o) => Ok(o),
        Value::Null => Err(Fault::Throw(Exception::NullPointer)),
        Value::Void | Value::Bool(_) | Value::Int(_) => Err(Fault::Stuck),
    }
}

/// A fresh object, named by its thread and the number of the `new`.
fn fresh(state: &mut State, i: ThreadId, mut object: Object) -> ObjectId {
    if let Some(thread) = state.thread_mut(i) {
        thread.allocs += 1;
        object.serial = thread.allocs;
    }
    state.add_object(i, object)
}

/// The call of the method of Java that a thread is in, for a redex that has no place of its own.
fn called_at(thread: &Thread) -> ExprId {
    let call = |f: &Frame| if let Frame::Called { at } = f { Some(*at) } else { None };
    thread.context.iter().rev().find_map(call).unwrap_or(ExprId::new(0))
}
