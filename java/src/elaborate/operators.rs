//! Operators. All numbers are `int`.

use super::code::Code;
use super::types::Sort;
use crate::tree::body::{ExprNo, Operator};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, ExprId, UnOp};

/// The operator of the calculus, if there is one.
pub(super) fn plain(operator: Operator) -> Option<BinOp> {
    Some(match operator {
        Operator::Add => BinOp::Add,
        Operator::Subtract => BinOp::Sub,
        Operator::Multiply => BinOp::Mul,
        Operator::Divide => BinOp::Div,
        Operator::Remainder => BinOp::Rem,
        Operator::Less => BinOp::Lt,
        Operator::LessOrEqual => BinOp::Le,
        Operator::Greater => BinOp::Gt,
        Operator::GreaterOrEqual => BinOp::Ge,
        Operator::Equal => BinOp::Eq,
        Operator::NotEqual => BinOp::Ne,
        Operator::And => BinOp::And,
        Operator::Or => BinOp::Or,
        Operator::ShiftLeft
        | Operator::ShiftRight
        | Operator::ShiftRightUnsigned
        | Operator::BitAnd
        | Operator::BitOr
        | Operator::BitXor
        | Operator::Not
        | Operator::Complement => return None,
    })
}

impl Code<'_, '_, '_> {
    pub(super) fn unary(&mut self, operator: Operator, operand: ExprNo, ty: Ty, span: Span) -> ExprId {
        if self.it.options.run {
            return self.unary_to_run(operator, operand, ty, span);
        }
        match operator {
            Operator::Not => {
                let operand = self.value(operand, Ty::BOOLEAN);
                self.it.out.unary(UnOp::Not, operand, span)
            }
            Operator::Subtract if self.it.sort(ty) != Sort::Object => {
                let operand = self.value(operand, Ty::INT);
                self.it.out.unary(UnOp::Neg, operand, span)
            }
            Operator::Add if self.it.sort(ty) != Sort::Object => self.value(operand, Ty::INT),
            _ => {
                let operand = self.expr(operand);
                self.any(ty, &[operand], span)
            }
        }
    }

    pub(super) fn binary(&mut self, operator: Operator, left: ExprNo, right: ExprNo, ty: Ty, span: Span) -> ExprId {
        let (a, b) = (self.expression(left).ty, self.expression(right).ty);
        if self.it.options.run {
            let (first, second) = (self.described(left), self.described(right));
            return self.combined_to_run(operator, (first, a), (second, b), span);
        }
        let (first, second) = (self.expr(left), self.expr(right));
        let at = [self.span(left), self.span(right)];
        let made = self.combine(operator, (first, a), (second, b), at, ty, span);
        if operator != Operator::Add || ty != self.it.java.known.string {
            return made;
        }
        // The text of a collection has those of its elements.
        let uses: Vec<ExprId> = [left, right].into_iter().filter_map(|e| self.use_of_argument(e, false)).collect();
        [left, right].into_iter().for_each(|e| self.note_look(e, false));
        self.it.out.after(uses, made, span)
    }

    /// The operator on two values of Java types.
    pub(super) fn combine(
        &mut self,
        operator: Operator,
        (left, a): (ExprId, Ty),
        (right, b): (ExprId, Ty),
        at: [Span; 2],
        ty: Ty,
        span: Span,
    ) -> ExprId {
        let Some(op) = plain(operator) else { return self.any(ty, &[left, right], span) };
        let operands = match operator {
            Operator::And | Operator::Or => Ty::BOOLEAN,
            Operator::Equal | Operator::NotEqual => match (self.it.sort(a), self.it.sort(b)) {
                (Sort::Int, _) | (_, Sort::Int) => Ty::INT,
                (Sort::Boolean, _) | (_, Sort::Boolean) => Ty::BOOLEAN,
                _ => return self.it.out.binary(op, left, right, span),
            },
            Operator::Add if self.it.sort(ty) == Sort::Text => {
                return self.concatenation((left, a), (right, b), ty, span);
            }
            // A number of the calculus is no value of an unknown type.
            _ if self.it.sort(ty) == Sort::Object => return self.any(ty, &[left, right], span),
            _ => Ty::INT,
        };
        let left = self.convert(left, a, operands, at[0]);
        let right = self.convert(right, b, operands, at[1]);
        self.it.out.binary(op, left, right, span)
    }

    /// `a + b` of which one is a string: the other one is made one.
    fn concatenation(&mut self, (left, a): (ExprId, Ty), (right, b): (ExprId, Ty), ty: Ty, span: Span) -> ExprId {
        let is_text = |code: &mut Self, ty: Ty| {
            code.it.sort(ty) == Sort::Text && !matches!(code.it.java.types.shape(ty), Shape::Null)
        };
        if is_text(self, a) && is_text(self, b) {
            return self.it.out.binary(BinOp::Add, left, right, span);
        }
        self.it.found.library_stores.insert(span);
        self.any(ty, &[left, right], span)
    }
}
