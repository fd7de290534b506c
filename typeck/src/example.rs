//! Section 6: the rules of the example language; and \[EXP HOLDS\] of section 7.

use crate::cx::Cx;
use crate::error::{IdleHolds, Why};
use crate::judgment::Judgment;
use crate::locks::{LocksId, Taken};
use crate::open::Asked;
use crate::rules::{exp_assert, exp_atomic, exp_holds, exp_if, exp_literal, exp_op, exp_print, exp_seq, exp_while};
use crate::types::Ty;
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, UnOp};
use racefree_kernel::PremiseId;
use racefree_kernel::condition::{Bound, Terms};

impl<'p, R: Asked> Cx<'p, R> {
    /// \[EXP LITERAL\]
    #[inline]
    pub(crate) fn exp_literal(&mut self, e: ExprId, t: Ty) -> Ty {
        self.open(exp_literal::RULE);
        self.conclude(e, t)
    }

    /// \[EXP OP\], two operands
    pub(crate) fn exp_op2(&mut self, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Ty {
        self.open(exp_op::RULE);
        self.premise(exp_op::OPERAND);
        let s = self.expr(left);
        self.premise(exp_op::OPERAND);
        let t = self.expr(right);
        let unknown = |t: Ty| t.is_error() || t == Ty::NULL;
        let result = match op {
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::And | BinOp::Or => {
                Ty::BOOLEAN
            }
            BinOp::Add if s == Ty::STRING || t == Ty::STRING => Ty::STRING,
            // Two ints or two strings, and neither is known to be which.
            BinOp::Add if (s.is_error() || t.is_error()) && unknown(s) && unknown(t) => Ty::ERROR,
            _ => Ty::INT,
        };
        let string = |t| t == Ty::STRING || t == Ty::NULL;
        let fits = s.is_error()
            || t.is_error()
            || match op {
                BinOp::Or | BinOp::And => s == Ty::BOOLEAN && t == Ty::BOOLEAN,
                BinOp::Eq | BinOp::Ne => {
                    (s == t && (s == Ty::INT || s == Ty::BOOLEAN)) || (s.is_reference() && t.is_reference())
                }
                BinOp::Add if result == Ty::STRING => string(s) && string(t),
                _ => s == Ty::INT && t == Ty::INT,
            };
        if fits {
            self.given(exp_op::OPERANDS);
        } else {
            let cause = Why::Operands { op, left: s, right: t }.cause();
            self.fail(exp_op::OPERANDS, self.program.span(e), cause);
        }
        self.conclude(e, result)
    }

    /// \[EXP OP\], one operand
    pub(crate) fn exp_op1(&mut self, e: ExprId, op: UnOp, operand: ExprId) -> Ty {
        self.open(exp_op::RULE);
        self.premise(exp_op::OPERAND);
        let s = self.expr(operand);
        let t = match op {
            UnOp::Neg => Ty::INT,
            UnOp::Not => Ty::BOOLEAN,
        };
        if s == t || s.is_error() {
            self.given(exp_op::OPERANDS);
        } else {
            let cause = Why::Operand { op, wanted: t, found: s }.cause();
            self.fail(exp_op::OPERANDS, self.program.span(e), cause);
        }
        self.conclude(e, t)
    }

    /// \[EXP SEQ\] and \[EXP HOLDS\]
    pub(crate) fn exp_seq(&mut self, e: ExprId, list: List) -> Ty {
        let mark = self.locks.mark();
        // The rules still open: where in the list the sequence that each is about begins, and its lock set.
        let mut open: Vec<(u32, LocksId)> = Vec::new();
        let mut in_seq = false;
        let mut t = Ty::VOID;
        for i in 0..list.len {
            let element = self.program.list(list)[i as usize];
            let last = i + 1 == list.len;
            let holds = match self.program.expr(element) {
                Expr::Holds(l) => Some(l),
                _ => None,
            };
            if R::RECORDS && (holds.is_some() || !in_seq && !last) {
                open.push((i, self.locks.id()));
            }
            if !in_seq && holds.is_none() && !last {
                self.open(exp_seq::RULE);
                in_seq = true;
            }
            if in_seq {
                self.premise(if last || holds.is_some() { exp_seq::LAST } else { exp_seq::FIRST });
            }
            let Some(l) = holds else {
                t = self.expr(element);
                continue;
            };
            self.exp_holds(element, l);
            in_seq = false;
            t = Ty::VOID;
            if last {
                self.given(exp_holds::BODY);
            }
        }
        while let Some((i, locks)) = open.pop() {
            let (env, first) = (self.env.id(), list.start + i);
            self.close(|_| match i {
                0 => Judgment::Expr { env, locks, expr: e, ty: t },
                _ => Judgment::Rest { env, locks, first, ty: t },
            });
        }
        self.leave_locks(mark);
        t
    }

    /// The premises of \[EXP HOLDS\] before its body, which is the rest of the block. The rule stays open.
    fn exp_holds(&mut self, e: ExprId, l: ExprId) {
        self.open(exp_holds::RULE);
        let span = self.program.span(l);
        self.check(exp_holds::LOCK_FINAL, span, |cx| cx.final_lock(l));
        let path = self.types.paths.of_expr(self.program, l);
        let place = self.program.span(e);
        if self.locks.holds(path) {
            self.idle.push(IdleHolds { span: place, lock: path, anyway: true });
        } else {
            self.locks.push(path, Taken::Holds, place);
        }
        self.premise(exp_holds::BODY);
    }

    /// A `holds` that is the only element of its block.
    pub(crate) fn exp_holds_alone(&mut self, e: ExprId, l: ExprId) -> Ty {
        let mark = self.locks.mark();
        self.exp_holds(e, l);
        self.given(exp_holds::BODY);
        self.leave_locks(mark);
        self.conclude(e, Ty::VOID)
    }

    /// A premise that wants a boolean.
    fn condition(&mut self, premise: PremiseId, cond: ExprId, form: &'static str) {
        self.premise(premise);
        let t = self.expr(cond);
        if t != Ty::BOOLEAN && !t.is_error() {
            let cause = Why::Condition { form, expr: cond, ty: t }.cause();
            self.fail(premise, self.program.span(cond), cause);
        }
    }

    /// \[EXP IF\]
    pub(crate) fn exp_if(&mut self, e: ExprId, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Ty {
        self.open(exp_if::RULE);
        self.condition(exp_if::CONDITION, cond, "if");
        self.premise(exp_if::THEN);
        let s = self.expr(then);
        let (t, joined) = match otherwise {
            None => (Ty::ERROR, Ty::VOID),
            Some(otherwise) => {
                self.premise(exp_if::ELSE);
                let t = self.expr(otherwise);
                (t, self.join(s, t).unwrap_or(Ty::VOID))
            }
        };
        self.own(exp_if::RULE, self.program.span(e), |cx| {
            let terms = Terms::default().bind("e", Bound::Expression(cond)).bind("e₁", Bound::Expression(then));
            let terms = terms.bind("e₂", otherwise.map(Bound::Expression).into()).bind("t₁", Self::ty_term(s));
            terms.bind("t₂", Self::ty_term(t)).bind("t", Self::ty_term(joined)).bind("ls", cx.held_term())
        });
        self.conclude(e, joined)
    }

    /// \[EXP WHILE\]
    pub(crate) fn exp_while(&mut self, e: ExprId, cond: ExprId, body: ExprId) -> Ty {
        self.open(exp_while::RULE);
        self.condition(exp_while::CONDITION, cond, "while");
        self.premise(exp_while::BODY);
        let t = self.expr(body);
        self.own(exp_while::RULE, self.program.span(e), |cx| {
            let terms = Terms::default().bind("e", Bound::Expression(cond)).bind("e₁", Bound::Expression(body));
            terms.bind("t", Self::ty_term(t)).bind("ls", cx.held_term())
        });
        self.conclude(e, Ty::VOID)
    }

    /// \[EXP PRINT\]
    pub(crate) fn exp_print(&mut self, e: ExprId, value: ExprId) -> Ty {
        self.open(exp_print::RULE);
        self.premise(exp_print::VALUE);
        let t = self.expr(value);
        if t == Ty::VOID {
            self.fail(exp_print::VALUE, self.program.span(value), Why::NoValue(value).cause());
        }
        self.conclude(e, Ty::VOID)
    }

    /// \[EXP ATOMIC\]
    pub(crate) fn exp_atomic(&mut self, e: ExprId, body: ExprId) -> Ty {
        self.open(exp_atomic::RULE);
        self.premise(exp_atomic::BODY);
        let t = self.expr(body);
        self.conclude(e, t)
    }

    /// \[EXP ASSERT\]
    pub(crate) fn exp_assert(&mut self, e: ExprId, cond: ExprId) -> Ty {
        self.open(exp_assert::RULE);
        self.condition(exp_assert::CONDITION, cond, "assert");
        self.conclude(e, Ty::VOID)
    }
}
