//! Section 6: the rules of the example language; and \[EXP HOLDS\] of section 7.

use crate::error::Why;
use crate::judgment::Judgment;
use crate::locks::{IdleHolds, LockSet, Taken};
use crate::reading::{Here, OfExpr, Reading};
use crate::rules::{exp_assert, exp_atomic, exp_holds, exp_if, exp_literal, exp_op, exp_print, exp_seq, exp_while};
use crate::terms::{Bound, Terms};
use crate::types::Ty;
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, UnOp};
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::holds;

/// A type as operators know it, whatever the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// int
    Int,
    /// boolean
    Boolean,
    /// String
    String,
    /// The type of `null`.
    Null,
    /// Any other class.
    Object,
    /// void
    Void,
    /// Unknown because of an error.
    Unknown,
}

/// An operator of two operands: true if it is defined for them, and the type of the value.
pub fn operation(op: BinOp, s: Operand, t: Operand) -> (bool, Operand) {
    use Operand::{Boolean, Int, Null, Object, String, Unknown};
    let both = |u| s == u && t == u;
    let unknown = s == Unknown || t == Unknown;
    let all = |of: &[Operand]| of.contains(&s) && of.contains(&t);
    let (fits, result) = match op {
        BinOp::Or | BinOp::And => (both(Boolean), Boolean),
        BinOp::Eq | BinOp::Ne => (both(Int) || both(Boolean) || all(&[Object, String, Null]), Boolean),
        BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => (both(Int), Boolean),
        BinOp::Add if s == String || t == String => (all(&[String, Null]), String),
        // Two ints or two strings, and neither is known to be which.
        BinOp::Add if unknown && all(&[Unknown, Null]) => (true, Unknown),
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => (both(Int), Int),
    };
    (fits || unknown, result)
}

/// The operands that an operator takes, in words.
pub fn operands(op: BinOp) -> &'static str {
    match op {
        BinOp::Or | BinOp::And => "two booleans",
        BinOp::Eq | BinOp::Ne => "two ints, two booleans or two references",
        BinOp::Add => "two ints or two strings",
        BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => "two ints",
    }
}

