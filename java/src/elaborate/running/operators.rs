//! Operators on numbers of all types, on boxes and on strings.

use crate::elaborate::code::Code;
use crate::elaborate::operators::plain;
use crate::elaborate::types::Sort;
use crate::tree::body::{ExprNo, Operator};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, ExprId, UnOp};
use racefree_program::primitives::WIDE;

/// A value of a Java type.
pub(in crate::elaborate) type Typed = (ExprId, Ty);

/// The operator of the calculus on two `int`, or the primitive of the library that takes its place.
fn on_ints(operator: Operator) -> Result<BinOp, &'static str> {
    plain(operator).ok_or(match operator {
        Operator::ShiftLeft => "shiftLeft",
        Operator::ShiftRight => "shiftRight",
        Operator::ShiftRightUnsigned => "shiftRightUnsigned",
        Operator::BitAnd => "bitAnd",
        Operator::BitOr => "bitOr",
        Operator::BitXor => "bitXor",
        _ => "bitNot",
    })
}

/// The operator as [`WIDE`] has it.
fn text(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Remainder => "%",
        Operator::ShiftLeft => "<<",
        Operator::ShiftRight => ">>",
        Operator::ShiftRightUnsigned => ">>>",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::BitAnd => "&",
        Operator::BitOr => "|",
        Operator::BitXor => "^",
        Operator::And | Operator::Or | Operator::Not | Operator::Complement => "",
    }
}

/// End of a refusal of operands.
pub(super) const NO_NUMBER: &str = "is no number that runs";

