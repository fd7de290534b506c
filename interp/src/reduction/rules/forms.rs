//! The forms of the dialect of Java: their operands, and which rule each is reduced by. Assigned variables, whose rules are the shortest.

use super::{Reduced, become_value, thread};
use crate::event::{EventKind, Local};
use crate::reduction::context::{Binding, Control, Env, Frame};
use crate::reduction::{Execution, State, Thread};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, Extended};
use racefree_grammar::name::Name;

/// Event of a step that no other thread can see.
pub(super) const LOCAL: Reduced = Ok(EventKind::Local(Local::Java));

impl Execution<'_> {
    /// One layer down, in a form of Java. To go into a label or a `try` is no step.
    pub(in crate::reduction) fn descend_java(
        &self,
        thread: &mut Thread,
        e: ExprId,
        form: Extended,
        env: Env,
    ) -> Result<Control, Control> {
        match form {
            Extended::ClassConst(name) => match self.tables.java.constant_objects.get(&name) {
                Some(&o) => Ok(Control::Value(Value::Object(ObjectId(o)))),
                None => Err(Control::Eval(e, env)),
            },
            Extended::SetVar { var, value } => {
                let Expr::Var(x) = self.tables.program.expr(var) else { return Err(Control::Eval(e, env)) };
                let Some(&Binding::Cell(cell)) = env.get(&x) else { return Err(Control::Eval(e, env)) };
                thread.context.push_back(Frame::SetVar { at: e, cell });
                Ok(Control::Eval(value, env))
            }
            Extended::Label { label, body, .. } => {
                thread.context.push_back(Frame::Label { label });
                Ok(Control::Eval(body, env))
            }
            Extended::Exit { label, value: None } => Err(Control::Exit(label, Value::Void)),
            Extended::Try { parts, finally } => {
                let parts = self.tables.program.parts_of_try(parts, finally);
                if let Some(body) = parts.finally {
                    thread.context.push_back(Frame::Finally { at: e, body, env: env.clone() });
                }
                if !parts.catches.is_empty() {
                    thread.context.push_back(Frame::Catching { at: e, env: env.clone() });
                }
                Ok(Control::Eval(parts.body, env))
            }
            _ => match self.operand(e, 0) {
                None => Err(Control::Eval(e, env)),
                Some(first) => {
                    thread.context.push_back(Frame::Operands { at: e, done: Vec::new(), env: env.clone() });
                    Ok(Control::Eval(first, env))
                }
            },
        }
    }

    /// The operand of a number, which is evaluated before the form is reduced.
    pub(in crate::reduction) fn operand(&self, at: ExprId, n: usize) -> Option<ExprId> {
        let Expr::Extended(form) = self.tables.program.expr(at) else { return None };
        match form {
            Extended::Make { args, .. } | Extended::Delegate { args, .. } | Extended::Any { args, .. } => {
                self.tables.program.list(args).get(n).copied()
            }
            Extended::Element { array, index } => [array, index].get(n).copied(),
            Extended::SetElement { array, index, value } => [array, index, value].get(n).copied(),
            Extended::LetVar { bound: e, .. }
            | Extended::Cast { value: e, .. }
            | Extended::InstanceOf { value: e, .. }
            | Extended::NewArray { length: e, .. }
            | Extended::Length(e)
            | Extended::Throw(e)
            | Extended::Exit { value: Some(e), .. }
            | Extended::Locked { lock: e, .. } => (n == 0).then_some(e),
            Extended::ClassConst(_)
            | Extended::SetVar { .. }
            | Extended::Label { .. }
            | Extended::Exit { value: None, .. }
            | Extended::Try { .. }
            | Extended::Catch { .. } => None,
        }
    }

    /// A form whose operands are values.
    pub(super) fn red_form(&self, state: &mut State, i: ThreadId, at: ExprId, done: &[Value], env: Env) -> Reduced {
        let Expr::Extended(form) = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        match (form, done) {
            (Extended::LetVar { var, body, .. }, &[value]) => self.red_let_var(state, i, (var, value), body, env),
            (Extended::Make { ty, constructor, .. }, _) => self.red_make(state, i, at, (ty, constructor), done),
            (Extended::Delegate { up, constructor, .. }, _) => {
                self.red_delegate(state, i, at, (up, constructor), done, &env)
            }
            (Extended::Cast { ty, .. }, &[value]) => self.red_cast(state, i, at, ty, value),
            (Extended::InstanceOf { ty, .. }, &[value]) => self.red_instance_of(state, i, ty, value),
            (Extended::NewArray { ty, .. }, &[length]) => self.red_new_array(state, i, at, ty, length),
            (Extended::Length(_), &[array]) => self.red_length(state, i, array),
            (Extended::Element { .. }, &[array, index]) => self.red_element(state, i, at, array, index),
            (Extended::SetElement { .. }, &[array, index, value]) => {
                self.red_set_element(state, i, at, array, index, value)
            }
            (Extended::Throw(_), &[exception]) => self.red_throw_object(state, i, at, exception),
            (Extended::Exit { label, .. }, &[value]) => {
                let thread = thread(state, i)?;
                thread.context.pop_back();
                thread.control = Control::Exit(label, value);
                LOCAL
            }
            _ => Err(Fault::Stuck),
        }
    }

    /// `let var t x = v in e` → `e`, x a new cell
    fn red_let_var(
        &self,
        state: &mut State,
        i: ThreadId,
        (x, value): (Name, Value),
        body: ExprId,
        mut env: Env,
    ) -> Reduced {
        let thread = thread(state, i)?;
        env.insert(x, Binding::Cell(thread.cells.len() as u32));
        thread.cells.push_back(value);
        thread.context.pop_back();
        thread.context.push_back(Frame::Scope { read: !self.tables.java.unread.contains(&body) });
        thread.control = Control::Eval(body, env);
        LOCAL
    }
}

/// `x = v` → `v`
pub(super) fn red_set_var(state: &mut State, i: ThreadId, cell: u32, value: Value) -> Reduced {
    let thread = thread(state, i)?;
    if cell as usize >= thread.cells.len() {
        return Err(Fault::Stuck);
    }
    thread.cells.set(cell as usize, value);
    become_value(thread, value);
    LOCAL
}
