//! Section 5.7: P; E; ls ⊢ e : t, read as a function to the least t.

use super::lookup::{FieldIn, MethodIn};
use super::side::Bindings;
use super::terms::{Lock, Subst, Type};
use super::{Environment, LockSet, Model, only_if};
use crate::options::{INVOKE_SUBSTITUTES_THIS_ONLY, Part};
use crate::rules::{exp_assign, exp_fork2, exp_invoke, exp_let, exp_new, exp_ref, exp_sync, exp_var};
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_kernel::condition::Bound;

impl<'p> Model<'p> {
    /// P; E; ls ⊢ e : t
    pub(super) fn expr(&self, env: &Environment<'_>, ls: &LockSet<'_>, e: ExprId) -> Type {
        let (program, place) = (self.program, self.program.span(e));
        let t = deep(|| match program.expr(e) {
            Expr::New(c) => self.exp_new(env, ls, place, c),
            Expr::Var(x) => self.exp_var(env, ls, place, x),
            Expr::Field { recv, field } => self.exp_ref(env, ls, place, recv, field),
            Expr::Assign { recv, field, value } => self.exp_assign(env, ls, place, recv, field, value),
            Expr::Call { recv, method, args } => self.exp_invoke(env, ls, place, recv, method, program.list(args)),
            Expr::Let { ty, var, bound, body } => self.exp_let(env, ls, place, (ty, var), (bound, body)),
            Expr::Sync { lock, body } => self.exp_sync(env, ls, place, lock, body),
            Expr::Fork(body) => self.exp_fork2(env, ls, place, body),
            Expr::Seq(list) => self.exp_seq(env, ls, program.list(list)),
            Expr::Holds(l) => self.exp_holds(env, l),
            Expr::Atomic(body) => self.exp_atomic(env, ls, body),
            Expr::If { cond, then, otherwise } => self.exp_if(env, ls, place, cond, (then, otherwise)),
            Expr::While { cond, body } => self.exp_while(env, ls, place, cond, body),
            Expr::Print(value) => self.exp_print(env, ls, value),
            Expr::Assert(cond) => self.exp_assert(env, ls, cond),
            Expr::Binary(op, left, right) => self.exp_op(env, ls, place, op, left, right),
            Expr::Unary(op, operand) => self.exp_op1(env, ls, place, op, operand),
            Expr::Int(_) => self.exp_literal(Type::Int),
            Expr::Bool(_) => self.exp_literal(Type::Boolean),
            Expr::Str(_) => self.exp_literal(Type::STRING),
            Expr::Null => self.exp_literal(Type::Null),
            // What owners are written with is no expression of the base's.
            Expr::Unit | Expr::Special(_) | Expr::Qualified { .. } | Expr::Move(_) => self.exp_literal(Type::Void),
        });
        self.stands(env, ls, e, &t);
        t
    }

    /// \[EXP SUB\]: P; E; ls ⊢ e : t for a t that is known.
    pub(super) fn has_type(&self, premise: PremiseId, env: &Environment<'_>, ls: &LockSet<'_>, e: ExprId, t: &Type) {
        let s = self.expr(env, ls, e);
        self.premise(premise, self.program.span(e), || only_if(self.below(&s, t)));
    }

    /// \[EXP NEW\]
    fn exp_new(&self, env: &Environment<'_>, ls: &LockSet<'_>, place: Span, c: TypeId) -> Type {
        let t = self.written(c);
        self.premise(exp_new::NOT_STRING, place, || only_if(t != Type::STRING));
        self.premise(exp_new::TYPE, place, || self.means(env, c));
        self.own_premises(exp_new::RULE, (place, &[]), (env, ls), || {
            Bindings::default().bind("c", Self::ty_term(&t)).bind("ls", Self::held_term(ls))
        });
        self.conclude(exp_new::RULE, t)
    }

