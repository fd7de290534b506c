//! Section 6: the example language, and `holds` of section 7.

use super::side::Bindings;
use super::terms::Type;
use super::{Environment, LockSet, Model, only_if};
use crate::rules::{exp_assert, exp_atomic, exp_holds, exp_if, exp_literal, exp_op, exp_print, exp_seq, exp_while};
use racefree_grammar::ast::{BinOp, Expr, ExprId, UnOp};
use racefree_grammar::span::Span;
use racefree_kernel::condition::Bound;

impl Model<'_> {
    /// \[EXP LITERAL\]
    pub(super) fn exp_literal(&self, t: Type) -> Type {
        self.conclude(exp_literal::RULE, t)
    }

    /// \[EXP OP\], two operands
    pub(super) fn exp_op(
        &self,
        env: &Environment<'_>,
        ls: &LockSet<'_>,
        place: Span,
        op: BinOp,
        left: ExprId,
        right: ExprId,
    ) -> Type {
        let (s, t) = (self.expr(env, ls, left), self.expr(env, ls, right));
        let both = |u: Type| s == u && t == u;
        let unknown = s == Type::Unknown || t == Type::Unknown;
        let all = |is: fn(&Type) -> bool| [&s, &t].iter().all(|t| matches!(t, Type::Null | Type::Unknown) || is(t));
        let string = s == Type::STRING || t == Type::STRING;
        let (fits, result) = match op {
            BinOp::Or | BinOp::And => (both(Type::Boolean), Type::Boolean),
            BinOp::Eq | BinOp::Ne => (both(Type::Int) || both(Type::Boolean) || all(Type::is_class), Type::Boolean),
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => (both(Type::Int), Type::Boolean),
            BinOp::Add if string => (all(|t| *t == Type::STRING), Type::STRING),
            BinOp::Add if unknown && all(|_| false) => (true, Type::Unknown),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => (both(Type::Int), Type::Int),
        };
        self.premise(exp_op::OPERANDS, place, || only_if(fits || unknown));
        self.conclude(exp_op::RULE, result)
    }

    /// \[EXP OP\], one operand
    pub(super) fn exp_op1(
        &self,
        env: &Environment<'_>,
        ls: &LockSet<'_>,
        place: Span,
        op: UnOp,
        operand: ExprId,
    ) -> Type {
        let s = self.expr(env, ls, operand);
        let t = if op == UnOp::Neg { Type::Int } else { Type::Boolean };
        self.premise(exp_op::OPERANDS, place, || only_if(s == t || s == Type::Unknown));
        self.conclude(exp_op::RULE, t)
    }

    /// \[EXP SEQ\]; the lock of a `holds` is held in the rest of the block.
    pub(super) fn exp_seq(&self, env: &Environment<'_>, ls: &LockSet<'_>, list: &[ExprId]) -> Type {
        let (mut t, mut held) = (Type::Void, ls.and(Vec::new()));
        for &e in list {
            t = self.expr(env, &held, e);
            if let Expr::Holds(l) = self.program.expr(e) {
                held.push(self.lock(l));
            }
        }
        self.conclude(exp_seq::RULE, t)
    }

    /// \[EXP HOLDS\], but for the rest of the block
    pub(super) fn exp_holds(&self, env: &Environment<'_>, l: ExprId) -> Type {
        self.premise(exp_holds::LOCK_FINAL, self.program.span(l), || self.is_lock(env, &self.lock(l)));
        self.conclude(exp_holds::RULE, Type::Void)
    }

    /// \[EXP IF\]
    pub(super) fn exp_if(
        &self,
        env: &Environment<'_>,
        ls: &LockSet<'_>,
        place: Span,
        cond: ExprId,
        (then, otherwise): (ExprId, Option<ExprId>),
    ) -> Type {
        self.has_type(exp_if::CONDITION, env, ls, cond, &Type::Boolean);
        let s = self.expr(env, ls, then);
        let last = otherwise.map(|e| self.expr(env, ls, e));
        let t = last.as_ref().map_or(Type::Void, |last| self.least_common(&s, last));
        self.own_premises(exp_if::RULE, (place, &[]), (env, ls), || {
            let terms = Bindings::default().bind("e", Bound::Expression(cond)).bind("e₁", Bound::Expression(then));
            let terms = terms.bind("e₂", otherwise.map(Bound::Expression).into()).bind("t₁", Self::ty_term(&s));
            let terms = terms.bind("t₂", last.as_ref().map(Self::ty_term).into());
            terms.bind("t", Self::ty_term(&t)).bind("ls", Self::held_term(ls))
        });
        self.conclude(exp_if::RULE, t)
    }

    /// \[EXP WHILE\]
    pub(super) fn exp_while(
        &self,
        env: &Environment<'_>,
        ls: &LockSet<'_>,
        place: Span,
        cond: ExprId,
        body: ExprId,
    ) -> Type {
        self.has_type(exp_while::CONDITION, env, ls, cond, &Type::Boolean);
        let t = self.expr(env, ls, body);
        self.own_premises(exp_while::RULE, (place, &[]), (env, ls), || {
            let terms = Bindings::default().bind("e", Bound::Expression(cond)).bind("e₁", Bound::Expression(body));
            terms.bind("t", Self::ty_term(&t)).bind("ls", Self::held_term(ls))
        });
        self.conclude(exp_while::RULE, Type::Void)
    }

    /// \[EXP PRINT\]
    pub(super) fn exp_print(&self, env: &Environment<'_>, ls: &LockSet<'_>, value: ExprId) -> Type {
        let t = self.expr(env, ls, value);
        self.premise(exp_print::VALUE, self.program.span(value), || only_if(t != Type::Void));
        self.conclude(exp_print::RULE, Type::Void)
    }

    /// \[EXP ATOMIC\]
    pub(super) fn exp_atomic(&self, env: &Environment<'_>, ls: &LockSet<'_>, body: ExprId) -> Type {
        let t = self.expr(env, ls, body);
        self.conclude(exp_atomic::RULE, t)
    }

    /// \[EXP ASSERT\]
    pub(super) fn exp_assert(&self, env: &Environment<'_>, ls: &LockSet<'_>, cond: ExprId) -> Type {
        self.has_type(exp_assert::CONDITION, env, ls, cond, &Type::Boolean);
        self.conclude(exp_assert::RULE, Type::Void)
    }
}
