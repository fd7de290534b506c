//! R2, R3, R4, R6 and R7: what must be true of the threads' expressions.

use super::{Invariant, Preservation};
use racefree_grammar::ast::{BinOp, Expr, ExprId, UnOp};
use racefree_grammar::name::Name;
use racefree_interp::program::MethodId;
use racefree_interp::reduction::{Binding, Env, Frame, Redex, State};
use racefree_interp::{ThreadId, Value};
use racefree_typeck::values::{Lock, Standing, Type};

impl Preservation<'_> {
    pub(super) fn frames(&self, state: &State) {
        for t in 0..state.threads.len() {
            let t = ThreadId(t as u32);
            for frame in &state.threads[t.index()].context {
                self.frame(state, t, frame);
            }
            let Some(redex) = self.run.redex(state, t) else { continue };
            if let Redex::Whole { at, env } = &redex {
                self.scope(state, t, *at, env);
            }
            self.pending(state, t, &redex);
            self.next_access(state, t, &redex);
        }
    }

    fn frame(&self, state: &State, t: ThreadId, frame: &Frame) {
        match frame {
            Frame::AssignTo { at, env, .. }
            | Frame::Receiver { at, env }
            | Frame::Let { at, env }
            | Frame::Sync { at, env, .. }
            | Frame::Left { at, env, .. }
            | Frame::Logic { at, env, .. }
            | Frame::Seq { at, env, .. }
            | Frame::Again { at, env }
            | Frame::If { at, env } => self.scope(state, t, *at, env),
            Frame::Argument { at, recv, done, env } => {
                self.scope(state, t, *at, env);
                let Expr::Call { recv: receiver, args, .. } = self.program.expr(*at) else { return };
                self.value(state, t, receiver, env, *recv);
                for (&arg, &v) in self.program.list(args).iter().zip(done) {
                    self.value(state, t, arg, env, v);
                }
            }
            Frame::Assign { at, recv, .. } => {
                if let Expr::Assign { recv: receiver, .. } = self.program.expr(*at) {
                    self.receiver(state, t, receiver, *recv);
                }
            }
            Frame::Right { at, left } => {
                if let Expr::Binary(_, e, _) = self.program.expr(*at) {
                    self.receiver(state, t, e, *left);
                }
            }
            Frame::Ref { .. }
            | Frame::InSync { .. }
            | Frame::InAtomic { .. }
            | Frame::Init { .. }
            | Frame::Unary { .. }
            | Frame::Print { .. }
            | Frame::Assert { .. }
            | Frame::Ghost { .. } => {}
            // Frames of the forms of Java: the programs of these tests have none.
            Frame::Operands { .. }
            | Frame::SetVar { .. }
            | Frame::Scope { .. }
            | Frame::Label { .. }
            | Frame::Called { .. }
            | Frame::Making { .. }
            | Frame::Catching { .. }
            | Frame::Finally { .. }
            | Frame::Behind { .. }
            | Frame::Static { .. } => {}
        }
    }

    /// R2 and R4, and R7 for variables: an expression, its variables in an environment.
    fn scope(&self, state: &State, t: ThreadId, at: ExprId, env: &Env) {
        let Some(Standing { env: bound, locks, .. }) = self.standings.get(&at) else {
            return self.hold(Invariant::Variables, false, || format!("expression {} has no type", at.number()));
        };
        for b in bound {
            let name = self.program.text(b.x);
            let v = match env.get(&b.x) {
                Some(Binding::Value(v)) => Some(*v),
                Some(Binding::Ghost(path)) if b.ghost => self.run.denote(state, path),
                Some(Binding::Ghost(_) | Binding::Cell(_)) | None => None,
            };
            let Some(v) = v else {
                // A ghost path through null denotes nothing; a variable always has a value.
                self.hold(Invariant::Variables, b.ghost, || format!("`{name}` has no value"));
                continue;
            };
            self.hold(Invariant::Variables, self.conforms(state, env, v, &b.ty), || {
                format!("`{name}` is {}, not of type {:?}", self.name(state, v), b.ty)
            });
            // A ghost is no reference: code of a shared class may run in any thread, whatever its ghosts are.
            if !b.ghost {
                self.stays(state, t, &b.ty, v);
            }
        }
        for l in locks {
            let held = self.denote(state, env, l).and_then(Value::object).and_then(|o| state.heap.get(o.index())?.lock);
            self.hold(Invariant::LockSets, held.is_some_and(|(owner, _)| owner == t), || {
                format!("thread {t} should hold {l:?} and it is {held:?}")
            });
        }
    }

    /// R7: a reference at a static type, in a frame of a thread.
    fn stays(&self, state: &State, t: ThreadId, ty: &Type, v: Value) {
        if let Some(o) = v.object().and_then(|o| state.heap.get(o.index()))
            && self.local(ty)
        {
            self.hold(Invariant::Confinement, o.thread == t, || {
                format!("thread {t} has {}, which thread {} made", self.name(state, v), o.thread)
            });
        }
    }

    /// R3 and R7 for a value in the place of an expression, whose variables are in an environment.
    fn value(&self, state: &State, t: ThreadId, e: ExprId, env: &Env, v: Value) {
        let Some(point) = self.standings.get(&e) else { return };
        self.hold(Invariant::Pending, self.conforms(state, env, v, &point.ty), || {
            format!("{} in the place of expression {} of type {:?}", self.name(state, v), e.number(), point.ty)
        });
        self.stays(state, t, &point.ty, v);
    }

    /// The same where the environment is gone: the class alone.
    fn receiver(&self, state: &State, t: ThreadId, e: ExprId, v: Value) {
        let Some(point) = self.standings.get(&e) else { return };
        let class = match &point.ty {
            Type::Class(cn, _) => Type::Class(*cn, Vec::new()),
            other => other.clone(),
        };
        self.hold(Invariant::Pending, self.conforms(state, &Env::default(), v, &class), || {
            format!("{} in the place of expression {} of type {:?}", self.name(state, v), e.number(), point.ty)
        });
        self.stays(state, t, &point.ty, v);
    }

    /// R3 for the operands of a redex.
    fn pending(&self, state: &State, t: ThreadId, redex: &Redex) {
        let fits = |holds: bool, v: Value| {
            self.hold(Invariant::Pending, holds, || format!("{} does not fit into {redex:?}", self.name(state, v)));
        };
        let boolean = |v: Value| fits(matches!(v, Value::Bool(_)), v);
        match redex {
            Redex::InitWrite { object, field, value } => fits(self.fits_field(state, *object, *field, *value), *value),
            Redex::Ref { at, recv, .. } => {
                if let Expr::Field { recv: e, .. } = self.program.expr(*at) {
                    self.receiver(state, t, e, *recv);
                }
            }
            Redex::Assign { at, recv, field, value } => {
                if let Expr::Assign { recv: e, value: written, .. } = self.program.expr(*at) {
                    self.receiver(state, t, e, *recv);
                    self.receiver(state, t, written, *value);
                }
                if let Some(o) = recv.object()
                    && let Some(object) = state.heap.get(o.index())
                    && let Some(at) = self.run.tables.field_of(object.class, *field)
                {
                    fits(self.fits_field(state, o, at.field, *value), *value);
                }
            }
            Redex::Invoke { at, recv, args } => self.call(state, t, *at, *recv, args),
            Redex::Let { at, value, env } => {
                let Expr::Let { ty, bound, .. } = self.program.expr(*at) else { return };
                fits(self.conforms(state, env, *value, &Type::written(self.program, ty)), *value);
                self.value(state, t, bound, env, *value);
            }
            Redex::Acquire { lock, .. } => fits(lock.is_reference(), *lock),
            Redex::If { cond, .. } => boolean(*cond),
            Redex::Logic { left, .. } => boolean(*left),
            Redex::Assert { value, .. } => boolean(*value),
            Redex::Binary { at, left, right } => {
                let Expr::Binary(op, l, r) = self.program.expr(*at) else { return };
                let ints = matches!((left, right), (Value::Int(_), Value::Int(_)));
                let same = matches!((left, right), (Value::Bool(_), Value::Bool(_)))
                    || (left.is_reference() && right.is_reference());
                let holds = match op {
                    BinOp::Eq | BinOp::Ne => ints || same,
                    BinOp::Add => ints || (left.is_reference() && right.is_reference()),
                    _ => ints,
                };
                fits(holds, *right);
                self.receiver(state, t, l, *left);
                self.receiver(state, t, r, *right);
            }
            Redex::Unary { at, value } => {
                let Expr::Unary(op, _) = self.program.expr(*at) else { return };
                let holds = match op {
                    UnOp::Neg => matches!(value, Value::Int(_)),
                    UnOp::Not => matches!(value, Value::Bool(_)),
                };
                fits(holds, *value);
            }
            Redex::Print { value, .. } => fits(*value != Value::Void, *value),
            Redex::Whole { .. }
            | Redex::Built { .. }
            | Redex::Release { .. }
            | Redex::End { .. }
            | Redex::Seq { .. }
            | Redex::Again { .. }
            | Redex::Unwind { .. } => {}
            Redex::Java { .. }
            | Redex::SetVar { .. }
            | Redex::Leave
            | Redex::Pass { .. }
            | Redex::Wake(_)
            | Redex::Over => {}
        }
    }

    /// R3 for a call: receiver and arguments at their static types, arguments also at the parameter types of the
    /// callee.
    fn call(&self, state: &State, t: ThreadId, at: ExprId, recv: Value, args: &[Value]) {
        let Expr::Call { recv: receiver, method: mn, args: written } = self.program.expr(at) else { return };
        self.receiver(state, t, receiver, recv);
        if let Some(Frame::Argument { env, .. } | Frame::Receiver { env, .. }) = state.threads[t.index()].context.back()
        {
            self.value(state, t, receiver, env, recv);
            for (&e, &v) in self.program.list(written).iter().zip(args) {
                self.value(state, t, e, env, v);
            }
        }
        let Some(o) = recv.object() else { return };
        let Some(class) = state.heap.get(o.index()).map(|o| o.class) else { return };
        let tables = self.run.tables;
        let found = tables.method_of(class, mn);
        self.hold(Invariant::Pending, found.is_some_and(|m| tables.arity(m) == args.len()), || {
            format!("{} has no method `{}`", self.name(state, recv), self.program.text(mn))
        });
        let Some(MethodId::Declared(m)) = found else { return };
        let Some(mut env) = self.object_env(state, o, tables.method_owner[m as usize]) else { return };
        let params = self.program.params_of(&self.program.methods[m as usize]);
        env.extend(params.iter().zip(args).map(|(p, &v)| (p.name, Binding::Value(v))));
        for (param, &v) in params.iter().zip(args) {
            self.hold(
                Invariant::Pending,
                self.conforms(state, &env, v, &Type::written(self.program, param.ty)),
                || format!("{} is passed as `{}`", self.name(state, v), self.program.text(param.name)),
            );
        }
    }

    /// R6
    fn next_access(&self, state: &State, t: ThreadId, redex: &Redex) {
        let (recv, fd, reads): (Value, Name, bool) = match redex {
            Redex::Ref { recv, field, .. } => (*recv, *field, true),
            Redex::Assign { recv, field, .. } => (*recv, *field, false),
            _ => return,
        };
        let Some(o) = recv.object() else { return };
        let Some(object) = state.heap.get(o.index()) else { return };
        let Some(at) = self.run.tables.field_of(object.class, fd) else { return };
        let owner = self.run.tables.fields[at.field.index()].owner;
        let field = &self.program.fields[at.field.index()];
        let Some(class) = self.run.tables.classes.declared(owner) else { return };
        let name = self.run.tables.field_name(at.field);
        match self.program.guard_of(&self.program.classes[class as usize], field) {
            _ if field.is_final && reads => {}
            Some(guard) => {
                let lock = self
                    .object_env(state, o, owner)
                    .and_then(|env| self.denote(state, &env, &Lock::of(self.program, guard)));
                let held = lock.and_then(Value::object).and_then(|l| state.heap.get(l.index())?.lock);
                self.hold(Invariant::Guards, held.is_some_and(|(owner, _)| owner == t), || {
                    format!("thread {t} is about to access {name} without its guard")
                });
            }
            None if !field.is_final => self.hold(Invariant::Guards, object.thread == t, || {
                format!(
                    "thread {t} is about to access {name}, which has no guard, of an object of thread {}",
                    object.thread
                )
            }),
            None => {}
        }
    }
}