    /// \[EXP VAR\]
    fn exp_var(&self, env: &Environment<'_>, ls: &LockSet<'_>, place: Span, x: Name) -> Type {
        self.premise(exp_var::IN_SCOPE, place, || env.get(x).map(drop).ok_or(Part::Scope));
        let Some(bound) = env.get(x) else { return Type::Unknown };
        self.premise(exp_var::NOT_GHOST, place, || only_if(!bound.ghost));
        self.own_premises(exp_var::RULE, (place, &[]), (env, ls), || {
            let terms = Bindings::default().bind("x", Bound::Variable(x)).bind("ghost", Bound::Word(bound.ghost));
            terms.bind("t", Self::ty_term(&bound.ty)).bind("ls", Self::held_term(ls))
        });
        self.conclude(exp_var::RULE, bound.ty.clone())
    }

    /// The premise `receiver`: P; E; ls ⊢ e : c. None if there is no such c.
    fn receiver(
        &self,
        premise: PremiseId,
        place: Span,
        env: &Environment<'_>,
        ls: &LockSet<'_>,
        e: ExprId,
    ) -> Option<Type> {
        let c = self.expr(env, ls, e);
        self.premise(premise, place, || only_if(c.is_class() || c == Type::Unknown));
        c.is_class().then_some(c)
    }

    /// The premise `field`: (… fd …) ∈ c, with θ = [lᵢ/xᵢ, e/this].
    fn field(&self, known: PremiseId, place: Span, c: &Type, e: ExprId, fd: Name) -> Option<(FieldIn<'p>, Subst)> {
        let found = self.field_in(c, fd);
        self.premise(known, place, || only_if(found.is_some() || self.inherits_unknown(c)));
        let found = found?;
        let theta = self.subst(found.ghosts.clone(), [(Name::THIS, self.lock(e))]);
        Some((found, theta))
    }

    /// \[EXP REF\]
    fn exp_ref(&self, env: &Environment<'_>, ls: &LockSet<'_>, place: Span, e: ExprId, fd: Name) -> Type {
        let Some(c) = self.receiver(exp_ref::RECEIVER, place, env, ls, e) else { return Type::Unknown };
        let Some((found, theta)) = self.field(exp_ref::FIELD_KNOWN, place, &c, e, fd) else { return Type::Unknown };
        let t = theta.ty(&found.ty);
        if let Some(l) = &found.guard {
            self.premise(exp_ref::GUARD_HELD, place, || self.lock_elem(&theta.lock(l), ls));
        }
        self.premise(exp_ref::TYPE, place, || self.well_formed(env, &t));
        self.own_premises(exp_ref::RULE, (place, &[]), (env, ls), || {
            let init = found.field.init.map(Bound::Expression).into();
            self.member_terms(&c, e, &found, &theta, ls).bind("e'", init)
        });
        self.conclude(exp_ref::RULE, t)
    }

    /// \[EXP ASSIGN\]
    fn exp_assign(
        &self,
        env: &Environment<'_>,
        ls: &LockSet<'_>,
        place: Span,
        e: ExprId,
        fd: Name,
        e2: ExprId,
    ) -> Type {
        let c = self.receiver(exp_assign::RECEIVER, place, env, ls, e);
        let found = c.and_then(|c| Some((self.field(exp_assign::FIELD_KNOWN, place, &c, e, fd)?, c)));
        let Some(((found, theta), c)) = found else {
            self.expr(env, ls, e2);
            return Type::Unknown;
        };
        let t = theta.ty(&found.ty);
        self.premise(exp_assign::NOT_FINAL, place, || only_if(!found.field.is_final));
        if let Some(l) = &found.guard {
            self.premise(exp_assign::GUARD_HELD, place, || self.lock_elem(&theta.lock(l), ls));
        }
        self.has_type(exp_assign::VALUE, env, ls, e2, &t);
        self.premise(exp_assign::TYPE, place, || self.well_formed(env, &t));
        self.own_premises(exp_assign::RULE, (place, &[]), (env, ls), || {
            let terms = self.member_terms(&c, e, &found, &theta, ls).bind("e'", Bound::Expression(e2));
            terms.bind("e''", found.field.init.map(Bound::Expression).into())
        });
        self.conclude(exp_assign::RULE, t)
    }

