//! The rules that are those of the calculus, M being the union.

use super::terms::Type;
use super::{At, Model, Value, only_if};
use crate::rules::{exp_assert, exp_holds, exp_if, exp_literal, exp_op, exp_print, exp_seq, exp_while};
use crate::typing::Mode;
use racefree_grammar::ast::{BinOp, Expr, ExprId, UnOp};
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, RuleId};

impl Model<'_> {
    /// \[EXP ASSERT\]
    pub(super) fn exp_assert(&self, at: &At, cond: ExprId) -> Value {
        let value = self.condition(exp_assert::CONDITION, at, cond);
        self.void(exp_assert::RULE, &value)
    }

    fn void(&self, rule: RuleId, part: &Value) -> Value {
        self.conclude(rule, Value::new(Type::Void, true).moving(&part.moves))
    }

    /// A premise e : boolean.
    fn condition(&self, premise: PremiseId, at: &At, e: ExprId) -> Value {
        let value = self.expr(at, e);
        self.premise(premise, self.program.span(e), || only_if(matches!(value.ty, Type::Boolean | Type::Unknown)));
        value
    }

    /// \[EXP LITERAL\]
    pub(super) fn exp_literal(&self, t: Type) -> Value {
        self.conclude(exp_literal::RULE, Value::new(t, true))
    }

    /// \[EXP OP\], two operands
    pub(super) fn exp_op(&self, at: &At, place: Span, op: BinOp, left: ExprId, right: ExprId) -> Value {
        let a = self.expr(at, left);
        let b = self.expr(&at.after(&a.moves), right);
        let (s, t) = (&a.ty, &b.ty);
        let both = |u: Type| *s == u && *t == u;
        let text = |t: &Type| matches!(t, Type::Null) || *t == Type::STRING;
        let (fits, result) = match op {
            BinOp::Or | BinOp::And => (both(Type::Boolean), Type::Boolean),
            BinOp::Eq | BinOp::Ne => {
                let references = s.is_reference() && t.is_reference();
                (both(Type::Int) || both(Type::Boolean) || references, Type::Boolean)
            }
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => (both(Type::Int), Type::Boolean),
            BinOp::Add if *s == Type::STRING || *t == Type::STRING => (text(s) && text(t), Type::STRING),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => (both(Type::Int), Type::Int),
        };
        let fits = fits || *s == Type::Unknown || *t == Type::Unknown;
        self.premise(exp_op::OPERANDS, place, || only_if(fits));
        self.conclude(exp_op::RULE, Value::new(result, true).moving(&a.moves).moving(&b.moves))
    }

    /// \[EXP OP\], one operand
    pub(super) fn exp_op1(&self, at: &At, place: Span, op: UnOp, operand: ExprId) -> Value {
        let value = self.expr(at, operand);
        let t = if op == UnOp::Neg { Type::Int } else { Type::Boolean };
        self.premise(exp_op::OPERANDS, place, || only_if(value.ty == t || value.ty == Type::Unknown));
        self.conclude(exp_op::RULE, Value::new(t, true).moving(&value.moves))
    }

    /// \[EXP SEQ\]; the lock of a `holds` is held in the rest of the block.
    pub(super) fn exp_seq(&self, at: &At, list: &[ExprId]) -> Value {
        let (mut here, mut value) = (at.clone(), Value::new(Type::Void, true));
        let mut moves = std::collections::BTreeSet::new();
        for &e in list {
            value = self.expr(&here, e);
            here = here.after(&value.moves);
            moves.extend(&value.moves);
            if let Expr::Holds(l) = self.program.expr(e) {
                here = here.holding(self.held_lock(&at.env, l), Mode::Write);
            }
        }
        self.conclude(exp_seq::RULE, value.moving(&moves))
    }

    /// \[EXP HOLDS\], but for the rest of the block
    pub(super) fn exp_holds(&self, at: &At, l: ExprId) -> Value {
        let lock = self.held_lock(&at.env, l);
        self.premise(exp_holds::LOCK_FINAL, self.program.span(l), || self.lock(&at.env, Some(&lock)));
        self.conclude(exp_holds::RULE, Value::new(Type::Void, true))
    }

    /// \[EXP IF\]
    pub(super) fn exp_if(&self, at: &At, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Value {
        let test = self.condition(exp_if::CONDITION, at, cond);
        let inner = at.after(&test.moves);
        let a = self.expr(&inner, then);
        let Some(otherwise) = otherwise else {
            return self.void(exp_if::RULE, &a.moving(&test.moves));
        };
        let b = self.expr(&inner, otherwise);
        let t = self.least_common(&at.env, &a.ty, &b.ty);
        let value = Value::new(t, a.owned && b.owned);
        self.conclude(exp_if::RULE, value.moving(&test.moves).moving(&a.moves).moving(&b.moves))
    }

    /// \[EXP WHILE\]
    pub(super) fn exp_while(&self, at: &At, place: Span, cond: ExprId, body: ExprId) -> Value {
        let test = self.condition(exp_while::CONDITION, at, cond);
        let round = self.expr(&at.after(&test.moves), body).moving(&test.moves);
        let holds = self.premise(exp_while::LOOP, place, || only_if(round.moves.is_empty()));
        self.void(exp_while::RULE, &if holds { round } else { Value::new(Type::Void, true) })
    }

    /// \[EXP PRINT\]
    pub(super) fn exp_print(&self, at: &At, value: ExprId) -> Value {
        let printed = self.expr(at, value);
        self.premise(exp_print::VALUE, self.program.span(value), || only_if(printed.ty != Type::Void));
        self.void(exp_print::RULE, &printed)
    }
}
