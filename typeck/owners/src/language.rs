//! The rules of the example language, after section 6 of the calculus; and \[EXP HOLDS\].

use crate::error::{Why, class_of, holds};
use crate::expressions::Found;
use crate::owner::{Owner, Ty};
use crate::reading::{Declared, Reading};
use crate::rules::{exp_assert, exp_atomic, exp_holds, exp_if, exp_literal, exp_op, exp_print, exp_seq, exp_while};
use crate::typing::{Judgment, Mode, Typing};
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, UnOp};
use racefree_grammar::name::Name;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::Standing;
use racefree_program::ClassId;
use racefree_typeck::language::{Operand, operation};

/// A type as operators know it.
fn operand(t: Ty) -> Operand {
    match t {
        Ty::Error => Operand::Unknown,
        Ty::Int => Operand::Int,
        Ty::Boolean => Operand::Boolean,
        Ty::Void => Operand::Void,
        Ty::Null => Operand::Null,
        Ty::Class(ClassId::STRING, _) => Operand::String,
        Ty::Class(..) => Operand::Object,
    }
}

/// The type of what an operator yields.
fn result(operand: Operand) -> Ty {
    match operand {
        Operand::Int => Ty::Int,
        Operand::Boolean => Ty::Boolean,
        Operand::String => Ty::STRING,
        Operand::Unknown | Operand::Void | Operand::Null | Operand::Object => Ty::Error,
    }
}

impl<'r, 'p: 'r> Reading<'r, 'p> {
    /// \[EXP LITERAL\]
    pub(crate) fn exp_literal(&self, e: ExprId, t: Ty) -> Found {
        self.of(exp_literal::RULE, e);
        (t, true)
    }

    /// \[EXP OP\], two operands
    pub(crate) fn exp_op2(&mut self, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Found {
        let rule = self.of(exp_op::RULE, e);
        let s = self.part(&rule, exp_op::OPERAND, left).ty;
        let t = self.part(&rule, exp_op::OPERAND, right).ty;
        let (fits, yields) = operation(op, operand(s), operand(t));
        rule.check(exp_op::OPERANDS, || holds(fits, || Why::Operands(op, s, t)));
        (result(yields), true)
    }

    /// \[EXP OP\], one operand
    pub(crate) fn exp_op1(&mut self, e: ExprId, op: UnOp, operand: ExprId) -> Found {
        let rule = self.of(exp_op::RULE, e);
        let t = match op {
            UnOp::Neg => Ty::Int,
            UnOp::Not => Ty::Boolean,
        };
        let s = self.part(&rule, exp_op::OPERAND, operand).ty;
        rule.check(exp_op::OPERANDS, || holds(s == t || s == Ty::Error, || Why::Operand(op, t, s)));
        (t, true)
    }

    /// \[EXP SEQ\], \[EXP HOLDS\]: the elements from one on.
    pub(crate) fn exp_seq(&mut self, List { start, len }: List) -> Found {
        let last = start + len - 1;
        let before = self.ls;
        for i in start..last {
            let first = self.program.lists[i as usize];
            if let Expr::Holds(l) = self.program.expr(first) {
                let rule = self.of(exp_holds::RULE, first);
                let lock = self.lock_of_holds(&rule, l);
                self.hold(lock, Mode::Write);
                rule.premise(exp_holds::BODY);
                continue;
            }
            let rule = self.of(exp_seq::RULE, first);
            self.part(&rule, exp_seq::FIRST, first);
            rule.premise(exp_seq::LAST);
        }
        let value = self.expr(self.program.lists[last as usize]);
        self.ls = before;
        // The first of them is the whole sequence, which the caller concludes.
        for i in (start + 1..last).rev() {
            self.concludes(Judgment::Rest(self.env, self.ls, i, start + len - i, value.ty));
        }
        (value.ty, value.owned)
    }

    /// A `holds` that is the last element of its block.
    pub(crate) fn exp_holds(&mut self, e: ExprId, l: ExprId) -> Found {
        let rule = self.of(exp_holds::RULE, e);
        self.lock_of_holds(&rule, l);
        (Ty::Void, true)
    }

    /// The lock of a `holds`: a formal alone is `f$this`.
    fn lock_of_holds(&mut self, rule: &Declared<'r>, l: ExprId) -> Owner {
        let this = self.paths.var(Name::THIS);
        let lock = match self.read_owner(l, &Typing::means_formal) {
            Owner::Formal(f) => Owner::Qualified(f, this),
            lock => lock,
        };
        rule.check_at(exp_holds::LOCK_FINAL, self.program.span(l), || self.lock(lock, None));
        lock
    }

    /// \[EXP IF\]
    pub(crate) fn exp_if(&mut self, e: ExprId, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Found {
        let rule = self.of(exp_if::RULE, e);
        self.condition(&rule, exp_if::CONDITION, cond);
        let mark = self.moved.len();
        let a = self.part(&rule, exp_if::THEN, then);
        let Some(otherwise) = otherwise else { return (Ty::Void, true) };
        let moved = self.take_back(mark);
        let b = self.part(&rule, exp_if::ELSE, otherwise);
        self.put_back(moved);
        (self.join(a.ty, b.ty), a.owned && b.owned)
    }

    /// \[EXP WHILE\]
    pub(crate) fn exp_while(&mut self, e: ExprId, cond: ExprId, body: ExprId) -> Found {
        let mark = self.moved.len();
        let rule = self.of(exp_while::RULE, e);
        self.condition(&rule, exp_while::CONDITION, cond);
        self.part(&rule, exp_while::BODY, body);
        let stays = rule.check(exp_while::LOOP, || match self.moved.get(mark) {
            None => Ok(()),
            Some(&b) => {
                let bindings = self.moved[mark..].iter().map(|&b| self.bindings[b as usize].ty);
                let cause = Why::MovedInLoop(self.bindings[b as usize].name).cause();
                Err(cause.blames(bindings.filter_map(class_of)))
            }
        });
        if stays == Standing::Fails {
            self.take_back(mark);
        }
        (Ty::Void, true)
    }

    /// \[EXP PRINT\]
    pub(crate) fn exp_print(&mut self, e: ExprId, value: ExprId) -> Found {
        let rule = self.of(exp_print::RULE, e);
        if self.part(&rule, exp_print::VALUE, value).ty == Ty::Void {
            rule.check_at(exp_print::VALUE, self.program.span(value), || Err(Why::NoValue.cause()));
        }
        (Ty::Void, true)
    }

    /// \[EXP ASSERT\]
    pub(crate) fn exp_assert(&mut self, e: ExprId, cond: ExprId) -> Found {
        let rule = self.of(exp_assert::RULE, e);
        self.condition(&rule, exp_assert::CONDITION, cond);
        (Ty::Void, true)
    }

    /// \[EXP ATOMIC\]
    pub(crate) fn exp_atomic(&mut self, e: ExprId, body: ExprId) -> Found {
        let rule = self.of(exp_atomic::RULE, e);
        let value = self.part(&rule, exp_atomic::BODY, body);
        (value.ty, value.owned)
    }

    /// A premise that is P; E; D; ls ⊢ e : boolean.
    fn condition(&mut self, rule: &Declared<'r>, premise: PremiseId, e: ExprId) {
        let t = self.part(rule, premise, e).ty;
        if t != Ty::Boolean && t != Ty::Error {
            rule.check_at(premise, self.program.span(e), || Err(Why::Condition(t).cause()));
        }
    }
}