    /// What \[EXP REF\] and \[EXP ASSIGN\] both bind.
    fn member_terms(&self, c: &Type, e: ExprId, found: &FieldIn<'_>, theta: &Subst, ls: &LockSet<'_>) -> Bindings {
        let l = found.guard.as_ref().map(|l| Bound::Lock(theta.lock(l)));
        let terms = Bindings::default().bind("e", Bound::Expression(e)).bind("c", Self::ty_term(c));
        let terms = terms.bind("l", l.into()).bind("t", Self::ty_term(&theta.ty(&found.ty)));
        let terms = terms.bind("final", Bound::Word(found.field.is_final)).bind("ls", Self::held_term(ls));
        terms.bind("guarded_by", Bound::Word(found.guard.is_some()))
    }

    /// \[EXP INVOKE\]
    fn exp_invoke(
        &self,
        env: &Environment<'_>,
        ls: &LockSet<'_>,
        place: Span,
        e: ExprId,
        mn: Name,
        es: &[ExprId],
    ) -> Type {
        let c = self.receiver(exp_invoke::RECEIVER, place, env, ls, e);
        let found = c.as_ref().and_then(|c| self.method(place, c, mn));
        let fits = found.as_ref().is_none_or(|found| found.params.len() == es.len());
        self.premise(exp_invoke::ARITY, place, || only_if(fits));
        let (Some(found), true) = (&found, fits) else {
            es.iter().for_each(|&e| drop(self.expr(env, ls, e)));
            // What is known of the result without the arguments.
            return found.map_or(Type::Unknown, |found| found.ret).if_closed();
        };
        let theta = self.invoke_subst(found, e, es);
        for ((s, _), &e) in found.params.iter().zip(es) {
            let s = theta.ty(s);
            self.premise(exp_invoke::ARGS, self.program.span(e), || self.well_formed(env, &s));
            self.has_type(exp_invoke::ARGS, env, ls, e, &s);
        }
        let requires: Vec<Lock> = found.requires.iter().map(|l| theta.lock(l)).collect();
        self.premise(exp_invoke::REQUIRES_HELD, place, || self.lock_subset(&requires, ls));
        let t = theta.ty(&found.ret);
        self.premise(exp_invoke::TYPE, place, || self.well_formed(env, &t));
        let places: Vec<Span> = es.iter().map(|&e| self.program.span(e)).collect();
        self.own_premises(exp_invoke::RULE, (place, &places), (env, ls), || {
            let terms = Self::call_terms(found, &theta, es).bind("ls'", Bound::Locks(requires.clone()));
            let terms = terms.bind("e", Bound::Expression(e)).bind("c", c.as_ref().map(Self::ty_term).into());
            terms.bind("t", Self::ty_term(&t)).bind("ls", Self::held_term(ls))
        });
        self.conclude(exp_invoke::RULE, t)
    }

    /// What \[EXP INVOKE\] binds of the method and the arguments.
    fn call_terms(found: &MethodIn, theta: &Subst, es: &[ExprId]) -> Bindings {
        let types = found.params.iter().map(|(s, _)| Self::ty_term(&theta.ty(s))).collect();
        let names = found.params.iter().map(|(_, y)| y.map(Bound::Variable).into()).collect();
        let terms = Bindings::default().each("sᵢ", types).each("yᵢ", names);
        let terms = terms.each("eᵢ", es.iter().map(|&e| Bound::Expression(e)).collect());
        terms.bind("e'", found.body.map(Bound::Expression).into())
    }

    /// The premise `method`: (t mn(sⱼ yⱼ) requires ls') ∈ c.
    fn method(&self, place: Span, c: &Type, mn: Name) -> Option<MethodIn> {
        let found = self.method_in(c, mn);
        self.premise(exp_invoke::METHOD_KNOWN, place, || only_if(found.is_some() || self.inherits_unknown(c)));
        found
    }

    /// θ = [lᵢ/xᵢ, e/this, e₁/y₁, …, eₙ/yₙ] (D3)
    fn invoke_subst(&self, found: &MethodIn, e: ExprId, es: &[ExprId]) -> Subst {
        let args = found.params.iter().zip(es).filter_map(|((_, y), &e)| Some(((*y)?, self.lock(e))));
        let args = args.filter(|_| !self.options.reads(INVOKE_SUBSTITUTES_THIS_ONLY));
        self.subst(found.ghosts.clone(), [(Name::THIS, self.lock(e))].into_iter().chain(args))
    }

