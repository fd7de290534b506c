//! Constant expressions (JLS 15.29): their values, and the narrower type that they leave to conditionals. Those with fractions are left out.

use super::Attributor;
use crate::Java;
use crate::literals::{text_of, unescaped, whole};
use crate::tree::body::{Body, ExprNo, Expression, Form, Kind as Is, Literal, LocalNo, Operator, number};
use crate::tree::{FieldNo, Member};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::stack::deep;
use std::sync::Arc;

/// The value of a constant expression. That of a type below `int` is an `int`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Constant {
    Int(i32),
    Long(i64),
    Boolean(bool),
    Text(Arc<str>),
}

/// The values of a type below `int`, and those of `int`.
fn range(primitive: Primitive) -> Option<(i32, i32)> {
    Some(match primitive {
        Primitive::Byte => (i8::MIN.into(), i8::MAX.into()),
        Primitive::Short => (i16::MIN.into(), i16::MAX.into()),
        Primitive::Char => (0, u16::MAX.into()),
        Primitive::Int => (i32::MIN, i32::MAX),
        Primitive::Long | Primitive::Float | Primitive::Double | Primitive::Boolean => return None,
    })
}

impl Attributor<'_, '_> {
    /// The type below `int` that some of several values has, if the others have it too or are constants that fit (JLS 15.25).
    pub(super) fn narrowed(&mut self, values: &[ExprNo]) -> Option<Ty> {
        let mut types = Vec::new();
        for value in values {
            let ty = self.found(self.ty(*value));
            types.push(self.java.unboxed(ty));
        }
        [Primitive::Char, Primitive::Short, Primitive::Byte].into_iter().find_map(|narrow| {
            let (ty, (least, most)) = (Ty::primitive(narrow), range(narrow)?);
            let mut fits = |(own, value): (&Ty, &ExprNo)| {
                let small = |value| matches!(value, Some(Constant::Int(v)) if (least..=most).contains(&v));
                *own == ty || *own == Ty::INT && small(self.java.constant(&self.body, *value))
            };
            (types.contains(&ty) && types.iter().zip(values).all(&mut fits)).then_some(ty)
        })
    }
}

impl Java {
    /// The value of a constant expression.
    pub(crate) fn constant(&mut self, body: &Body, e: ExprNo) -> Option<Constant> {
        let it = &body.expressions[e.index()];
        match it.kind {
            Is::Literal(literal) => self.literal_value(it, literal),
            Is::Unary { operator, operand } => {
                // The least number has no literal without its sign.
                if operator == Operator::Subtract
                    && it.ty == Ty::INT
                    && number_text(self, body, operand) == "2147483648"
                {
                    return Some(Constant::Int(i32::MIN));
                }
                let value = deep(|| self.constant(body, operand))?;
                unary(operator, value)
            }
            Is::Binary { operator, left, right } => {
                let (a, b) = (deep(|| self.constant(body, left))?, deep(|| self.constant(body, right))?);
                if operator == Operator::Add && it.ty == self.known.string {
                    let shown = |e: ExprNo, value: &Constant| shown(body.expressions[e.index()].ty, value);
                    return Some(Constant::Text((shown(left, &a)? + &shown(right, &b)?).into()));
                }
                binary(operator, a, b)
            }
            Is::Conditional { test, yes, no } => {
                let values = [test, yes, no].map(|e| deep(|| self.constant(body, e)));
                match values {
                    [Some(Constant::Boolean(test)), Some(yes), Some(no)] => {
                        self.converted(if test { yes } else { no }, it.ty)
                    }
                    _ => None,
                }
            }
            Is::Cast { ty, value } => {
                let value = deep(|| self.constant(body, value))?;
                self.converted(value, ty.ty)
            }
            Is::Local(local) => self.local_constant(body, local),
            Is::Field { target, field, .. } => {
                // A field by its name alone, or behind that of a class.
                let is_simple = target.is_none_or(|target| {
                    let span = body.expressions[target.index()].span;
                    span.start == span.end
                });
                if is_simple { deep(|| self.field_constant(field)) } else { None }
            }
            _ => None,
        }
    }

