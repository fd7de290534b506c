//! P; E; D; ls ⊢ e : t \[owned\] ▹ M, read as a function to the least t.

use super::lookup::FieldIn;
use super::terms::{Owner, Step, Theta, Type};
use super::{At, Model, Value, ls0, only_if};
use crate::rules::{
    exp_assign, exp_atomic, exp_fork, exp_let, exp_move, exp_new, exp_ref, exp_sync, exp_take, exp_var,
};
use crate::typing::{IN_SEQUENCE, Mode, ONE_OTHER_THREAD};
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_typeck::model::Lock;
use std::collections::BTreeSet;

impl<'p> Model<'p> {
    /// P; E; D; ls ⊢ e : t \[owned\] ▹ M
    pub(super) fn expr(&self, at: &At, e: ExprId) -> Value {
        let value = self.form(at, e);
        if let Some(values) = &mut self.notes.borrow_mut().values {
            values.insert(e, value.clone());
        }
        value
    }

    fn form(&self, at: &At, e: ExprId) -> Value {
        let (program, place) = (self.program, self.program.span(e));
        deep(|| match program.expr(e) {
            Expr::New(c) => self.exp_new(at, place, c),
            Expr::Var(x) => self.exp_var(at, place, x),
            Expr::Move(of) => match program.expr(of) {
                Expr::Field { recv, field } => self.exp_take(at, place, recv, field),
                _ => self.exp_move(at, place, of),
            },
            Expr::Field { recv, field } => self.exp_ref(at, place, recv, field),
            Expr::Assign { recv, field, value } => self.exp_assign(at, place, recv, field, value),
            Expr::Call { recv, method, args } => self.exp_invoke(at, place, recv, method, program.list(args)),
            Expr::Let { ty, var, bound, body } => self.exp_let(at, ty, var, bound, body),
            Expr::Sync { lock, body } => self.exp_sync(at, lock, body),
            Expr::Fork(body) => self.exp_fork(at, body),
            Expr::Seq(list) => self.exp_seq(at, program.list(list)),
            Expr::Holds(l) => self.exp_holds(at, l),
            Expr::Atomic(body) => self.conclude(exp_atomic::RULE, self.expr(at, body)),
            Expr::If { cond, then, otherwise } => self.exp_if(at, cond, then, otherwise),
            Expr::While { cond, body } => self.exp_while(at, place, cond, body),
            Expr::Print(value) => self.exp_print(at, value),
            Expr::Assert(cond) => self.exp_assert(at, cond),
            Expr::Binary(op, left, right) => self.exp_op(at, place, op, left, right),
            Expr::Unary(op, operand) => self.exp_op1(at, place, op, operand),
            Expr::Int(_) => self.exp_literal(Type::Int),
            Expr::Bool(_) => self.exp_literal(Type::Boolean),
            Expr::Str(_) => self.exp_literal(Type::STRING),
            Expr::Null => self.exp_literal(Type::Null),
            Expr::Unit | Expr::Special(_) | Expr::Qualified { .. } => self.exp_literal(Type::Void),
        })
    }

    /// \[EXP NEW\]
    fn exp_new(&self, at: &At, place: Span, c: TypeId) -> Value {
        let t = self.meant(&at.env, c);
        self.premise(exp_new::NOT_STRING, place, || only_if(t != Type::STRING));
        self.premise(exp_new::TYPE, place, || self.means(&at.env, c));
        self.conclude(exp_new::RULE, Value::new(t, true))
    }

    /// \[EXP VAR\]
    fn exp_var(&self, at: &At, place: Span, x: Name) -> Value {
        let found = at.env.get(x);
        self.premise(exp_var::IN_SCOPE, place, || only_if(found.is_some()));
        let Some((i, bound)) = found else { return Value::new(Type::Unknown, true) };
        self.premise(exp_var::LIVE, place, || only_if(!at.moved.contains(&(i, x))));
        self.premise(exp_var::NOT_GHOST, place, || only_if(!bound.ghost));
        self.conclude(exp_var::RULE, Value::new(bound.ty.clone(), false))
    }

    /// \[EXP MOVE\]
    fn exp_move(&self, at: &At, place: Span, x: ExprId) -> Value {
        let Value { ty, mut moves, .. } = self.expr(at, x);
        self.premise(exp_move::UNIQUE, place, || only_if(ty.is_unique() || ty == Type::Unknown));
        if let Expr::Var(x) = self.program.expr(x) {
            moves.extend(at.env.get(x).map(|(i, _)| (i, x)));
        }
        self.conclude(exp_move::RULE, Value { ty, owned: true, moves })
    }

