//! Values of a type where one of another is wanted, as far as both are known for sure.

use super::Judge;
use crate::tree::Origin;
use crate::tree::body::{ExprNo, Kind, Literal, number};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::stack::deep;

impl Judge<'_, '_> {
    /// Returns true for a type whose values are of no other sort: a number, a string, a box, an array, a class of the sources.
    fn is_definite(&mut self, ty: Ty) -> bool {
        match self.it.java.types.shape(ty) {
            Shape::Primitive(_) | Shape::Void => true,
            // Methods that take arrays of any type do so for each primitive type.
            Shape::Array(of) => self.it.java.unboxed(of) == of && deep(|| self.is_definite(of)),
            _ if ty == self.it.java.known.string || self.it.java.unboxed(ty) != ty => ty != Ty::UNKNOWN,
            Shape::Class(class, _) => {
                let it = &self.it.java.classes[class.index()];
                it.origin == Origin::Source && !it.kind.is_interface() && !it.external_above
            }
            _ => false,
        }
    }

    /// A value where one of a type is wanted; constants fit into small numbers where they are assigned.
    pub(super) fn given(&mut self, e: ExprNo, to: Ty, assigned: bool) {
        match &self.body.expressions[e.index()].kind {
            &Kind::Conditional { yes, no, .. } if self.primitive(self.ty(e)).is_none() => {
                deep(|| self.given(yes, to, assigned));
                return deep(|| self.given(no, to, assigned));
            }
            Kind::Lambda(_) | Kind::Reference(_) | Kind::Switch(_) => return,
            _ => {}
        }
        let from = self.ty(e);
        if !self.fits(e, from, to, assigned) {
            let names = [from, to].map(|ty| self.name(ty));
            self.wrong(
                self.span(e),
                format!("a value of type `{}` does not fit where `{}` is wanted", names[0], names[1]),
            );
        }
    }

    pub(super) fn name(&mut self, ty: Ty) -> String {
        match self.it.java.types.shape(ty) {
            Shape::Array(of) => format!("{}[]", deep(|| self.name(of))),
            Shape::Void => "void".to_owned(),
            _ => self.it.type_text(ty).unwrap_or_else(|| "another".to_owned()),
        }
    }

    /// Returns true for an object where a number or truth value is wanted, and for one of these where an object is that none of their boxes is.
    pub(super) fn is_of_other_sort(&mut self, e: ExprNo, to: Ty) -> bool {
        let of = self.ty(e);
        let (from, to) = (self.it.java.types.erased(of), self.it.java.types.erased(to));
        let boxed = [Ty::INT, Ty::BOOLEAN, Ty::CHAR].map(|ty| self.it.java.boxed(ty));
        match (self.primitive(from), self.primitive(to)) {
            (Some(_), None) => {
                let (is_class, own) = (self.is_class_or_array(to), self.it.java.boxed(from));
                is_class && !self.it.java.is_subtype(own, to)
            }
            (None, Some(_)) => {
                let is_class = self.is_class_or_array(from) && self.it.java.unboxed(from) == from;
                is_class && !boxed.iter().any(|one| self.it.java.is_subtype(*one, from))
            }
            _ => false,
        }
    }

    fn is_class_or_array(&self, ty: Ty) -> bool {
        matches!(self.it.java.types.shape(ty), Shape::Class(..) | Shape::Array(_))
    }

    fn fits(&mut self, e: ExprNo, from: Ty, to: Ty, assigned: bool) -> bool {
        let (from, to) = (self.it.java.types.erased(from), self.it.java.types.erased(to));
        if from == to || !self.is_definite(from) || !self.is_definite(to) {
            return from == to || !matches!(self.it.java.types.shape(from), Shape::Void);
        }
        match (self.primitive(from), self.primitive(to)) {
            (Some(a), Some(b)) => {
                self.it.java.is_subtype(from, to) || assigned && a <= Primitive::Int && self.narrows(e, b)
            }
            (Some(a), None) => {
                let inner = self.it.java.unboxed(to);
                let small = self.primitive(inner).filter(|_| inner != to);
                let boxed = self.it.java.boxed(from);
                let narrow = small.is_some_and(|b| assigned && a <= Primitive::Int && self.narrows(e, b));
                narrow || self.it.java.is_subtype(boxed, to)
            }
            (None, Some(_)) => {
                let inner = self.it.java.unboxed(from);
                inner != from && self.it.java.is_subtype(inner, to)
            }
            (None, None) => self.it.java.is_subtype(from, to),
        }
    }

    /// Returns true for a constant that a small type may have. Of a constant that is not a literal that is taken on trust.
    fn narrows(&mut self, e: ExprNo, to: Primitive) -> bool {
        let (least, most) = match to {
            Primitive::Byte => (i8::MIN.into(), i8::MAX.into()),
            Primitive::Short => (i16::MIN.into(), i16::MAX.into()),
            Primitive::Char => (0, u16::MAX.into()),
            _ => return false,
        };
        match self.body.expressions[e.index()].kind {
            Kind::Literal(Literal::Number) => {
                number(self.it.java.sources.at(self.span(e))).is_some_and(|n| (least..=most).contains(&n))
            }
            Kind::Literal(Literal::Character) => {
                let mut letters = self.it.java.sources.at(self.span(e)).trim_matches('\'').chars();
                let letter = letters.next().map_or(0, |c| u32::from(c) as i32);
                letters.next().is_some() || (least..=most).contains(&letter)
            }
            Kind::Unary { .. } | Kind::Binary { .. } | Kind::Field { .. } => true,
            Kind::Local(local) => self.body.locals[local.index()].effectively_final,
            _ => false,
        }
    }

    pub(super) fn condition(&mut self, e: ExprNo) {
        let ty = self.ty(e);
        let inner = self.it.java.unboxed(ty);
        if self.is_definite(ty) && self.primitive(inner) != Some(Primitive::Boolean) {
            let name = self.name(ty);
            self.wrong(self.span(e), format!("a condition is a `boolean`, and this is of type `{name}`"));
        }
    }

    /// `a == b`: two numbers, two truth values, or two references.
    pub(super) fn compared(&mut self, left: ExprNo, right: ExprNo) {
        let (a, b) = (self.ty(left), self.ty(right));
        let null = [a, b].map(|ty| matches!(self.it.java.types.shape(ty), Shape::Null));
        let primitive = [a, b].map(|ty| self.primitive(ty));
        let inner = [a, b].map(|ty| {
            let inner = self.it.java.unboxed(ty);
            self.primitive(inner)
        });
        let wrong = match (primitive, inner) {
            ([Some(_), _], _) if null[1] => true,
            ([_, Some(_)], _) if null[0] => true,
            ([None, None], _) => false,
            (_, [Some(a), Some(b)]) => (a == Primitive::Boolean) != (b == Primitive::Boolean),
            _ => self.is_definite(a) && self.is_definite(b),
        };
        if wrong {
            let names = [a, b].map(|ty| self.name(ty));
            self.wrong(self.span(left), format!("`{}` and `{}` cannot be compared", names[0], names[1]));
        }
    }
}