    /// \[EXP LET\]
    fn exp_let(
        &self,
        env: &Environment<'_>,
        ls: &LockSet<'_>,
        place: Span,
        (t1, x): (TypeId, Name),
        (e1, e2): (ExprId, ExprId),
    ) -> Type {
        self.has_type(exp_let::BOUND, env, ls, e1, &self.written(t1));
        let mut inner = env.and(Vec::new());
        self.env_x(&mut inner, t1, x, self.program.ty(t1).span);
        let t2 = self.without(env, x, e1, &self.expr(&inner, ls, e2));
        self.own_premises(exp_let::RULE, (place, &[]), (env, ls), || {
            let terms = Bindings::default().bind("x", Bound::Variable(x)).bind("e₁", Bound::Expression(e1));
            let terms = terms.bind("t₁", Self::ty_term(&self.written(t1))).bind("e₂", Bound::Expression(e2));
            terms.bind("t₂", Self::ty_term(&t2)).bind("ls", Self::held_term(ls))
        });
        self.conclude(exp_let::RULE, t2)
    }

    /// \[EXP SYNC\]
    fn exp_sync(&self, env: &Environment<'_>, ls: &LockSet<'_>, whole: Span, e1: ExprId, e2: ExprId) -> Type {
        let (l, place) = (self.lock(e1), self.program.span(e1));
        self.premise(exp_sync::LOCK_FINAL, place, || self.is_lock(env, &l));
        match l.root {
            Root::Var(x) => {
                let ghost = env.get(x).is_some_and(|bound| bound.ghost);
                self.premise(exp_sync::LOCK_REAL, place, || only_if(!ghost));
                self.lock_stands(env, ls, e1);
            }
            // What is no final expression is code like any other.
            Root::Expr(_) | Root::Open(_) => drop(self.expr(env, ls, e1)),
        }
        let t = self.expr(env, &ls.and(vec![l]), e2);
        self.own_premises(exp_sync::RULE, (whole, &[]), (env, ls), || {
            let terms = Bindings::default().bind("e₁", Bound::Expression(e1)).bind("e₂", Bound::Expression(e2));
            let c = self.is_final(env, &self.lock(e1)).ok();
            let terms = terms.bind("c", c.as_ref().map(Self::ty_term).into());
            terms.bind("t", Self::ty_term(&t)).bind("ls", Self::held_term(ls))
        });
        self.conclude(exp_sync::RULE, t)
    }

    /// A lock is code too, although ⊢final is what is asked of it.
    fn lock_stands(&self, env: &Environment<'_>, ls: &LockSet<'_>, l: ExprId) {
        if self.notes.borrow().standings.is_none() {
            return;
        }
        if let Ok(t) = self.is_final(env, &self.lock(l)) {
            self.stands(env, ls, l, &t);
        }
        if let Expr::Field { recv, .. } = self.program.expr(l) {
            deep(|| self.lock_stands(env, ls, recv));
        }
    }

    /// \[EXP FORK₂\]
    fn exp_fork2(&self, env: &Environment<'_>, ls: &LockSet<'_>, place: Span, e: ExprId) -> Type {
        let (inherits, empty) = (self.options.takes(exp_fork2::EMPTY_LOCK_SET, Part::Rest), LockSet::default());
        let t = self.expr(env, if inherits { ls } else { &empty }, e);
        let mut seen = Vec::new();
        for x in self.program.free(e) {
            if !seen.contains(&x.name) {
                seen.push(x.name);
                let shared = env.get(x.name).is_none_or(|bound| self.shared(&bound.ty));
                self.premise(exp_fork2::FV_SHARED, self.program.span(x.at), || only_if(shared));
            }
        }
        self.own_premises(exp_fork2::RULE, (place, &[]), (env, ls), || {
            let terms = Bindings::default().bind("e", Bound::Expression(e)).bind("t", Self::ty_term(&t));
            terms.bind("ls", Self::held_term(ls))
        });
        self.conclude(exp_fork2::RULE, Type::Int)
    }
}
