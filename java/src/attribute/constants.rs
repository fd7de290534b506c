//! Constant expressions (JLS 15.29) whose values are those of an `int`, and the narrower type that they leave to conditionals.

use super::Attributor;
use crate::Java;
use crate::tree::body::{ExprNo, Form, Kind as Is, Literal, Operator, number};
use crate::tree::{FieldNo, Member};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::stack::deep;
use std::sync::Arc;

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
                *own == ty || *own == Ty::INT && self.constant(*value).is_some_and(|v| (least..=most).contains(&v))
            };
            (types.contains(&ty) && types.iter().zip(values).all(&mut fits)).then_some(ty)
        })
    }

    /// The value of a constant expression.
    fn constant(&mut self, e: ExprNo) -> Option<i32> {
        let it = &self.body.expressions[e.index()];
        let Shape::Primitive(primitive) = self.java.types.shape(it.ty) else { return None };
        let (least, most) = range(primitive)?;
        let text = self.java.sources.at(it.span);
        match it.kind {
            Is::Literal(Literal::Number) => number(text),
            Is::Literal(Literal::Character) => {
                let mut inside = text.trim_matches('\'').chars();
                inside.next().filter(|c| *c != '\\' && inside.next().is_none()).map(|c| c as i32)
            }
            Is::Unary { operator, operand } => {
                let value = deep(|| self.constant(operand))?;
                match operator {
                    Operator::Add => Some(value),
                    Operator::Subtract => Some(value.wrapping_neg()),
                    Operator::Complement => Some(!value),
                    _ => None,
                }
            }
            Is::Binary { operator, left, right } => {
                let (a, b) = (deep(|| self.constant(left))?, deep(|| self.constant(right))?);
                match operator {
                    Operator::Add => Some(a.wrapping_add(b)),
                    Operator::Subtract => Some(a.wrapping_sub(b)),
                    Operator::Multiply => Some(a.wrapping_mul(b)),
                    Operator::Divide => a.checked_div(b),
                    Operator::Remainder => a.checked_rem(b),
                    Operator::ShiftLeft => Some(a.wrapping_shl(b as u32)),
                    Operator::ShiftRight => Some(a.wrapping_shr(b as u32)),
                    Operator::ShiftRightUnsigned => Some((a as u32).wrapping_shr(b as u32) as i32),
                    Operator::BitAnd => Some(a & b),
                    Operator::BitOr => Some(a | b),
                    Operator::BitXor => Some(a ^ b),
                    _ => None,
                }
            }
            Is::Cast { value, .. } => {
                let value = deep(|| self.constant(value))?;
                (least..=most).contains(&value).then_some(value)
            }
            Is::Local(local) if self.body.locals[local.index()].is_final => {
                let value = self.body.statements.iter().find_map(|s| match s.form {
                    Form::Local { local: of, value } if of == local => value,
                    _ => None,
                })?;
                deep(|| self.constant(value))
            }
            Is::Field { target, field, .. } => {
                // A field by its name alone, or behind that of a class.
                let simple = target.is_none_or(|target| {
                    let span = self.body.expressions[target.index()].span;
                    span.start == span.end
                });
                if simple { deep(|| self.java.constant(field)) } else { None }
            }
            _ => None,
        }
    }
}

impl Java {
    /// The value of a final field whose initialiser is a constant expression.
    fn constant(&mut self, field: FieldNo) -> Option<i32> {
        if let Some(known) = self.tables.constants.get(&field) {
            return *known;
        }
        // One that needs itself has none.
        self.tables.constants.insert(field, None);
        let it = &self.fields[field.index()];
        let class = it.class;
        if !it.modifiers.is_final() || !it.initialized || self.is_inner(class) {
            return None;
        }
        let syntax: Arc<_> = self.syntax(self.classes[class.index()].file);
        let mut attributor = Attributor::new(self, &syntax, class);
        attributor.part(Member::Field(field));
        let value = attributor.body.parts[0].value.and_then(|value| attributor.constant(value));
        self.tables.constants.insert(field, value);
        value
    }
}
