//! The reduction rules (calculus, section 8), each under its name. A rule takes the redex `r` of `T(i) = C[r]` out of the
//! thread, puts what it becomes into its place, and gives the event. `None`: no rule applies, or the thread has to wait.

use super::context::{Binding, Control, Env, Frame, GhostPath, Redex};
use super::{Execution, Object, State, Thread};
use crate::event::{Event, EventKind, Local, Site};
use crate::ops::{self, Made};
use crate::options::Locks;
use crate::program::{ClassId, FieldId, MethodRef};
use crate::value::{Exception, Fault, ObjectId, ThreadId, Value};
use im::Vector;
use racefree_grammar::ast::{BinOp, Expr, ExprId, TypeKind};
use racefree_grammar::name::Name;
use std::sync::Arc;

/// What a rule gives: the event, or a fault.
type Reduced = Result<EventKind, Fault>;

impl Execution<'_> {
    /// One step of a thread, in place.
    pub(super) fn reduce(&self, state: &mut State, i: ThreadId) -> Option<Event> {
        let thread = state.threads.get(i.index())?;
        let redex = thread.redex()?;
        let site = self.site(&redex, thread);
        let reduced = match redex {
            Redex::Whole { at, env } => match self.tables.program.expr(at) {
                Expr::New(_) => self.red_new(state, i, at, env),
                Expr::Fork(body) => red_fork(self, state, i, body, env),
                Expr::While { .. } => self.red_while(state, i, at, env),
                Expr::Holds(_) => red_holds(state, i),
                _ => Err(Fault::Stuck),
            },
            Redex::InitWrite { object, field, value } => self.red_init(state, i, object, field, value),
            Redex::Built { object, .. } => red_built(state, i, object),
            Redex::Ref { recv, field, .. } => self.red_ref(state, i, recv, field),
            Redex::Assign { recv, field, value, .. } => self.red_assign(state, i, recv, field, value),
            Redex::Invoke { at, recv, args } => self.red_invoke(state, i, at, recv, &args),
            Redex::Let { at, value, env } => self.red_let(state, i, at, value, env),
            Redex::Acquire { at, lock, body, env } => self.red_acquire(state, i, at, lock, body, env)?,
            Redex::Release { object, value, .. } => self.red_release(state, i, object, value),
            Redex::Seq { at, next, env } => self.red_seq(state, i, at, next, env),
            Redex::Again { at, env } => red_again(state, i, at, env),
            Redex::If { at, cond, env } => self.red_if(state, i, at, cond, env),
            Redex::Logic { at, left, right, env } => self.red_logic(state, i, at, left, right, env),
            Redex::Binary { at, left, right } => self.red_binary(state, i, at, left, right),
            Redex::Unary { at, value } => self.red_unary(state, i, at, value),
            Redex::Print { value, .. } => red_print(state, i, value),
            Redex::Assert { value, .. } => red_assert(state, i, value),
            Redex::Unwind { exception } => self.red_unwind(state, i, exception),
        };
        let kind = match reduced {
            Ok(kind) => kind,
            Err(Fault::Throw(exception)) => red_throw(state, i, exception)?,
            Err(Fault::Stuck) => return None,
        };
        Some(Event { thread: i, site, kind })
    }

    fn site(&self, redex: &Redex, thread: &Thread) -> Site {
        match redex {
            Redex::InitWrite { field, .. } => Site::field(*field),
            Redex::Built { .. } => Site::expr(ExprId(0)),
            Redex::Unwind { .. } => {
                let lock = thread.context.iter().rev().find_map(|f| match f {
                    Frame::InSync { at, .. } => Some(*at),
                    _ => None,
                });
                Site::expr(lock.unwrap_or(ExprId(0)))
            }
            Redex::Whole { at, .. }
            | Redex::Ref { at, .. }
            | Redex::Assign { at, .. }
            | Redex::Invoke { at, .. }
            | Redex::Let { at, .. }
            | Redex::Acquire { at, .. }
            | Redex::Release { at, .. }
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

    /// \[RED NEW\]  `new c` → `init o (fd=e)*`
    fn red_new(&self, state: &mut State, i: ThreadId, at: ExprId, env: Env) -> Reduced {
        let program = &self.tables.program;
        let Expr::New(ty) = program.expr(at) else { return Err(Fault::Stuck) };
        let TypeKind::Class { name, args } = program.ty(ty).kind else { return Err(Fault::Stuck) };
        let class = self.tables.classes.find(name).filter(|&c| c != ClassId::STRING).ok_or(Fault::Stuck)?;
        let ghosts: Option<Arc<[GhostPath]>> = program.list(args).iter().map(|&l| self.path(l, &env)).collect();
        let ghosts = ghosts.ok_or(Fault::Stuck)?;
        let mut fields = Vec::new();
        for class in self.chain(class) {
            let run = self
                .tables
                .classes
                .get(class)
                .declared
                .map_or(Default::default(), |d| program.classes[d as usize].fields);
            fields.extend(run.indices().map(|f| FieldId(f as u32)));
        }
        let values = fields.iter().map(|f| self.default_value(*f)).collect();
        let object = fresh(
            state,
            i,
            Object { class, ghosts, fields: values, built: 0, lock: None, thread: i, serial: 0, text: None },
        );
        let thread = thread(state, i)?;
        thread.context.push_back(Frame::Init { at, object, class, fields: fields.into(), next: 0 });
        self.initialise(state, i)?;
        Ok(EventKind::Alloc { object, class })
    }

    /// Goes on to the next initialiser of the object under construction: ghosts and `this` are put in for it.
    fn initialise(&self, state: &mut State, i: ThreadId) -> Result<(), Fault> {
        let Some(Frame::Init { object, fields, next, .. }) = thread(state, i)?.context.back().cloned() else {
            return Err(Fault::Stuck);
        };
        let control = match fields.get(next) {
            None => Control::Value(Value::Object(object)),
            Some(&field) => match self.tables.fields[field.index()].init {
                None => Control::Value(self.default_value(field)),
                Some(init) => {
                    let owner = self.tables.fields[field.index()].owner;
                    Control::Eval(init, self.this_and_ghosts(state, object, owner))
                }
            },
        };
        thread(state, i)?.control = control;
        Ok(())
    }

    /// \[RED INIT\]  `init o (fd=v), rest` → `init o rest`
    fn red_init(&self, state: &mut State, i: ThreadId, object: ObjectId, field: FieldId, value: Value) -> Reduced {
        let slot = self.tables.fields[field.index()].slot as usize;
        let o = state.heap.get_mut(object.index()).ok_or(Fault::Stuck)?;
        o.fields.set(slot, value);
        o.built += 1;
        if let Some(Frame::Init { next, .. }) = thread(state, i)?.context.back_mut() {
            *next += 1;
        }
        self.initialise(state, i)?;
        Ok(EventKind::InitWrite { object, field, value })
    }

    /// \[RED REF\]  `o.fd` → `H(o).fd`
    fn red_ref(&self, state: &mut State, i: ThreadId, recv: Value, fd: Name) -> Reduced {
        let object = receiver(recv)?;
        let o = state.heap.get(object.index()).ok_or(Fault::Stuck)?;
        let at = self.tables.field_of(o.class, fd).ok_or(Fault::Stuck)?;
        let value = o.fields.get(at.slot as usize).copied().ok_or(Fault::Stuck)?;
        let thread = thread(state, i)?;
        match thread.context.back_mut() {
            Some(Frame::Ghost { next, .. }) => {
                *next += 1;
                thread.control = Control::Value(value);
            }
            _ => become_value(thread, value),
        }
        Ok(EventKind::Read { object, field: at.field, value })
    }

    /// \[RED ASSIGN\]  `o.fd = v` → `v`
    fn red_assign(&self, state: &mut State, i: ThreadId, recv: Value, fd: Name, value: Value) -> Reduced {
        let object = receiver(recv)?;
        let o = state.heap.get_mut(object.index()).ok_or(Fault::Stuck)?;
        let at = self.tables.field_of(o.class, fd).ok_or(Fault::Stuck)?;
        let old = o.fields.set(at.slot as usize, value);
        become_value(thread(state, i)?, value);
        Ok(EventKind::Write { object, field: at.field, value, old })
    }

    /// \[RED INVOKE\]  `o.mn(v…)` → `[o/this, vⱼ/yⱼ, ghosts]e`
    fn red_invoke(&self, state: &mut State, i: ThreadId, at: ExprId, recv: Value, args: &[Value]) -> Reduced {
        let object = receiver(recv)?;
        let Expr::Call { method: mn, .. } = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        let class = state.heap.get(object.index()).ok_or(Fault::Stuck)?.class;
        let method = self.tables.method_of(class, mn).filter(|&m| self.tables.arity(m) == args.len());
        let method = method.ok_or(Fault::Stuck)?;
        match method {
            MethodRef::Builtin(b) => {
                let value = self.made(state, i, ops::builtin(state, b, recv, args)?);
                become_value(thread(state, i)?, value);
            }
            MethodRef::Declared(m) => {
                let declared = &self.tables.program.methods[m as usize];
                let mut env = self.this_and_ghosts(state, object, self.tables.method_owner[m as usize]);
                for (param, &v) in self.tables.program.params_of(declared).iter().zip(args) {
                    env.insert(param.name, Binding::Value(v));
                }
                become_expr(thread(state, i)?, declared.body, env);
            }
        }
        Ok(EventKind::Call { object, method })
    }

    /// \[RED LET\]  `let t x = v in e` → `[v/x]e`
    fn red_let(&self, state: &mut State, i: ThreadId, at: ExprId, value: Value, mut env: Env) -> Reduced {
        let Expr::Let { var, body, .. } = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        env.insert(var, Binding::Value(value));
        become_expr(thread(state, i)?, body, env);
        Ok(EventKind::Local(Local::Let))
    }

    /// \[RED ACQUIRE\]  `synchronized o in e` → `in_sync o e`. The outer `None`: the thread is blocked.
    fn red_acquire(
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
                let o = state.heap.get_mut(object.index())?;
                let count = match o.lock {
                    None => 1,
                    Some((owner, count)) if owner == i && self.semantics.locks == Locks::Reentrant => count + 1,
                    Some(_) => return None,
                };
                o.lock = Some((i, count));
                (Some(object), EventKind::Acquire { object, count })
            }
            Value::Null if self.semantics.null_lock_is_free => (None, EventKind::Local(Local::NullLock)),
            Value::Null => return Some(Err(Fault::Throw(Exception::NullPointer))),
            Value::Void | Value::Bool(_) | Value::Int(_) => return Some(Err(Fault::Stuck)),
        };
        let thread = state.threads.get_mut(i.index())?;
        thread.context.pop_back();
        thread.context.push_back(Frame::InSync { at, object });
        thread.control = Control::Eval(body, env);
        Some(Ok(kind))
    }

    /// \[RED RELEASE\]  `in_sync o v` → `v`
    fn red_release(&self, state: &mut State, i: ThreadId, object: Option<ObjectId>, value: Value) -> Reduced {
        let kind = self.release(state, object)?;
        become_value(thread(state, i)?, value);
        Ok(kind)
    }

    /// Count − 1; at 0 free.
    fn release(&self, state: &mut State, object: Option<ObjectId>) -> Reduced {
        let Some(object) = object else { return Ok(EventKind::Local(Local::NullLock)) };
        let o = state.heap.get_mut(object.index()).ok_or(Fault::Stuck)?;
        o.lock = match o.lock {
            Some((owner, count)) if count > 1 && !self.semantics.inner_release_frees => Some((owner, count - 1)),
            _ => None,
        };
        Ok(EventKind::Release { object, count: o.lock.map_or(0, |l| l.1) })
    }

    /// \[RED UNWIND\]  `in_sync o (C[throw X])` → `throw X`
    fn red_unwind(&self, state: &mut State, i: ThreadId, exception: Exception) -> Reduced {
        while let Some(frame) = thread(state, i)?.context.pop_back() {
            if let Frame::InSync { object, .. } = frame {
                thread(state, i)?.control = Control::Throw(exception);
                return self.release(state, object);
            }
        }
        Err(Fault::Stuck)
    }

    /// `v; e` → `e`
    fn red_seq(&self, state: &mut State, i: ThreadId, at: ExprId, next: usize, env: Env) -> Reduced {
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
    fn red_if(&self, state: &mut State, i: ThreadId, at: ExprId, cond: Value, env: Env) -> Reduced {
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

    /// `while (e) e'` → `if (e) (e'; while (e) e')`
    fn red_while(&self, state: &mut State, i: ThreadId, at: ExprId, env: Env) -> Reduced {
        let Expr::While { cond, .. } = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        let thread = thread(state, i)?;
        thread.context.push_back(Frame::If { at, env: env.clone() });
        thread.control = Control::Eval(cond, env);
        Ok(EventKind::Local(Local::While))
    }

    /// `true && e` → `e`, `false && e` → `false`, and the like
    fn red_logic(&self, state: &mut State, i: ThreadId, at: ExprId, left: Value, right: ExprId, env: Env) -> Reduced {
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
    fn red_binary(&self, state: &mut State, i: ThreadId, at: ExprId, left: Value, right: Value) -> Reduced {
        let Expr::Binary(op, ..) = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        let value = self.made(state, i, ops::binary(state, op, left, right)?);
        become_value(thread(state, i)?, value);
        Ok(EventKind::Local(Local::Op))
    }

    /// `op v`
    fn red_unary(&self, state: &mut State, i: ThreadId, at: ExprId, value: Value) -> Reduced {
        let Expr::Unary(op, _) = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        let value = ops::unary(op, value)?;
        become_value(thread(state, i)?, value);
        Ok(EventKind::Local(Local::Op))
    }

    // What the rules look up.

    /// A new string is a new object.
    fn made(&self, state: &mut State, i: ThreadId, made: Made) -> Value {
        match made {
            Made::Value(v) => v,
            Made::Text(text) => Value::Object(fresh(
                state,
                i,
                Object {
                    class: ClassId::STRING,
                    ghosts: Arc::new([]),
                    fields: Vector::new(),
                    built: 0,
                    lock: None,
                    thread: i,
                    serial: 0,
                    text: Some(text),
                },
            )),
        }
    }

    /// A class and its superclasses, `Object` first.
    fn chain(&self, class: ClassId) -> Vec<ClassId> {
        let mut chain = vec![class];
        while let Some(parent) = chain.last().and_then(|&c| self.tables.classes.get(c).parent) {
            chain.push(parent);
        }
        chain.reverse();
        chain
    }

    fn default_value(&self, field: FieldId) -> Value {
        let program = &self.tables.program;
        match program.ty(program.fields[field.index()].ty).kind {
            TypeKind::Int => Value::Int(0),
            TypeKind::Boolean => Value::Bool(false),
            TypeKind::Void | TypeKind::Class { .. } => Value::Null,
        }
    }

    /// θl: a lock expression as a path.
    fn path(&self, l: ExprId, env: &Env) -> Option<GhostPath> {
        let mut fields = Vec::new();
        let mut at = l;
        loop {
            match self.tables.program.expr(at) {
                Expr::Field { recv, field } => {
                    fields.push(field);
                    at = recv;
                }
                Expr::Var(x) => {
                    fields.reverse();
                    return match env.get(&x)? {
                        Binding::Value(root) => Some(GhostPath { root: *root, fields }),
                        Binding::Ghost(path) => {
                            let all = path.fields.iter().copied().chain(fields).collect();
                            Some(GhostPath { root: path.root, fields: all })
                        }
                    };
                }
                _ => return None,
            }
        }
    }

    /// `[o/this, ghosts]` for code of class `class`, which is the object's or a superclass of it.
    fn this_and_ghosts(&self, state: &State, o: ObjectId, class: ClassId) -> Env {
        let Some(object) = state.heap.get(o.index()) else { return Env::default() };
        let program = &self.tables.program;
        let mut at = object.class;
        let mut ghosts: Vec<GhostPath> = object.ghosts.to_vec();
        loop {
            let mut env = Env::unit(Name::THIS, Binding::Value(Value::Object(o)));
            let info = self.tables.classes.get(at);
            let Some(declared) = info.declared.map(|d| &program.classes[d as usize]) else { return env };
            for (ghost, path) in program.ghosts_of(declared).iter().zip(ghosts) {
                env.insert(ghost.name, Binding::Ghost(Arc::new(path)));
            }
            if at == class {
                return env;
            }
            // What the class gives its superclass.
            let args = match declared.extends.map(|t| program.ty(t).kind) {
                Some(TypeKind::Class { args, .. }) => program.list(args),
                _ => &[],
            };
            ghosts = args.iter().filter_map(|&l| self.path(l, &env)).collect();
            match info.parent {
                Some(parent) => at = parent,
                None => return env,
            }
        }
    }
}

/// `init o ()` → `o`
fn red_built(state: &mut State, i: ThreadId, object: ObjectId) -> Reduced {
    become_value(thread(state, i)?, Value::Object(object));
    Ok(EventKind::Local(Local::Built))
}

/// `v; while (e) e'` → `while (e) e'`
fn red_again(state: &mut State, i: ThreadId, at: ExprId, env: Env) -> Reduced {
    become_expr(thread(state, i)?, at, env);
    Ok(EventKind::Local(Local::Seq))
}

/// \[RED FORK\]  `fork e` → `0`
fn red_fork(run: &Execution<'_>, state: &mut State, i: ThreadId, body: ExprId, env: Env) -> Reduced {
    let child = ThreadId(state.threads.len() as u32);
    let parent = thread(state, i)?;
    parent.forks += 1;
    parent.control = Control::Value(Value::Int(0));
    let fork = parent.forks;
    let new =
        Thread { control: Control::Eval(body, env), context: Vector::new(), parent: i, fork, forks: 0, allocs: 0 };
    state.threads.push_back(run.focus(new));
    Ok(EventKind::Fork { child })
}

/// `print v`
fn red_print(state: &mut State, i: ThreadId, value: Value) -> Reduced {
    state.output.push_back((i, value));
    become_value(thread(state, i)?, Value::Void);
    Ok(EventKind::Print { value })
}

/// `assert true`
fn red_assert(state: &mut State, i: ThreadId, value: Value) -> Reduced {
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

/// \[RED THROW\]  → `throw X`
fn red_throw(state: &mut State, i: ThreadId, exception: Exception) -> Option<EventKind> {
    state.threads.get_mut(i.index())?.control = Control::Throw(exception);
    Some(EventKind::Throw { exception })
}

fn thread(state: &mut State, i: ThreadId) -> Result<&mut Thread, Fault> {
    state.threads.get_mut(i.index()).ok_or(Fault::Stuck)
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
    if let Some(thread) = state.threads.get_mut(i.index()) {
        thread.allocs += 1;
        object.serial = thread.allocs;
    }
    let id = ObjectId(state.heap.len() as u32);
    state.heap.push_back(object);
    id
}