    fn literal_value(&self, it: &Expression, literal: Literal) -> Option<Constant> {
        let text = self.sources.at(it.span);
        match literal {
            Literal::Boolean(value) => Some(Constant::Boolean(value)),
            Literal::Number if it.ty == Ty::LONG => whole(text).map(|n| Constant::Long(n as i64)),
            Literal::Number if it.ty == Ty::INT => number(text).map(Constant::Int),
            Literal::Character => {
                let inside = text.get(1..text.len().saturating_sub(1)).and_then(unescaped)?;
                let mut units = inside.encode_utf16();
                units.next().filter(|_| units.next().is_none()).map(|unit| Constant::Int(unit.into()))
            }
            Literal::Text => text_of(text).map(|text| Constant::Text(text.into())),
            Literal::Null | Literal::Number => None,
        }
    }

    fn local_constant(&mut self, body: &Body, local: LocalNo) -> Option<Constant> {
        let it = &body.locals[local.index()];
        if !it.is_final {
            return None;
        }
        let value = body.statements.iter().find_map(|s| match s.form {
            Form::Local { local: of, value } if of == local => value,
            _ => None,
        })?;
        let value = deep(|| self.constant(body, value))?;
        self.converted(value, it.ty.ty)
    }

    /// A constant as a value of a type; none, if variables of the type are no constants.
    fn converted(&mut self, value: Constant, ty: Ty) -> Option<Constant> {
        if let Constant::Text(_) = value {
            return (ty == self.known.string).then_some(value);
        }
        let Shape::Primitive(to) = self.types.shape(ty) else { return None };
        match (value, to) {
            (value @ Constant::Boolean(_), Primitive::Boolean) => Some(value),
            (Constant::Int(n), Primitive::Long) => Some(Constant::Long(n.into())),
            (value @ Constant::Long(_), Primitive::Long) => Some(value),
            (Constant::Int(n), _) => cut(n, to).map(Constant::Int),
            (Constant::Long(n), _) => cut(n as i32, to).map(Constant::Int),
            (Constant::Boolean(_) | Constant::Text(_), _) => None,
        }
    }

    /// The value of a final field whose initialiser is a constant expression.
    fn field_constant(&mut self, field: FieldNo) -> Option<Constant> {
        if let Some(known) = self.tables.constants.get(&field) {
            return known.clone();
        }
        // One that needs itself has none.
        self.tables.constants.insert(field, None);
        let it = &self.fields[field.index()];
        let (class, ty) = (it.class, it.ty.ty);
        if !it.modifiers.is_final() || !it.initialized || self.is_inner(class) {
            return None;
        }
        let syntax: Arc<_> = self.syntax(self.classes[class.index()].file);
        let mut attributor = Attributor::new(self, &syntax, class);
        attributor.part(Member::Field(field));
        let body = std::mem::take(&mut attributor.body);
        let value = body.parts[0].value.and_then(|value| self.constant(&body, value));
        let value = value.and_then(|value| self.converted(value, ty));
        self.tables.constants.insert(field, value.clone());
        value
    }
}

fn number_text<'j>(java: &'j Java, body: &Body, e: ExprNo) -> &'j str {
    java.sources.at(body.expressions[e.index()].span)
}

/// The part of a number that a type has.
fn cut(n: i32, to: Primitive) -> Option<i32> {
    Some(match to {
        Primitive::Byte => (n as i8).into(),
        Primitive::Short => (n as i16).into(),
        Primitive::Char => (n as u16).into(),
        Primitive::Int => n,
        Primitive::Long | Primitive::Float | Primitive::Double | Primitive::Boolean => return None,
    })
}

/// A value as a part of a text.
fn shown(ty: Ty, value: &Constant) -> Option<String> {
    Some(match value {
        Constant::Int(n) if ty == Ty::CHAR => char::from_u32(*n as u32)?.to_string(),
        Constant::Int(n) => n.to_string(),
        Constant::Long(n) => n.to_string(),
        Constant::Boolean(b) => b.to_string(),
        Constant::Text(text) => text.to_string(),
    })
}