    /// The premise `receiver`: e : c, which has members. None if there is no such c.
    pub(super) fn receiver(&self, premise: PremiseId, at: &At, e: ExprId) -> (Value, Option<Type>) {
        let value = self.expr(at, e);
        let class = matches!(value.ty, Type::Class(..));
        self.premise(premise, self.program.span(e), || only_if(class || value.ty == Type::Unknown));
        let c = class.then(|| value.ty.clone());
        (value, c)
    }

    /// The premise `field`: (… fd …) ∈ c, with θ = [e/this, oᵢ/fᵢ].
    fn field(&self, known: PremiseId, place: Span, c: &Type, e: ExprId, fd: Name) -> Option<(FieldIn<'p>, Theta)> {
        let found = self.field_in(c, fd);
        let Type::Class(cn, _) = c else { return None };
        self.premise(known, place, || only_if(found.is_some() || self.inherits_unknown(*cn)));
        let found = found?;
        let this = Step { vars: vec![(Name::THIS, Lock::of(self.program, e))], formals: Vec::new() };
        let formals = found.formals.clone();
        let theta = if self.options.reads(IN_SEQUENCE) {
            let each = formals.into_iter().map(|one| Step { formals: vec![one], vars: Vec::new() });
            Theta(std::iter::once(this).chain(each).collect())
        } else {
            Theta(vec![Step { formals, ..this }])
        };
        Some((found, theta))
    }

    /// \[EXP REF\]
    fn exp_ref(&self, at: &At, place: Span, e: ExprId, fd: Name) -> Value {
        let (value, c) = self.receiver(exp_ref::RECEIVER, at, e);
        let Some((found, theta)) = c.and_then(|c| self.field(exp_ref::FIELD_KNOWN, place, &c, e, fd)) else {
            return Value::new(Type::Unknown, true).moving(&value.moves);
        };
        let t = theta.ty(&found.ty);
        if let Some(l) = found.guard.filter(|_| !found.field.is_final) {
            self.premise(exp_ref::GUARD_HELD, place, || Self::held(&at.env, &theta.owner(&l), Mode::Read, &at.ls));
        }
        self.premise(exp_ref::BORROW, place, || only_if(!found.ty.is_unique()));
        self.premise(exp_ref::TYPE, place, || self.well_formed(&at.env, &t));
        self.conclude(exp_ref::RULE, Value::new(t, false).moving(&value.moves))
    }

    /// \[EXP TAKE\]
    fn exp_take(&self, at: &At, place: Span, e: ExprId, fd: Name) -> Value {
        let (value, c) = self.receiver(exp_take::RECEIVER, at, e);
        let Some((found, theta)) = c.and_then(|c| self.field(exp_take::FIELD_KNOWN, place, &c, e, fd)) else {
            return Value::new(Type::Unknown, true).moving(&value.moves);
        };
        let t = theta.ty(&found.ty);
        let unique = found.ty.is_unique() || found.ty == Type::Unknown;
        self.premise(exp_take::UNIQUE, place, || only_if(unique));
        self.premise(exp_take::NOT_FINAL, place, || only_if(!found.field.is_final));
        self.premise(exp_take::TYPE, place, || self.well_formed(&at.env, &t));
        self.writes(exp_take::GUARD_HELD, at, place, &found, &theta);
        self.conclude(exp_take::RULE, Value::new(t, true).moving(&value.moves))
    }

    /// The premise `guard-held` of what writes a field: if it has a guard l of either kind, θl ∈w ls.
    fn writes(&self, premise: PremiseId, at: &At, place: Span, found: &FieldIn<'_>, theta: &Theta) {
        if let Some(l) = found.guard.as_ref().or(found.write_guard.as_ref()) {
            self.premise(premise, place, || Self::held(&at.env, &theta.owner(l), Mode::Write, &at.ls));
        }
    }

