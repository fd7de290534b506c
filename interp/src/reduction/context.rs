//! Evaluation contexts: `T(i) = C[r]` (calculus, section 8). A substitution that has been made is kept as an
//! environment beside the expression; a variable is looked up in it when it is met.

use super::{Execution, Thread};
use crate::program::{ClassId, FieldId};
use crate::value::{Exception, ObjectId, Value};
use im::OrdMap;
use racefree_grammar::ast::{BinOp, Expr, ExprId};
use racefree_grammar::name::Name;
use std::sync::Arc;

/// `a`: a path from a value through fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GhostPath {
    /// The value that it starts with.
    pub root: Value,
    /// The fields.
    pub fields: Vec<Name>,
}

/// Substitute for a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// A value, for a variable.
    Value(Value),
    /// A path, for a ghost.
    Ghost(Arc<GhostPath>),
    /// An assigned variable: the number of its cell.
    Cell(u32),
}

/// θ
pub type Env = OrdMap<Name, Binding>;

/// Position of a thread in its expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// In front of an expression that is a redex as it stands.
    Eval(ExprId, Env),
    /// Behind one that has become a value.
    Value(Value),
    /// `throw X`
    Throw(Exception),
    /// `throw o`
    Thrown(ObjectId),
    /// `exit a (v)`
    Exit(Name, Value),
    /// In the wait set of an object; `count` is how often it had the lock.
    Waiting(Waiting),
}

/// A thread that waits to be notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    pub(crate) at: ExprId,
    /// The object in whose set it waits.
    pub(crate) set: ObjectId,
    /// The lock that it takes again.
    pub(crate) lock: ObjectId,
    /// Count of times it had that.
    pub(crate) count: u32,
    /// It may go on by itself.
    pub(crate) timed: bool,
    /// An interruption ends it.
    pub(crate) interruptible: bool,
    /// It has left the set without a notification: its time was over, or it was interrupted.
    pub(crate) left: bool,
}

/// A layer of `C`, from the outside in; the fields are the parts beside the hole. `at` is the whole expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Frame {
    /// `[].fd`
    Ref { at: ExprId, field: Name },
    /// `[].fd = e`
    AssignTo { at: ExprId, field: Name, value: ExprId, env: Env },
    /// `v.fd = []`
    Assign { at: ExprId, recv: Value, field: Name },
    /// `[].mn(e…)`
    Receiver { at: ExprId, env: Env },
    /// `v.mn(v…, [], e…)`
    Argument { at: ExprId, recv: Value, done: Vec<Value>, env: Env },
    /// `let t x = [] in e`
    Let { at: ExprId, env: Env },
    /// `synchronized [] in e`
    Sync { at: ExprId, body: ExprId, env: Env },
    /// `in_sync o []`; no object for `null` under `null-lock-is-free`
    InSync { at: ExprId, object: Option<ObjectId> },
    /// `in_atomic b []`
    InAtomic { at: ExprId },
    /// `init o (fd = []), …`: the fields from number `next` on are not initialised
    Init { at: ExprId, object: ObjectId, class: ClassId, fields: Arc<[FieldId]>, next: usize },
    /// `[] op e`
    Left { at: ExprId, right: ExprId, env: Env },
    /// `v op []`
    Right { at: ExprId, left: Value },
    /// `op []`
    Unary { at: ExprId },
    /// `[] && e`, `[] || e`
    Logic { at: ExprId, right: ExprId, env: Env },
    /// `[]; e…`: the elements from number `next` on are to come
    Seq { at: ExprId, next: usize, env: Env },
    /// `[]; while (e) e`: in the body of a loop
    Again { at: ExprId, env: Env },
    /// `if ([]) e else e`, also as the reduct of a loop
    If { at: ExprId, env: Env },
    /// `print []`
    Print { at: ExprId },
    /// `assert []`
    Assert { at: ExprId },
    /// A form of Java with operands: `done` are values, the hole is the next one.
    Operands { at: ExprId, done: Vec<Value>, env: Env },
    /// `x = []`
    SetVar { at: ExprId, cell: u32 },
    /// `let var x = v in []`: the scope of the innermost cell.
    Scope {
        /// False if nothing reads it but its own changes.
        read: bool,
    },
    /// `[]; o`: in a constructor of o.
    Making { object: ObjectId },
    /// `[]`: in a method of Java that is called at this place. It is no layer of a term; it counts calls, and tells where the library was called.
    Called { at: ExprId },
    /// `label a in []`
    Label { label: Name },
    /// `try [] catch …`
    Catching { at: ExprId, env: Env },
    /// `try [] finally e`
    Finally { at: ExprId, body: ExprId, env: Env },
    /// `[]; r`: in a `finally`, behind which the thread goes on with r.
    Behind { then: Box<Control> },
    /// `[]; r`: in the static initialiser of a class, before r.
    Static { object: ObjectId, then: Box<Control> },
    /// `[].fd…`, the fields of a ghost path that was put in for a variable
    Ghost { at: ExprId, path: Arc<GhostPath>, next: usize },
}