fn unary(operator: Operator, value: Constant) -> Option<Constant> {
    match (operator, value) {
        (Operator::Add, value @ (Constant::Int(_) | Constant::Long(_))) => Some(value),
        (Operator::Subtract, Constant::Int(n)) => Some(Constant::Int(n.wrapping_neg())),
        (Operator::Subtract, Constant::Long(n)) => Some(Constant::Long(n.wrapping_neg())),
        (Operator::Complement, Constant::Int(n)) => Some(Constant::Int(!n)),
        (Operator::Complement, Constant::Long(n)) => Some(Constant::Long(!n)),
        (Operator::Not, Constant::Boolean(b)) => Some(Constant::Boolean(!b)),
        _ => None,
    }
}

fn binary(operator: Operator, a: Constant, b: Constant) -> Option<Constant> {
    match (a, b) {
        (Constant::Boolean(a), Constant::Boolean(b)) => Some(Constant::Boolean(match operator {
            Operator::And | Operator::BitAnd => a && b,
            Operator::Or | Operator::BitOr => a || b,
            Operator::BitXor | Operator::NotEqual => a != b,
            Operator::Equal => a == b,
            _ => return None,
        })),
        (Constant::Text(a), Constant::Text(b)) => match operator {
            Operator::Equal => Some(Constant::Boolean(a == b)),
            Operator::NotEqual => Some(Constant::Boolean(a != b)),
            _ => None,
        },
        (Constant::Int(a), Constant::Int(b)) if operator == Operator::ShiftRightUnsigned => {
            Some(Constant::Int((a as u32).wrapping_shr(b as u32) as i32))
        }
        (Constant::Int(a), Constant::Int(b)) => Some(match on_longs(operator, a.into(), b.into(), 31)? {
            Constant::Long(n) => Constant::Int(n as i32),
            compared => compared,
        }),
        (a, b) => {
            let whole = |value: Constant| match value {
                Constant::Int(n) => Some(i64::from(n)),
                Constant::Long(n) => Some(n),
                Constant::Boolean(_) | Constant::Text(_) => None,
            };
            let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight | Operator::ShiftRightUnsigned);
            let is_int = shifts && matches!(a, Constant::Int(_));
            // A shift has the type of its left side.
            if is_int {
                return binary(operator, a, Constant::Int(whole(b)? as i32));
            }
            on_longs(operator, whole(a)?, whole(b)?, 63)
        }
    }
}

/// An operator on numbers; shifts take so many bits of their right side.
fn on_longs(operator: Operator, a: i64, b: i64, bits: u32) -> Option<Constant> {
    let by = b as u32 & bits;
    Some(match operator {
        Operator::Add => Constant::Long(a.wrapping_add(b)),
        Operator::Subtract => Constant::Long(a.wrapping_sub(b)),
        Operator::Multiply => Constant::Long(a.wrapping_mul(b)),
        Operator::Divide => Constant::Long(if b == 0 { return None } else { a.wrapping_div(b) }),
        Operator::Remainder => Constant::Long(if b == 0 { return None } else { a.wrapping_rem(b) }),
        Operator::ShiftLeft => Constant::Long(a.wrapping_shl(by)),
        Operator::ShiftRight => Constant::Long(a.wrapping_shr(by)),
        Operator::ShiftRightUnsigned => Constant::Long((a as u64).wrapping_shr(by) as i64),
        Operator::BitAnd => Constant::Long(a & b),
        Operator::BitOr => Constant::Long(a | b),
        Operator::BitXor => Constant::Long(a ^ b),
        Operator::Less => Constant::Boolean(a < b),
        Operator::LessOrEqual => Constant::Boolean(a <= b),
        Operator::Greater => Constant::Boolean(a > b),
        Operator::GreaterOrEqual => Constant::Boolean(a >= b),
        Operator::Equal => Constant::Boolean(a == b),
        Operator::NotEqual => Constant::Boolean(a != b),
        Operator::And | Operator::Or | Operator::Not | Operator::Complement => return None,
    })
}
