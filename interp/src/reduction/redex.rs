//! Redexes `r`, and the one of a thread whose place is found.

use super::Thread;
use super::context::{Control, Env, Frame, Waiting};
use crate::program::FieldId;
use crate::value::{Exception, ObjectId, Value};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;

/// `r`
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Redex {
    /// `new c`, `fork e`, `atomic e`, `while (e) e`, `holds l`: a redex as it stands
    Whole {
        at: ExprId,
        env: Env,
    },
    InitWrite {
        object: ObjectId,
        field: FieldId,
        value: Value,
    },
    Built {
        at: ExprId,
        object: ObjectId,
    },
    Ref {
        at: ExprId,
        recv: Value,
        field: Name,
    },
    Assign {
        at: ExprId,
        recv: Value,
        field: Name,
        value: Value,
    },
    Invoke {
        at: ExprId,
        recv: Value,
        args: Vec<Value>,
    },
    Let {
        at: ExprId,
        value: Value,
        env: Env,
    },
    Acquire {
        at: ExprId,
        lock: Value,
        body: ExprId,
        env: Env,
    },
    Release {
        at: ExprId,
        object: Option<ObjectId>,
        value: Value,
    },
    /// `in_atomic b v`
    End {
        at: ExprId,
        value: Value,
    },
    Seq {
        at: ExprId,
        next: usize,
        env: Env,
    },
    /// `v; while (e) e`
    Again {
        at: ExprId,
        env: Env,
    },
    If {
        at: ExprId,
        cond: Value,
        env: Env,
    },
    Logic {
        at: ExprId,
        left: Value,
        right: ExprId,
        env: Env,
    },
    Binary {
        at: ExprId,
        left: Value,
        right: Value,
    },
    Unary {
        at: ExprId,
        value: Value,
    },
    Print {
        at: ExprId,
        value: Value,
    },
    Assert {
        at: ExprId,
        value: Value,
    },
    /// `throw X` in an `in_sync` or an `in_atomic`
    Unwind {
        exception: Exception,
    },
    /// A form of Java, its operands values.
    Java {
        at: ExprId,
        done: Vec<Value>,
        env: Env,
    },
    SetVar {
        at: ExprId,
        cell: u32,
        value: Value,
    },
    /// `throw o`, `exit a v` in a layer that it leaves.
    Leave,
    /// A value in a `finally` or behind one.
    Pass {
        value: Value,
    },
    /// A thread that waits takes the lock again.
    Wake(Waiting),
    /// The end of a program whose daemons go on.
    Over,
}

impl Thread {
    /// The redex, if there is one; [`Execution::focus`] has found its place.
    pub(crate) fn redex(&self) -> Option<Redex> {
        let v = match &self.control {
            Control::Eval(e, env) => return Some(Redex::Whole { at: *e, env: env.clone() }),
            Control::Throw(exception) => {
                return self.context.iter().any(Frame::unwinds).then_some(Redex::Unwind { exception: *exception });
            }
            Control::Thrown(_) => return self.context.iter().any(Frame::unwinds).then_some(Redex::Leave),
            Control::Exit(..) => return Some(Redex::Leave),
            &Control::Waiting(waiting) => return Some(Redex::Wake(waiting)),
            Control::Value(v) => *v,
        };
        Some(match self.context.back()? {
            &Frame::Ref { at, field } => Redex::Ref { at, recv: v, field },
            &Frame::Assign { at, recv, field } => Redex::Assign { at, recv, field, value: v },
            &Frame::Receiver { at, .. } => Redex::Invoke { at, recv: v, args: Vec::new() },
            Frame::Argument { at, recv, done, .. } => Redex::Invoke { at: *at, recv: *recv, args: with(done, v) },
            Frame::Let { at, env } => Redex::Let { at: *at, value: v, env: env.clone() },
            Frame::Sync { at, body, env } => Redex::Acquire { at: *at, lock: v, body: *body, env: env.clone() },
            &Frame::InSync { at, object } => Redex::Release { at, object, value: v },
            &Frame::InAtomic { at } => Redex::End { at, value: v },
            Frame::Init { at, object, fields, next, .. } => match fields.get(*next) {
                Some(&field) => Redex::InitWrite { object: *object, field, value: v },
                None => Redex::Built { at: *at, object: *object },
            },
            &Frame::Right { at, left } => Redex::Binary { at, left, right: v },
            &Frame::Unary { at } => Redex::Unary { at, value: v },
            Frame::Logic { at, right, env } => Redex::Logic { at: *at, left: v, right: *right, env: env.clone() },
            Frame::Seq { at, next, env } => Redex::Seq { at: *at, next: *next, env: env.clone() },
            Frame::Again { at, env } => Redex::Again { at: *at, env: env.clone() },
            Frame::If { at, env } => Redex::If { at: *at, cond: v, env: env.clone() },
            &Frame::Print { at } => Redex::Print { at, value: v },
            &Frame::Assert { at } => Redex::Assert { at, value: v },
            Frame::Ghost { at, path, next } => Redex::Ref { at: *at, recv: v, field: *path.fields.get(*next)? },
            Frame::Operands { at, done, env } => Redex::Java { at: *at, done: with(done, v), env: env.clone() },
            &Frame::SetVar { at, cell } => Redex::SetVar { at, cell, value: v },
            Frame::Making { .. } | Frame::Finally { .. } | Frame::Behind { .. } | Frame::Static { .. } => {
                Redex::Pass { value: v }
            }
            Frame::Scope { .. } | Frame::Label { .. } | Frame::Called { .. } | Frame::Catching { .. } => return None,
            Frame::AssignTo { .. } | Frame::Left { .. } => return None,
        })
    }
}

/// Values with one more behind them.
fn with(values: &[Value], last: Value) -> Vec<Value> {
    let mut all = Vec::with_capacity(values.len() + 1);
    all.extend_from_slice(values);
    all.push(last);
    all
}