impl<'r> Reading<'r, '_> {
    /// A type as operators know it.
    fn operand(t: Ty) -> Operand {
        match t {
            Ty::ERROR => Operand::Unknown,
            Ty::INT => Operand::Int,
            Ty::BOOLEAN => Operand::Boolean,
            Ty::VOID => Operand::Void,
            Ty::NULL => Operand::Null,
            Ty::STRING => Operand::String,
            _ => Operand::Object,
        }
    }

    /// \[EXP LITERAL\]
    pub(crate) fn exp_literal(self, here: Here, e: ExprId, t: Ty) -> Ty {
        self.of(exp_literal::RULE, here, e).concludes(t)
    }

    /// \[EXP OP\], two operands
    pub(crate) fn exp_op2(self, here: Here, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Ty {
        let rule = self.of(exp_op::RULE, here, e);
        let s = self.part(&rule, here, exp_op::OPERAND, left);
        let t = self.part(&rule, here, exp_op::OPERAND, right);
        let (fits, yields) = operation(op, Self::operand(s), Self::operand(t));
        rule.check(exp_op::OPERANDS, || holds(fits, || Why::Operands { op, left: s, right: t }.cause()));
        rule.concludes(match yields {
            Operand::Int => Ty::INT,
            Operand::Boolean => Ty::BOOLEAN,
            Operand::String => Ty::STRING,
            Operand::Void | Operand::Null | Operand::Object | Operand::Unknown => Ty::ERROR,
        })
    }

    /// \[EXP OP\], one operand
    pub(crate) fn exp_op1(self, here: Here, e: ExprId, op: UnOp, operand: ExprId) -> Ty {
        let rule = self.of(exp_op::RULE, here, e);
        let s = self.part(&rule, here, exp_op::OPERAND, operand);
        let t = match op {
            UnOp::Neg => Ty::INT,
            UnOp::Not => Ty::BOOLEAN,
        };
        let fits = s == t || s.is_error();
        rule.check(exp_op::OPERANDS, || holds(fits, || Why::Operand { op, wanted: t, found: s }.cause()));
        rule.concludes(t)
    }

    /// \[EXP SEQ\] and \[EXP HOLDS\]
    pub(crate) fn exp_seq(self, here: Here, e: ExprId, list: List) -> Ty {
        self.block(here, e, list, 0)
    }

    /// A block from an element on: a `holds`, the last element, or a sequence up to one of them.
    fn block(self, here: Here, e: ExprId, list: List, first: usize) -> Ty {
        let es = self.program.list(list);
        let Some(&e1) = es.get(first) else { return Ty::VOID };
        let holds = |i: usize| matches!(self.program.expr(es[i]), Expr::Holds(_));
        if let Expr::Holds(l) = self.program.expr(e1) {
            return deep(|| self.exp_holds(here, e, list, (first, l)));
        }
        if first + 1 == es.len() {
            return self.expr(here, e1);
        }
        let rule = self.of(exp_seq::RULE, here, e);
        let mut at = first;
        while at + 1 < es.len() && !holds(at) {
            self.part(&rule, here, exp_seq::FIRST, es[at]);
            at += 1;
        }
        rule.premise(exp_seq::LAST);
        let t = self.block(here, e, list, at);
        Self::concludes_from(rule, list, first, t)
    }

    /// \[EXP HOLDS\], whose body is the rest of the block.
    fn exp_holds(self, here: Here, e: ExprId, list: List, (first, l): (usize, ExprId)) -> Ty {
        let rule = self.of(exp_holds::RULE, here, e);
        let ls = self.held_by(&rule, self.program.list(list)[first], l);
        if first + 1 == list.len as usize {
            rule.premise(exp_holds::BODY).holds(true);
        }
        let t = self.block(here.holding(ls), e, list, first + 1);
        Self::concludes_from(rule, list, first, t)
    }

    /// A `holds` that is the only element of its block.
    pub(crate) fn exp_holds_alone(self, here: Here, e: ExprId, l: ExprId) -> Ty {
        let rule = self.of(exp_holds::RULE, here, e);
        self.held_by(&rule, e, l);
        rule.premise(exp_holds::BODY).holds(true);
        rule.concludes(Ty::VOID)
    }

    /// The premises of \[EXP HOLDS\] before its body, and the lock set of the body.
    fn held_by(self, rule: &OfExpr<'r>, holds: ExprId, l: ExprId) -> LockSet {
        let (here, path, span) = (rule.here, self.path(l), self.place(holds));
        rule.check_at(exp_holds::LOCK_FINAL, self.place(l), || self.is_lock(here.env, l));
        rule.premise(exp_holds::BODY);
        if self.holds(here.ls, path) {
            self.idle.borrow_mut().push(IdleHolds { span, lock: path, anyway: true });
            return here.ls;
        }
        self.and(here.ls, path, Taken::Holds, span)
    }

    /// P; E; ls ⊢ eᵢ; …; eₙ : t
    fn concludes_from(rule: OfExpr<'r>, list: List, i: usize, ty: Ty) -> Ty {
        let (env, locks, first) = (rule.here.env, rule.here.ls.id, list.start + i as u32);
        match i {
            0 => rule.concludes(ty),
            _ => rule.concludes_as(Judgment::Rest { env, locks, first, ty }, ty),
        }
    }

    /// A premise that wants a boolean.
    fn condition(self, rule: &OfExpr<'r>, premise: PremiseId, cond: ExprId, form: &'static str) {
        let t = self.part(rule, rule.here, premise, cond);
        if t != Ty::BOOLEAN && !t.is_error() {
            rule.check_at(premise, self.place(cond), || Err(Why::Condition { form, expr: cond, ty: t }.cause()));
        }
    }

    /// \[EXP IF\]; the type of two branches is that of `either`.
    pub fn exp_if(
        self,
        (here, e): (Here, ExprId),
        cond: ExprId,
        (then, otherwise): (ExprId, Option<ExprId>),
        either: impl FnOnce(Ty, Ty) -> Ty,
    ) -> Ty {
        let rule = self.of(exp_if::RULE, here, e);
        self.condition(&rule, exp_if::CONDITION, cond, "if");
        let t1 = self.part(&rule, here, exp_if::THEN, then);
        let (t2, t) = match otherwise {
            None => (Ty::ERROR, Ty::VOID),
            Some(otherwise) => {
                let t2 = self.part(&rule, here, exp_if::ELSE, otherwise);
                (t2, either(t1, t2))
            }
        };
        self.own(&rule, exp_if::RULE, here, || {
            let terms = Terms::default().bind("e", Bound::Expression(cond)).bind("e₁", Bound::Expression(then));
            let terms = terms.bind("e₂", otherwise.map(Bound::Expression)).bind("t₁", t1);
            terms.bind("t₂", t2).bind("t", t).bind("ls", self.held_term(here))
        });
        rule.concludes(t)
    }

    /// \[EXP WHILE\], for a loop of a type.
    pub fn exp_while(self, here: Here, e: ExprId, (cond, body): (ExprId, ExprId), of: Ty) -> Ty {
        let rule = self.of(exp_while::RULE, here, e);
        self.condition(&rule, exp_while::CONDITION, cond, "while");
        let t = self.part(&rule, here, exp_while::BODY, body);
        self.own(&rule, exp_while::RULE, here, || {
            let terms = Terms::default().bind("e", Bound::Expression(cond)).bind("e₁", Bound::Expression(body));
            terms.bind("t", t).bind("ls", self.held_term(here))
        });
        rule.concludes(of)
    }

    /// \[EXP PRINT\]
    pub(crate) fn exp_print(self, here: Here, e: ExprId, value: ExprId) -> Ty {
        let rule = self.of(exp_print::RULE, here, e);
        if self.part(&rule, here, exp_print::VALUE, value) == Ty::VOID {
            rule.check_at(exp_print::VALUE, self.place(value), || Err(Why::NoValue(value).cause()));
        }
        rule.concludes(Ty::VOID)
    }

    /// \[EXP ATOMIC\]
    pub(crate) fn exp_atomic(self, here: Here, e: ExprId, body: ExprId) -> Ty {
        let rule = self.of(exp_atomic::RULE, here, e);
        let t = self.part(&rule, here, exp_atomic::BODY, body);
        rule.concludes(t)
    }

    /// \[EXP ASSERT\]
    pub(crate) fn exp_assert(self, here: Here, e: ExprId, cond: ExprId) -> Ty {
        let rule = self.of(exp_assert::RULE, here, e);
        self.condition(&rule, exp_assert::CONDITION, cond, "assert");
        rule.concludes(Ty::VOID)
    }
}