impl Code<'_, '_, '_> {
    /// An operator on one value.
    pub(in crate::elaborate) fn unary_to_run(
        &mut self,
        operator: Operator,
        operand: ExprNo,
        ty: Ty,
        span: Span,
    ) -> ExprId {
        if operator == Operator::Subtract && self.it.java.sources.at(self.span(operand)) == "2147483648" {
            return self.it.out.int(i32::MIN, span);
        }
        let (value, own) = (self.expr(operand), self.expression(operand).ty);
        if operator == Operator::Not {
            let value = self.converted_to_run(value, own, Ty::BOOLEAN, span);
            return self.it.out.unary(UnOp::Not, value, span);
        }
        let p = self.promoted((value, own), span);
        let Some((value, p)) = p else { return self.refused(ty, span, format!("this operand {NO_NUMBER}")) };
        let other = |code: &mut Self, n: i64| code.wide_number(n, p, span);
        match (operator, p) {
            (Operator::Subtract, Primitive::Int) => self.it.out.unary(UnOp::Neg, value, span),
            (Operator::Complement, Primitive::Int) => self.it.primitive("bitNot", &[value], span),
            (Operator::Subtract, _) => {
                let minus = other(self, -1);
                self.wide("*", value, minus, span)
            }
            (Operator::Complement, _) => {
                let ones = other(self, -1);
                self.wide("^", value, ones, span)
            }
            _ => value,
        }
    }

    fn wide_number(&mut self, n: i64, p: Primitive, span: Span) -> ExprId {
        let n = self.it.out.int(n as i32, span);
        self.number_as(n, Primitive::Int, p, span)
    }

    /// A number as operators take it: an `int`, `long` or `double`.
    fn promoted(&mut self, (value, own): Typed, span: Span) -> Option<(ExprId, Primitive)> {
        let p = self.primitive_type(own).or_else(|| self.boxed_type(own))?;
        let to = match p {
            Primitive::Byte | Primitive::Short | Primitive::Char | Primitive::Int => Primitive::Int,
            Primitive::Long | Primitive::Float | Primitive::Double => p,
            Primitive::Boolean => return None,
        };
        let ty = Ty::primitive(to);
        Some((self.converted_to_run(value, own, ty, span), to))
    }

    fn wide(&mut self, operator: &str, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let number = WIDE.iter().position(|known| *known == operator).unwrap_or_default();
        let number = self.it.out.int(number as i32, span);
        self.it.primitive("wide", &[number, a, b], span)
    }

    /// The type of `a op b`.
    pub(in crate::elaborate) fn type_to_run(&mut self, operator: Operator, a: Ty, b: Ty) -> Ty {
        let of = |code: &mut Self, ty: Ty| code.primitive_type(ty).or_else(|| code.boxed_type(ty));
        let (p, q) = (of(self, a), of(self, b));
        let widest = |all: &[Option<Primitive>]| {
            [Primitive::Double, Primitive::Float, Primitive::Long]
                .into_iter()
                .find(|p| all.contains(&Some(*p)))
                .unwrap_or(Primitive::Int)
        };
        match operator {
            Operator::Add if self.is_string(a) || self.is_string(b) => self.it.java.known.string,
            Operator::BitAnd | Operator::BitOr | Operator::BitXor if p == Some(Primitive::Boolean) => Ty::BOOLEAN,
            Operator::ShiftLeft | Operator::ShiftRight | Operator::ShiftRightUnsigned => Ty::primitive(widest(&[p])),
            Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual
            | Operator::Equal
            | Operator::NotEqual
            | Operator::And
            | Operator::Or
            | Operator::Not => Ty::BOOLEAN,
            _ => Ty::primitive(widest(&[p, q])),
        }
    }

    fn is_string(&mut self, ty: Ty) -> bool {
        self.it.sort(ty) == Sort::Text && !matches!(self.it.java.types.shape(ty), Shape::Null)
    }

    /// `a op b`
    pub(in crate::elaborate) fn combined_to_run(
        &mut self,
        operator: Operator,
        a: Typed,
        b: Typed,
        span: Span,
    ) -> ExprId {
        let number = |code: &mut Self, ty: Ty| code.primitive_type(ty).or_else(|| code.boxed_type(ty));
        let (p, q) = (number(self, a.1), number(self, b.1));
        match operator {
            Operator::Add if self.is_string(a.1) || self.is_string(b.1) => return self.joined(a, b, span),
            Operator::And | Operator::Or => return self.on_booleans(operator, a, b, span),
            Operator::Equal | Operator::NotEqual => {
                let primitive = self.primitive_type(a.1).is_some() || self.primitive_type(b.1).is_some();
                if !primitive {
                    return self.same_reference(operator, a, b, span);
                }
                if p == Some(Primitive::Boolean) || q == Some(Primitive::Boolean) {
                    return self.on_booleans(operator, a, b, span);
                }
            }
            Operator::BitAnd | Operator::BitOr | Operator::BitXor if p == Some(Primitive::Boolean) => {
                return self.on_booleans(operator, a, b, span);
            }
            _ => {}
        }
        self.on_numbers(operator, a, b, span)
    }

    fn on_booleans(&mut self, operator: Operator, a: Typed, b: Typed, span: Span) -> ExprId {
        let left = self.converted_to_run(a.0, a.1, Ty::BOOLEAN, span);
        let right = self.converted_to_run(b.0, b.1, Ty::BOOLEAN, span);
        match on_ints(operator) {
            Ok(op) => self.it.out.binary(op, left, right, span),
            Err(primitive) => self.it.primitive(primitive, &[left, right], span),
        }
    }

    /// `==` of two references. Boxes are values here, and Java compares them as objects: of two that are equal the library knows what it says.
    fn same_reference(&mut self, operator: Operator, a: Typed, b: Typed, span: Span) -> ExprId {
        if !self.it.is_of_library(self.class()) && self.may_be_box(a.1) && self.may_be_box(b.1) {
            let found = self.it.class_in("java.lang", "RacefreeNumber").and_then(|class| {
                let name = self.it.java.names.intern("same");
                Some((class, *self.it.methods_named(class, name).first()?))
            });
            if let Some((class, method)) = found {
                let same = self.it.call_static(class, method, &[a.0, b.0], span);
                let differs = operator == Operator::NotEqual;
                return if differs { self.it.out.unary(UnOp::Not, same, span) } else { same };
            }
        }
        let is_class = |code: &mut Self, ty: Ty| code.it.type_text(ty).is_some_and(|name| name == "Class");
        if !self.it.is_of_library(self.class()) && is_class(self, a.1) && is_class(self, b.1) {
            let same = self.helper_of("RacefreeObject", "sameClass", &[a.0, b.0], span);
            let differs = operator == Operator::NotEqual;
            return if differs { self.it.out.unary(UnOp::Not, same, span) } else { same };
        }
        let op = if operator == Operator::Equal { BinOp::Eq } else { BinOp::Ne };
        self.it.out.binary(op, a.0, b.0, span)
    }

    /// Returns true for a type whose values may be boxes.
    fn may_be_box(&mut self, ty: Ty) -> bool {
        const ABOVE: &[&str] = &["Object", "Number", "Comparable", "Serializable"];
        let erased = self.it.java.types.erased(ty);
        let is_above = |name: String| ABOVE.contains(&name.as_str());
        ty != Ty::NULL && (self.boxed_type(ty).is_some() || self.it.type_text(erased).is_some_and(is_above))
    }

    fn on_numbers(&mut self, operator: Operator, a: Typed, b: Typed, span: Span) -> ExprId {
        let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight | Operator::ShiftRightUnsigned);
        let (Some((left, p)), Some((right, q))) = (self.promoted(a, span), self.promoted(b, span)) else {
            return self.refused(Ty::INT, span, format!("one of these operands {NO_NUMBER}"));
        };
        let widest = match (p, q) {
            _ if shifts => p,
            (Primitive::Double, _) | (_, Primitive::Double) => Primitive::Double,
            (Primitive::Float, _) | (_, Primitive::Float) => Primitive::Float,
            (Primitive::Long, _) | (_, Primitive::Long) => Primitive::Long,
            _ => Primitive::Int,
        };
        let left = self.number_as(left, p, widest, span);
        let right = self.number_as(right, q, widest, span);
        if widest != Primitive::Int {
            return self.wide(text(operator), left, right, span);
        }
        match on_ints(operator) {
            Ok(op) => self.it.out.binary(op, left, right, span),
            Err(primitive) => self.it.primitive(primitive, &[left, right], span),
        }
    }

    /// `a + b` of which one is a string.
    fn joined(&mut self, a: Typed, b: Typed, span: Span) -> ExprId {
        let (left, right) = (self.shown(a.0, a.1, span), self.shown(b.0, b.1, span));
        self.it.primitive("concat", &[left, right], span)
    }
}
