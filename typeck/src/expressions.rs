//! Section 5.7: expressions, P; E; ls ⊢ e : t.

use crate::cx::Cx;
use crate::env::EnvId;
use crate::error::Cause;
use crate::judgment::{Judgment, MethodId};
use crate::locks::{Point, Taken};
use crate::lookup::Theta;
use crate::rules::{exp_assign, exp_invoke, exp_let, exp_new, exp_ref, exp_sub, exp_sync, exp_var, lock_subset};
use crate::types::Ty;
use racefree_grammar::ast::{Expr, ExprId, List, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_grammar::stack::deep;
use racefree_kernel::{Evidence, PremiseId, Recorder};

impl<'p, R: Recorder<Judgment>> Cx<'p, R> {
    /// P; E; ls ⊢ e : t: the least type of e. [`Ty::ERROR`] after an error that leaves no type.
    pub(crate) fn expr(&mut self, e: ExprId) -> Ty {
        match self.program.expr(e) {
            Expr::Var(x) => self.exp_var(e, x),
            Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) | Expr::Unit => self.exp_literal(e),
            Expr::New(c) => self.exp_new(e, c),
            compound => deep(|| match compound {
                Expr::Field { recv, field } => self.exp_ref(e, recv, field),
                Expr::Assign { recv, field, value } => self.exp_assign(e, recv, field, value),
                Expr::Call { recv, method, args } => self.exp_invoke(e, recv, method, args),
                Expr::Let { ty, var, bound, body } => self.exp_let(e, ty, var, bound, body),
                Expr::Sync { lock, body } => self.exp_sync(e, lock, body),
                Expr::Fork(body) => self.exp_fork2(e, body),
                Expr::Seq(list) => self.exp_seq(e, list),
                Expr::If { cond, then, otherwise } => self.exp_if(e, cond, then, otherwise),
                Expr::While { cond, body } => self.exp_while(e, cond, body),
                Expr::Print(value) => self.exp_print(e, value),
                Expr::Assert(cond) => self.exp_assert(e, cond),
                Expr::Holds(l) => self.exp_holds_alone(e, l),
                Expr::Binary(op, left, right) => self.exp_op2(e, op, left, right),
                Expr::Unary(op, operand) => self.exp_op1(e, op, operand),
                Expr::Var(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) | Expr::Unit | Expr::New(_) => {
                    Ty::ERROR
                }
            }),
        }
    }

    /// P; E; ls ⊢ e : t for a t that is known: \[EXP SUB\]. With the premise switched off, e has whatever type it has.
    pub(crate) fn expect(&mut self, premise: PremiseId, e: ExprId, t: Ty, wanted: impl FnOnce(&Self) -> String) {
        self.premise(premise);
        let s = self.expr(e);
        if self.options.off.is_off(premise) {
            self.recorder.evidence(Evidence::Assumed);
            return;
        }
        self.recorder.adopt(exp_sub::RULE, exp_sub::EXPR);
        self.premise(exp_sub::SUBTYPE);
        let holds = self.subtype(s, t);
        if !holds {
            self.recorder.evidence(Evidence::Fails);
        }
        self.conclude(e, t);
        if !holds {
            let wanted = wanted(self);
            let cause = self.wrong_type(e, s, t, &wanted);
            self.fail(premise, self.program.span(e), cause);
        }
    }

    /// \[EXP NEW\]
    fn exp_new(&mut self, e: ExprId, c: TypeId) -> Ty {
        self.open(exp_new::RULE);
        let ty = self.resolve(c);
        if ty == Ty::STRING {
            let cause = Cause::new("`new String` is not possible: strings come from literals and operations")
                .help("write a string literal, such as `\"\"`");
            self.fail(exp_new::NOT_STRING, self.program.span(e), cause);
        } else {
            self.given(exp_new::NOT_STRING);
        }
        self.free_in_written(c);
        self.check(exp_new::TYPE, self.program.span(e), |cx| cx.well_formed_written(c));
        self.conclude(e, ty)
    }

    /// \[EXP VAR\]
    #[inline]
    fn exp_var(&mut self, e: ExprId, x: Name) -> Ty {
        self.open(exp_var::RULE);
        let Some(&binding) = self.env.get(x) else {
            let cause = self.not_in_scope(x);
            self.fail(exp_var::IN_SCOPE, self.program.span(e), cause);
            return self.conclude(e, Ty::ERROR);
        };
        self.given(exp_var::IN_SCOPE);
        if binding.ghost {
            self.check(exp_var::NOT_GHOST, self.program.span(e), |cx| Err(cx.ghost_runs(x, binding.span)));
        } else {
            self.given(exp_var::NOT_GHOST);
        }
        if !self.forks.is_empty() {
            self.use_in_fork(x, self.program.span(e));
        }
        self.conclude(e, binding.ty)
    }

    /// The type of a receiver, if it is an object's; else the premise `receiver` of the rule fails.
    fn receiver(&mut self, premise: PremiseId, e: ExprId, recv: ExprId, what: &str) -> Option<Ty> {
        self.premise(premise);
        let c = self.expr(recv);
        if c.is_class() {
            return Some(c);
        }
        if !c.is_error() {
            let (text, ty) = (self.excerpt(recv), self.show(c));
            let cause = Cause::new(format!("`{text}` is of type `{ty}`, which has no {what}"));
            self.fail(premise, self.program.span(e), cause);
        }
        None
    }

    /// The guard of a field, with the receiver substituted: [e/this]l.
    pub(crate) fn guard(&mut self, found: &crate::lookup::FieldFound, recv: ExprId) -> Option<Path> {
        let class = self.classes.decl(found.owner)?;
        let guard = self.program.guard_of(class, &self.program.fields[found.field as usize])?;
        if self.program.expr(guard) == Expr::Var(Name::THIS) {
            return Some(self.types.paths.of_expr(self.program, recv));
        }
        let theta = self.theta(found.at, recv);
        let l = self.types.paths.of_expr(self.program, guard);
        Some(theta.path(&mut self.types, l))
    }

    /// [lᵢ/xᵢ, e/this], for a member of the class type `at`.
    pub(crate) fn theta(&mut self, at: Ty, recv: ExprId) -> Theta {
        let ghosts = self.classes.ghost_substitution(at, &self.types);
        let mut theta = Theta::new(ghosts, self.options.readings.substitute_in_two_steps);
        theta.add(Name::THIS, self.types.paths.of_expr(self.program, recv));
        theta
    }

    /// [e/this]t for a field's type.
    fn field_type(&mut self, found: &crate::lookup::FieldFound, recv: ExprId) -> Ty {
        let t = self.resolve(self.program.fields[found.field as usize].ty);
        if !self.types.has_args(t) {
            return t;
        }
        let theta = self.theta(found.at, recv);
        theta.ty(&mut self.types, t)
    }

    /// \[EXP REF\]
    fn exp_ref(&mut self, e: ExprId, recv: ExprId, fd: Name) -> Ty {
        self.open(exp_ref::RULE);
        let Some(c) = self.receiver(exp_ref::RECEIVER, e, recv, "fields") else {
            return self.conclude(e, Ty::ERROR);
        };
        self.premise(exp_ref::FIELD);
        let Some(found) = self.field_in(c, fd) else {
            self.unknown_field(exp_ref::FIELD_KNOWN, e, c, fd);
            return self.conclude(e, Ty::ERROR);
        };
        self.given(exp_ref::FIELD_KNOWN);
        if let Some(guard) = self.guard(&found, recv) {
            self.check(exp_ref::GUARD_HELD, self.program.span(e), |cx| {
                if cx.lock_elem(guard) { Ok(()) } else { Err(cx.guard_not_held(e, recv, &found, guard, false)) }
            });
        }
        let t = self.field_type(&found, recv);
        self.check(exp_ref::TYPE, self.program.span(e), |cx| {
            cx.well_formed(t).map_err(|cause| cx.type_of_member(e, recv, t, cause))
        });
        self.conclude(e, t)
    }

    /// \[EXP ASSIGN\]
    fn exp_assign(&mut self, e: ExprId, recv: ExprId, fd: Name, value: ExprId) -> Ty {
        self.open(exp_assign::RULE);
        let Some(c) = self.receiver(exp_assign::RECEIVER, e, recv, "fields") else {
            self.premise(exp_assign::VALUE);
            self.expr(value);
            return self.conclude(e, Ty::ERROR);
        };
        self.premise(exp_assign::FIELD);
        let Some(found) = self.field_in(c, fd) else {
            self.unknown_field(exp_assign::FIELD_KNOWN, e, c, fd);
            self.premise(exp_assign::VALUE);
            self.expr(value);
            return self.conclude(e, Ty::ERROR);
        };
        self.given(exp_assign::FIELD_KNOWN);
        let field = &self.program.fields[found.field as usize];
        self.check(exp_assign::NOT_FINAL, self.program.span(e), |cx| {
            if field.is_final { Err(cx.assigns_final(fd, field.span)) } else { Ok(()) }
        });
        if let Some(guard) = self.guard(&found, recv) {
            self.check(exp_assign::GUARD_HELD, self.program.span(e), |cx| {
                if cx.lock_elem(guard) { Ok(()) } else { Err(cx.guard_not_held(e, recv, &found, guard, true)) }
            });
        }
        let t = self.field_type(&found, recv);
        self.expect(exp_assign::VALUE, value, t, |cx| format!("the field `{}`", cx.name(fd)));
        self.check(exp_assign::TYPE, self.program.span(e), |cx| {
            cx.well_formed(t).map_err(|cause| cx.type_of_member(e, recv, t, cause))
        });
        self.conclude(e, t)
    }

    /// \[EXP INVOKE\]
    fn exp_invoke(&mut self, e: ExprId, recv: ExprId, mn: Name, args: List) -> Ty {
        self.open(exp_invoke::RULE);
        let receiver = self.receiver(exp_invoke::RECEIVER, e, recv, "methods");
        let Some(c) = receiver else { return self.only_arguments(e, args, Ty::ERROR) };
        self.premise(exp_invoke::METHOD);
        let Some(found) = self.method_in(c, mn) else {
            self.unknown_method(e, c, mn);
            return self.only_arguments(e, args, Ty::ERROR);
        };
        self.given(exp_invoke::METHOD_KNOWN);
        let arity = self.arity(found.method);
        if arity != args.len as usize {
            let cause = self.wrong_arity(&found, mn, args.len as usize);
            self.fail(exp_invoke::ARITY, self.program.span(e), cause);
            let t = self.return_type(found.method);
            let t = if self.types.has_args(t) { Ty::ERROR } else { t };
            return self.only_arguments(e, args, t);
        }
        self.given(exp_invoke::ARITY);
        let theta = self.invoke_theta(&found, recv, args);
        for j in 0..arity {
            let arg = self.program.list(args)[j];
            let declared = self.param_type(found.method, j);
            let s = theta.as_ref().map_or(declared, |theta| theta.ty(&mut self.types, declared));
            if (R::RECORDS || self.types.has_args(s)) && !self.options.off.is_off(exp_invoke::ARGS) {
                self.check(exp_invoke::ARGS, self.program.span(arg), |cx| {
                    cx.well_formed(s).map_err(|cause| cx.type_of_member(e, recv, s, cause))
                });
            }
            self.expect(exp_invoke::ARGS, arg, s, |cx| format!("parameter {} of `{}`", j + 1, cx.name(mn)));
        }
        let requires = self.requires(found.method);
        if R::RECORDS || requires.len > 0 {
            self.check(exp_invoke::REQUIRES_HELD, self.program.span(e), |cx| {
                let missing = cx.lock_subset(e, requires, theta.as_ref());
                if missing.is_empty() {
                    return Ok(());
                }
                Err(cx.requires_not_held(e, recv, &found, theta.as_ref(), &missing))
            });
        }
        let t = self.return_type(found.method);
        let t = theta.as_ref().map_or(t, |theta| theta.ty(&mut self.types, t));
        if R::RECORDS || t != Ty::VOID {
            self.check(exp_invoke::TYPE, self.program.span(e), |cx| {
                cx.well_formed(t).map_err(|cause| cx.type_of_member(e, recv, t, cause))
            });
        }
        self.conclude(e, t)
    }

    /// After an error in a call the arguments are still looked at.
    fn only_arguments(&mut self, e: ExprId, args: List, t: Ty) -> Ty {
        self.premise(exp_invoke::ARGS);
        for i in 0..args.len {
            let arg = self.program.list(args)[i as usize];
            self.expr(arg);
        }
        self.conclude(e, t)
    }

    /// θ = [lᵢ/xᵢ, e/this, e₁/y₁, …, eₙ/yₙ] for a call (D3); none where nothing in the method mentions a variable.
    fn invoke_theta(&mut self, found: &crate::lookup::MethodFound, recv: ExprId, args: List) -> Option<Theta> {
        let MethodId::Declared(m) = found.method else { return None };
        let method = &self.program.methods[m as usize];
        let plain = |cx: &mut Self, t| {
            let t = cx.resolve(t);
            !cx.types.has_args(t)
        };
        if method.requires.len == 0
            && plain(self, method.ret)
            && self.program.params_of(method).iter().all(|p| plain(self, p.ty))
        {
            return None;
        }
        let mut theta = self.theta(found.at, recv);
        if !self.options.readings.invoke_substitutes_this_only {
            for (param, i) in self.program.params_of(method).iter().zip(0..) {
                let arg = self.program.list(args)[i];
                theta.add(param.name, self.types.paths.of_expr(self.program, arg));
            }
        }
        Some(theta)
    }

    /// \[LOCK SUBSET\]: the locks of θls' that are not in ls.
    fn lock_subset(&mut self, e: ExprId, requires: List, theta: Option<&Theta>) -> Vec<Path> {
        self.open(lock_subset::RULE);
        let mut missing = Vec::new();
        for i in 0..requires.len {
            let l = self.program.list(requires)[i as usize];
            let l = self.types.paths.of_expr(self.program, l);
            let l = theta.map_or(l, |theta| theta.path(&mut self.types, l));
            self.premise(lock_subset::ELEMENT);
            if !self.lock_elem(l) {
                missing.push(l);
            }
        }
        self.close(|cx| Judgment::LockSubset(cx.env.id(), e, cx.locks.id()));
        missing
    }

    /// \[EXP LET\]
    fn exp_let(&mut self, e: ExprId, ty: TypeId, x: Name, bound: ExprId, body: ExprId) -> Ty {
        self.open(exp_let::RULE);
        let outer = self.env.id();
        let t1 = self.resolve(ty);
        let t1 = if t1 == Ty::VOID { Ty::ERROR } else { t1 };
        self.expect(exp_let::BOUND, bound, t1, |cx| format!("the variable `{}`", cx.name(x)));
        self.premise(exp_let::ENV);
        let place = self.program.ty(ty).span;
        self.env_x(ty, x, place, Some(bound));
        self.premise(exp_let::BODY);
        let t2 = self.expr(body);
        let inner = self.env.id();
        self.env.pop_to(outer);
        let t = self.let_result(x, bound, body, inner, t2);
        self.conclude(e, t)
    }

    /// The type of a let outside the let (D5): the least supertype of t₂ in which [e₁/x] is well formed.
    fn let_result(&mut self, x: Name, bound: ExprId, body: ExprId, inner: EnvId, t2: Ty) -> Ty {
        let mentions = |cx: &Self, t| cx.types.args(t).iter().any(|&l| cx.types.paths.root(l) == Root::Var(x));
        self.premise(exp_let::RESULT);
        if !mentions(self, t2) {
            if t2 == Ty::VOID {
                self.given(exp_let::RESULT);
            } else if R::RECORDS && !t2.is_error() {
                let _ = self.well_formed(t2);
            }
            return t2;
        }
        let mut theta = racefree_grammar::path::Substitution::default();
        theta.add(x, self.types.paths.of_expr(self.program, bound));
        let off = self.options.off.is_off(exp_let::RESULT);
        let mut at = t2;
        loop {
            let t = self.types.substitute(at, &theta);
            let before = self.recorder.mark();
            if self.well_formed(t).is_ok() {
                if R::RECORDS && at != t2 {
                    self.rewind(before);
                    self.body_generalised(body, inner, t2, at);
                    self.premise(exp_let::RESULT);
                    let _ = self.well_formed(t);
                }
                return t;
            }
            self.rewind(before);
            if off {
                self.recorder.evidence(Evidence::Assumed);
                return t2;
            }
            match self.classes.supertype(at, &mut self.types) {
                Some(up) => at = up,
                None => return Ty::OBJECT,
            }
        }
    }

    /// In the tree, the body of a let has by \[EXP SUB\] the supertype of its type that the let goes by (D5).
    fn body_generalised(&mut self, body: ExprId, env: EnvId, t2: Ty, t: Ty) {
        self.recorder.adopt(exp_sub::RULE, exp_sub::EXPR);
        self.premise(exp_sub::SUBTYPE);
        self.climb_to(env, t2, t);
        let locks = self.locks.id();
        self.close(|_| Judgment::Expr { env, locks, expr: body, ty: t });
    }

    /// \[EXP SYNC\]
    fn exp_sync(&mut self, e: ExprId, lock: ExprId, body: ExprId) -> Ty {
        self.open(exp_sync::RULE);
        let span = self.program.span(lock);
        self.check(exp_sync::LOCK_FINAL, span, |cx| cx.final_lock(lock));
        self.used_in_lock(lock);
        let path = self.types.paths.of_expr(self.program, lock);
        self.check(exp_sync::LOCK_REAL, span, |cx| match cx.types.paths.root(path) {
            Root::Var(x) => match cx.env.get(x) {
                Some(binding) if binding.ghost => Err(cx.ghost_runs(x, binding.span)),
                _ => Ok(()),
            },
            Root::Expr(_) => Ok(()),
        });
        let point = self.locks.point();
        self.locks.push(path, Taken::Sync, span);
        self.premise(exp_sync::BODY);
        let t = self.expr(body);
        self.leave_locks(point);
        self.conclude(e, t)
    }

    /// What stands in the lock position of a synchronized is code, and is looked at as such where it is no path.
    fn used_in_lock(&mut self, lock: ExprId) {
        let path = self.types.paths.of_expr(self.program, lock);
        if matches!(self.types.paths.root(path), Root::Expr(_)) {
            let (before, errors) = (self.recorder.mark(), self.errors.len());
            self.expr(lock);
            if !self.options.off.is_off(exp_sync::LOCK_FINAL) {
                self.rewind(before);
                self.errors.truncate(errors);
            }
        } else if !self.forks.is_empty() {
            self.free_in_lock(lock);
        }
    }

    /// Goes back to an earlier lock set; a `holds` that nothing needed is reported.
    pub(crate) fn leave_locks(&mut self, point: Point) {
        let warnings = &mut self.warnings;
        let program = self.program;
        let (paths, source) = (&self.types.paths, self.source);
        self.locks.back_to(point, |held| {
            if held.taken == Taken::Holds && !held.used {
                let text = paths.text(held.lock, program, source);
                warnings.push(crate::error::Warning {
                    kind: "needless_holds",
                    span: held.span,
                    message: format!(
                        "`holds {text}` is needless: nothing in the rest of the block needs `{text}` to be held"
                    ),
                });
            }
        });
    }
}
