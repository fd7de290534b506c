//! \[RED LET\], and the example language: sequences, branches, loops, operators, `print`, `assert`, `holds`.

use super::{Reduced, become_expr, become_value, thread};
use crate::event::{EventKind, Local};
use crate::ops;
use crate::reduction::context::{Binding, Control, Env, Frame};
use crate::reduction::{Execution, State};
use crate::value::{Exception, Fault, ThreadId, Value};
use racefree_grammar::ast::{BinOp, Expr, ExprId};

impl Execution<'_> {
    /// The forms that are redexes as they stand.
    pub(super) fn red_control(&self, state: &mut State, i: ThreadId, at: ExprId, e: Expr, env: Env) -> Reduced {
        match e {
            Expr::While { cond, .. } => red_while(state, i, at, cond, env),
            Expr::Holds(_) => red_holds(state, i),
            _ => Err(Fault::Stuck),
        }
    }

    /// `v; while (e) e'` → `while (e) e'`
    pub(super) fn red_again(&self, state: &mut State, i: ThreadId, at: ExprId, env: Env) -> Reduced {
        become_expr(thread(state, i)?, at, env);
        Ok(EventKind::Local(Local::Seq))
    }

    /// \[RED LET\]  `let t x = v in e` → `[v/x]e`
    pub(super) fn red_let(&self, state: &mut State, i: ThreadId, at: ExprId, value: Value, mut env: Env) -> Reduced {
        let Expr::Let { var, body, .. } = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        env.insert(var, Binding::Value(value));
        become_expr(thread(state, i)?, body, env);
        Ok(EventKind::Local(Local::Let))
    }

    /// `v; e` → `e`
    pub(super) fn red_seq(&self, state: &mut State, i: ThreadId, at: ExprId, next: usize, env: Env) -> Reduced {
        let Expr::Seq(list) = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        let list = self.tables.program.list(list);
        let e = *list.get(next).ok_or(Fault::Stuck)?;
        let thread = thread(state, i)?;
        thread.context.pop_back();
        if next + 1 < list.len() {
            thread.context.push_back(Frame::Seq { at, next: next + 1, env: env.clone() });
        }
        thread.control = Control::Eval(e, env);
        Ok(EventKind::Local(Local::Seq))
    }

    /// `if (true) e else e'` → `e`
    pub(super) fn red_if(&self, state: &mut State, i: ThreadId, at: ExprId, cond: Value, env: Env) -> Reduced {
        // The test of a loop stands in the place of the `if` that the loop has become.
        let (then, otherwise) = match self.tables.program.expr(at) {
            Expr::If { then, otherwise, .. } => (then, otherwise),
            Expr::While { body, .. } => (body, None),
            _ => return Err(Fault::Stuck),
        };
        let Value::Bool(cond) = cond else { return Err(Fault::Stuck) };
        let again = matches!(self.tables.program.expr(at), Expr::While { .. });
        let thread = thread(state, i)?;
        match (cond, otherwise) {
            (true, _) if again => {
                thread.context.pop_back();
                thread.context.push_back(Frame::Again { at, env: env.clone() });
                thread.control = Control::Eval(then, env);
            }
            (true, _) => become_expr(thread, then, env),
            (false, Some(e)) => become_expr(thread, e, env),
            (false, None) => become_value(thread, Value::Void),
        }
        Ok(EventKind::Local(Local::If))
    }

    /// `true && e` → `e`, `false && e` → `false`, and the like
    pub(super) fn red_logic(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        left: Value,
        right: ExprId,
        env: Env,
    ) -> Reduced {
        let Value::Bool(b) = left else { return Err(Fault::Stuck) };
        let on = matches!(self.tables.program.expr(at), Expr::Binary(BinOp::And, ..));
        let thread = thread(state, i)?;
        if b == on {
            become_expr(thread, right, env);
        } else {
            become_value(thread, left);
        }
        Ok(EventKind::Local(Local::Logic))
    }

    /// `v op v`
    pub(super) fn red_binary(&self, state: &mut State, i: ThreadId, at: ExprId, left: Value, right: Value) -> Reduced {
        let Expr::Binary(op, ..) = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        // In Java a box is the value itself, and may be compared with an object.
        let mixed = self.tables.java.has_forms && left.is_reference() != right.is_reference();
        let value = match op {
            BinOp::Eq if mixed => Value::Bool(left == right),
            BinOp::Ne if mixed => Value::Bool(left != right),
            _ => self.made(state, i, ops::binary(state, op, left, right)?),
        };
        become_value(thread(state, i)?, value);
        Ok(EventKind::Local(Local::Op))
    }

    /// `op v`
    pub(super) fn red_unary(&self, state: &mut State, i: ThreadId, at: ExprId, value: Value) -> Reduced {
        let Expr::Unary(op, _) = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        let value = ops::unary(op, value)?;
        become_value(thread(state, i)?, value);
        Ok(EventKind::Local(Local::Op))
    }
}

/// `while (e) e'` → `if (e) (e'; while (e) e')`
fn red_while(state: &mut State, i: ThreadId, at: ExprId, cond: ExprId, env: Env) -> Reduced {
    let thread = thread(state, i)?;
    thread.context.push_back(Frame::If { at, env: env.clone() });
    thread.control = Control::Eval(cond, env);
    Ok(EventKind::Local(Local::While))
}

/// `print v`, and the text that it prints.
pub(super) fn red_print(state: &mut State, i: ThreadId, value: Value, printed: Value) -> Reduced {
    state.output.push_back((i, printed));
    become_value(thread(state, i)?, Value::Void);
    Ok(EventKind::Print { value })
}

/// `assert true`
pub(super) fn red_assert(state: &mut State, i: ThreadId, value: Value) -> Reduced {
    match value {
        Value::Bool(true) => become_value(thread(state, i)?, Value::Void),
        Value::Bool(false) => return Err(Fault::Throw(Exception::AssertionFailed)),
        Value::Void | Value::Null | Value::Int(_) | Value::Object(_) => return Err(Fault::Stuck),
    }
    Ok(EventKind::Assert)
}

/// `holds l` does nothing.
fn red_holds(state: &mut State, i: ThreadId) -> Reduced {
    thread(state, i)?.control = Control::Value(Value::Void);
    Ok(EventKind::Local(Local::Holds))
}