impl<'p> Execution<'p> {
    /// Finds the redex: goes down into the expression, and up out of values, by the forms of contexts. That is no step.
    pub(crate) fn focus(&self, thread: &mut Thread) {
        self.focus_telling(thread, &mut |_, _| {});
    }

    /// The same; calls `tell` with each value that it comes to, and the number of layers around it.
    pub(crate) fn focus_telling(&self, thread: &mut Thread, tell: &mut dyn FnMut(usize, Value)) {
        loop {
            thread.control = match std::mem::replace(&mut thread.control, Control::Value(Value::Void)) {
                Control::Eval(e, env) => match self.descend(thread, e, env) {
                    Ok(deeper) => deeper,
                    Err(redex) => {
                        thread.control = redex;
                        return;
                    }
                },
                Control::Value(v) => {
                    tell(thread.context.len(), v);
                    match self.plug(thread, v) {
                        Some(on) => on,
                        None => {
                            thread.control = Control::Value(v);
                            return;
                        }
                    }
                }
                out @ (Control::Throw(_) | Control::Thrown(_) | Control::Exit(..) | Control::Waiting(_)) => {
                    thread.control = out;
                    return;
                }
            };
        }
    }

    /// A new thread, its redex found.
    pub(crate) fn focused(&self, mut thread: Thread) -> Arc<Thread> {
        self.focus(&mut thread);
        Arc::new(thread)
    }

    /// One layer down. `Err` if the expression is a redex itself.
    fn descend(&self, thread: &mut Thread, e: ExprId, env: Env) -> Result<Control, Control> {
        let program = &self.tables.program;
        let (frame, hole) = match program.expr(e) {
            Expr::Var(x) => {
                return match env.get(&x) {
                    Some(Binding::Value(v)) => Ok(Control::Value(*v)),
                    Some(Binding::Cell(n)) => match thread.cells.get(*n as usize) {
                        Some(v) => Ok(Control::Value(*v)),
                        None => Err(Control::Eval(e, env)),
                    },
                    Some(Binding::Ghost(path)) => {
                        let path = path.clone();
                        let root = path.root;
                        thread.context.push_back(Frame::Ghost { at: e, path, next: 0 });
                        Ok(Control::Value(root))
                    }
                    None => Err(Control::Eval(e, env)),
                };
            }
            Expr::Int(n) => return Ok(Control::Value(Value::Int(n))),
            Expr::Bool(b) => return Ok(Control::Value(Value::Bool(b))),
            Expr::Null => return Ok(Control::Value(Value::Null)),
            Expr::Unit => return Ok(Control::Value(Value::Void)),
            Expr::Str(text) => {
                let number = self.tables.literal_objects.get(&text).copied().unwrap_or(0);
                return Ok(Control::Value(Value::Object(ObjectId(number))));
            }
            Expr::Extended(form) => return self.descend_java(thread, e, form, env),
            Expr::Move(_) | Expr::Special(_) | Expr::Qualified { .. } => {
                return Err(Control::Eval(e, env));
            }
            Expr::New(_) | Expr::Fork(_) | Expr::Atomic(_) | Expr::While { .. } | Expr::Holds(_) => {
                return Err(Control::Eval(e, env));
            }
            Expr::Field { recv, field } => (Frame::Ref { at: e, field }, recv),
            Expr::Assign { recv, field, value } => (Frame::AssignTo { at: e, field, value, env: env.clone() }, recv),
            Expr::Call { recv, .. } => (Frame::Receiver { at: e, env: env.clone() }, recv),
            Expr::Let { bound, .. } => (Frame::Let { at: e, env: env.clone() }, bound),
            Expr::Sync { lock, body } => (Frame::Sync { at: e, body, env: env.clone() }, lock),
            Expr::Seq(list) => match program.list(list) {
                [] => return Ok(Control::Value(Value::Void)),
                // A sequence of one is its element.
                [only] => return Ok(Control::Eval(*only, env)),
                [first, ..] => (Frame::Seq { at: e, next: 1, env: env.clone() }, *first),
            },
            Expr::If { cond, .. } => (Frame::If { at: e, env: env.clone() }, cond),
            Expr::Print(of) => (Frame::Print { at: e }, of),
            Expr::Assert(of) => (Frame::Assert { at: e }, of),
            Expr::Binary(BinOp::And | BinOp::Or, left, right) => {
                (Frame::Logic { at: e, right, env: env.clone() }, left)
            }
            Expr::Binary(_, left, right) => (Frame::Left { at: e, right, env: env.clone() }, left),
            Expr::Unary(_, of) => (Frame::Unary { at: e }, of),
        };
        thread.context.push_back(frame);
        Ok(Control::Eval(hole, env))
    }