    /// \[EXP ASSIGN\]
    fn exp_assign(&self, at: &At, place: Span, e: ExprId, fd: Name, e2: ExprId) -> Value {
        let (to, c) = self.receiver(exp_assign::RECEIVER, at, e);
        let after = at.after(&to.moves);
        let Some((found, theta)) = c.and_then(|c| self.field(exp_assign::FIELD_KNOWN, place, &c, e, fd)) else {
            let value = self.expr(&after, e2);
            return Value::new(Type::Unknown, true).moving(&to.moves).moving(&value.moves);
        };
        let t = theta.ty(&found.ty);
        self.premise(exp_assign::NOT_FINAL, place, || only_if(!found.field.is_final));
        let value = self.give(exp_assign::VALUE, &after, e2, &t);
        self.premise(exp_assign::TYPE, place, || self.well_formed(&at.env, &t));
        self.writes(exp_assign::GUARD_HELD, at, place, &found, &theta);
        let apart = !to.ty.is_unique() || !self.moves_one_of(&value, e);
        self.premise(exp_assign::APART, place, || only_if(apart));
        let result = if t.is_unique() { Type::Void } else { t };
        self.conclude(exp_assign::RULE, Value::new(result, true).moving(&to.moves).moving(&value.moves))
    }

    /// Whether what was moved has a variable of e.
    pub(super) fn moves_one_of(&self, moved: &Value, e: ExprId) -> bool {
        let variables = self.code_variables(e);
        moved.moves.iter().any(|(_, x)| variables.contains(x))
    }

    /// \[EXP LET\]
    fn exp_let(&self, at: &At, t1: TypeId, x: Name, e1: ExprId, e2: ExprId) -> Value {
        let bound = self.give(exp_let::BOUND, at, e1, &self.meant(&at.env, t1));
        let mut inner = at.after(&bound.moves);
        inner.env = self.env_x(&at.env, t1, x, self.program.ty(t1).span);
        let mut body = self.expr(&inner, e2);
        body.moves.remove(&(at.env.bounds.len(), x));
        body.ty = self.without(&at.env, x, e1, &body.ty);
        self.conclude(exp_let::RULE, body.moving(&bound.moves))
    }

    /// \[EXP SYNC\]
    fn exp_sync(&self, at: &At, e1: ExprId, e2: ExprId) -> Value {
        let l = Lock::of(self.program, e1);
        self.premise(exp_sync::LOCK_FINAL, self.program.span(e1), || self.is_lock(&at.env, &l));
        // What is no path is code like any other.
        let before = match l.root {
            Root::Var(_) => BTreeSet::new(),
            _ => self.expr(at, e1).moves,
        };
        let body = self.expr(&at.after(&before).holding(Owner::Path(l), Mode::Write), e2);
        self.conclude(exp_sync::RULE, body.moving(&before))
    }

    /// \[EXP FORK\]
    fn exp_fork(&self, at: &At, e: ExprId) -> Value {
        let mut inner = at.clone();
        if !self.off(exp_fork::FRESH_THREAD) {
            let fresh = if self.options.reads(ONE_OTHER_THREAD) { 1 } else { self.another_thread() };
            inner.env = at.env.seen_by_another(fresh);
        }
        if !self.off(exp_fork::EMPTY_LOCK_SET) {
            inner.ls = ls0();
        }
        self.expr(&inner, e);
        let mut value = Value::new(Type::Int, true);
        if !self.off(exp_fork::CAPTURES_MOVE) {
            let captured = self.code_variables(e).into_iter().filter_map(|x| Some((at.env.get(x)?, x)));
            let captured = captured.filter(|((i, _), x)| !at.moved.contains(&(*i, *x)));
            value.moves.extend(captured.filter(|((_, b), _)| b.ty.is_unique()).map(|((i, _), x)| (i, x)));
        }
        self.conclude(exp_fork::RULE, value)
    }

    /// A fresh k.
    fn another_thread(&self) -> u32 {
        let mut notes = self.notes.borrow_mut();
        notes.threads += 1;
        notes.threads
    }

    /// The variables that are free in e's code, its types aside.
    fn code_variables(&self, e: ExprId) -> BTreeSet<Name> {
        if let Expr::Var(x) = self.program.expr(e) {
            return BTreeSet::from([x]);
        }
        let parts = self.program.parts(e);
        let mut found = BTreeSet::new();
        for child in parts.children() {
            let bound = parts.binds.filter(|_| parts.last() == Some(child));
            let free = deep(|| self.code_variables(child));
            found.extend(free.into_iter().filter(|x| Some(*x) != bound));
        }
        found
    }
}
