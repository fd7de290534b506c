//! \[RED INVOKE\]: a method's formals and the owners bound to them, the locks of its clauses, arguments, result.

use super::omega::{Mode, Omega, OwnerScope};
use super::{ACTIVATION, Breach, Owners};
use crate::reduction::State;
use crate::reduction::context::{Binding, Control, Env};
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;

/// A call that has not returned.
pub(super) struct Open {
    method: u32,
    /// Number of layers of the evaluation context around its body.
    depth: usize,
    /// Its activation, which binds its formals.
    activation: usize,
    /// `this` and the parameters.
    env: Env,
}

impl Owners<'_> {
    /// \[RED INVOKE\]: binds the formals, looks at the clauses and at the arguments.
    pub(super) fn called(
        &mut self,
        state: &mut State,
        thread: ThreadId,
        o: ObjectId,
        m: u32,
        args: &[Value],
    ) -> Vec<Breach> {
        let method = &self.source.methods[m as usize];
        let owner = self.run.tables.method_owner[m as usize];
        let params = self.source.params_of(method);
        let mut formals = match self.source.clauses_of(method).receiver {
            None => self.formals_of(state, o, owner).unwrap_or_default(),
            Some(_) => Vec::new(),
        };
        let mut given: Vec<(TypeId, Value)> =
            self.source.clauses_of(method).receiver.map(|t| (t, Value::Object(o))).into_iter().collect();
        given.extend(params.iter().zip(args).map(|(p, v)| (p.ty, *v)));
        let variable = |x: Name| x == Name::THIS || params.iter().any(|p| p.name == x);
        // A receiver that one thread alone holds binds its first formal last. If an argument binds it before, the rules
        // have the receiver given, not lent: it changes hands.
        let unique = formals.first().is_some_and(|(_, o)| self.regions.is_open(*o));
        let last = unique.then(|| formals.remove(0));
        for alone in [false, true] {
            for &(ty, value) in &given {
                self.match_formals(state, ty, value, alone, &variable, &mut formals);
            }
            if let Some((f, region)) = last.filter(|_| !alone) {
                match formals.iter().find(|(g, _)| *g == f) {
                    Some(&(_, other)) => self.regions.becomes(region, other),
                    None => formals.insert(0, (f, region)),
                }
            }
        }
        let mut env = Env::unit(Name::THIS, Binding::Value(Value::Object(o)));
        params.iter().zip(args).for_each(|(p, v)| _ = env.insert(p.name, Binding::Value(*v)));
        let mut breaches = Vec::new();
        let seen = state.clone();
        let scope = OwnerScope { state: &seen, env: &env, formals: &formals, thread };
        for (list, mode) in [(method.requires, Mode::Write), (self.source.clauses_of(method).reads, Mode::Read)] {
            for &l in self.source.list(list) {
                let lock = self.lock(l, self.qualifier(m, l, o, args), &scope);
                breaches.extend((!self.held(lock, mode, &scope)).then_some(Breach::Requires(m)));
            }
        }
        if self.source.clauses_of(method).receiver.is_none() {
            let first = self.objects.get(o.index()).and_then(|owners| owners.first());
            self.exercised.lent += u64::from(first.is_some_and(|o| self.regions.is_open(*o)));
        }
        for (ty, value) in given {
            self.exercised.lent += u64::from(self.is_lent(ty, value, &scope));
            breaches.extend(self.receives(ty, value, &scope));
        }
        self.activations.push(formals);
        let activation = self.activations.len() - 1;
        if let Some(t) = state.thread_mut(thread) {
            let depth = t.context.len();
            if let Control::Eval(_, env) = &mut t.control {
                env.insert(ACTIVATION, Binding::Value(Value::Int(activation as i32)));
            }
            self.open.resize_with(self.open.len().max(thread.index() + 1), Vec::new);
            self.open[thread.index()].push(Open { method: m, depth, activation, env });
        }
        breaches
    }

    /// Returns true if a reference is lent: a formal stands for the region of an object that one thread alone holds.
    fn is_lent(&self, ty: TypeId, value: Value, scope: &OwnerScope<'_>) -> bool {
        let first = self.source.locks_of(ty).first().map(|&o| self.source.expr(o));
        let formal = matches!(first, Some(Expr::Var(f)) if scope.formals.iter().any(|(g, _)| *g == f));
        let has = value.object().and_then(|o| self.objects.get(o.index())?.first());
        formal && has.is_some_and(|o| self.regions.is_open(*o))
    }

    /// A thread comes to a value inside `depth` layers of its evaluation context: the calls that were made there return
    /// it. Returns the methods whose declared result type it breaks.
    pub(super) fn returned(&mut self, state: &State, thread: ThreadId, depth: usize, value: Value) -> Vec<u32> {
        let mut broken = Vec::new();
        while let Some(open) = self.open.get_mut(thread.index()).and_then(|open| open.pop_if(|o| o.depth == depth)) {
            let formals = self.activations.get(open.activation).cloned().unwrap_or_default();
            let scope = OwnerScope { state, env: &open.env, formals: &formals, thread };
            let ty = self.source.methods[open.method as usize].ret;
            broken.extend(self.receives(ty, value, &scope).map(|_| open.method));
        }
        broken
    }

    /// Returns the object that qualifies an unqualified formal in a clause of a method: `this`, or the one parameter
    /// whose first owner it is.
    fn qualifier(&self, m: u32, l: ExprId, o: ObjectId, args: &[Value]) -> Option<ObjectId> {
        let Expr::Var(f) = self.source.expr(l) else { return Some(o) };
        let method = &self.source.methods[m as usize];
        let first = |t: TypeId| self.source.locks_of(t).first().is_some_and(|&o| self.source.expr(o) == Expr::Var(f));
        let params = self.source.params_of(method).iter().zip(args);
        let found = params.filter(|(p, _)| first(p.ty)).map(|(_, v)| v.object()).next();
        let class = self.run.tables.classes.declared(self.run.tables.method_owner[m as usize]);
        let own = class.is_some_and(|c| {
            self.source.formals_of(&self.source.classes[c as usize]).iter().any(|formal| formal.name == f)
        });
        let own = own || self.source.clauses_of(method).receiver.is_some_and(first);
        if own { Some(o) } else { found.unwrap_or(Some(o)) }
    }

    /// Binds the unbound formals of a type to the owners that the value has there.
    fn match_formals(
        &self,
        state: &State,
        ty: TypeId,
        value: Value,
        alone: bool,
        variable: &dyn Fn(Name) -> bool,
        formals: &mut Vec<(Name, Omega)>,
    ) {
        let (Some(o), Some(class)) = (value.object(), self.class_of(ty)) else { return };
        let Some(seen) = self.seen(state, o, class) else { return };
        if seen.first().is_some_and(|o| self.regions.is_open(*o)) != alone {
            return;
        }
        for (&o, has) in self.source.locks_of(ty).iter().zip(seen) {
            if let Expr::Var(f) = self.source.expr(o)
                && !variable(f)
                && formals.iter().all(|(g, _)| *g != f)
            {
                formals.push((f, has));
            }
        }
    }
}