    /// Puts a value into the hole of the innermost layer. Returns the next expression to evaluate; `None` if the layer
    /// is a redex now, or there is none.
    fn plug(&self, thread: &mut Thread, v: Value) -> Option<Control> {
        let hole = match thread.context.back()? {
            Frame::AssignTo { value, .. } => Some(*value),
            Frame::Receiver { at, .. } => Some(*self.args(*at).first()?),
            Frame::Argument { at, done, .. } => Some(*self.args(*at).get(done.len() + 1)?),
            Frame::Left { right, .. } => Some(*right),
            Frame::Operands { at, done, .. } => Some(self.operand(*at, done.len() + 1)?),
            Frame::Scope { .. } | Frame::Label { .. } | Frame::Catching { .. } | Frame::Called { .. } => None,
            Frame::Ghost { path, next, .. } if *next == path.fields.len() => None,
            Frame::Ref { .. }
            | Frame::Assign { .. }
            | Frame::Let { .. }
            | Frame::Sync { .. }
            | Frame::InSync { .. }
            | Frame::InAtomic { .. }
            | Frame::Init { .. }
            | Frame::Right { .. }
            | Frame::Unary { .. }
            | Frame::Logic { .. }
            | Frame::Seq { .. }
            | Frame::Again { .. }
            | Frame::If { .. }
            | Frame::Print { .. }
            | Frame::Assert { .. }
            | Frame::SetVar { .. }
            | Frame::Finally { .. }
            | Frame::Behind { .. }
            | Frame::Making { .. }
            | Frame::Static { .. }
            | Frame::Ghost { .. } => return None,
        };
        let (layer, env) = match thread.context.pop_back()? {
            Frame::AssignTo { at, field, env, .. } => (Frame::Assign { at, recv: v, field }, env),
            Frame::Receiver { at, env } => (Frame::Argument { at, recv: v, done: Vec::new(), env: env.clone() }, env),
            Frame::Argument { at, recv, mut done, env } => {
                done.push(v);
                (Frame::Argument { at, recv, done, env: env.clone() }, env)
            }
            Frame::Left { at, env, .. } => (Frame::Right { at, left: v }, env),
            Frame::Operands { at, mut done, env } => {
                done.push(v);
                (Frame::Operands { at, done, env: env.clone() }, env)
            }
            Frame::Scope { .. } => {
                thread.cells.pop_back();
                return Some(Control::Value(v));
            }
            // A layer that does nothing with the value.
            _ => return Some(Control::Value(v)),
        };
        thread.context.push_back(layer);
        Some(Control::Eval(hole?, env))
    }

    pub(crate) fn args(&self, call: ExprId) -> &'p [ExprId] {
        match self.tables.program.expr(call) {
            Expr::Call { args, .. } => self.tables.program.list(args),
            _ => &[],
        }
    }
}

impl Frame {
    /// Returns true if leaving it by an exception is a step.
    pub(crate) fn unwinds(&self) -> bool {
        matches!(
            self,
            Frame::InSync { .. }
                | Frame::InAtomic { .. }
                | Frame::Finally { .. }
                | Frame::Catching { .. }
                | Frame::Static { .. }
        )
    }
}
