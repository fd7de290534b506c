//! Numbers, characters and strings as they are written.

use crate::attribute::Constant;
use crate::elaborate::code::Code;
use crate::literals::{text_of, unescaped, whole};
use crate::tree::body::{ExprNo, Kind};
use crate::types::{Primitive, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};

impl Code<'_, '_, '_> {
    /// A number that is no `int`.
    pub(in crate::elaborate) fn number_to_run(&mut self, text: &str, ty: Ty, span: Span) -> ExprId {
        let made = match self.primitive_type(ty) {
            Some(Primitive::Long) => whole(text).map(|n| ("longOf", (n as i64).to_string())),
            Some(Primitive::Double) => {
                let digits = text.trim_end_matches(['d', 'D']).replace('_', "");
                digits.parse::<f64>().ok().map(|_| ("doubleOf", digits))
            }
            Some(Primitive::Float) => {
                let digits = text.trim_end_matches(['f', 'F']).replace('_', "");
                digits.parse::<f32>().ok().map(|_| ("floatOf", digits))
            }
            _ => None,
        };
        match made {
            Some((primitive, digits)) => {
                let digits = self.it.intern(&digits);
                let digits = self.it.out.expr(Expr::Str(digits), span);
                self.it.primitive(primitive, &[digits], span)
            }
            None => self.refused(
                ty,
                span,
                format!("the number `{text}` does not run: `int`, `long`, `float` and `double` do"),
            ),
        }
    }

    /// A constant text, in a program that is to run: equal ones are one object (JLS 15.29).
    pub(in crate::elaborate) fn constant_text(&mut self, e: ExprNo) -> Option<ExprId> {
        let it = self.expression(e);
        let may_be = matches!(
            it.kind,
            Kind::Local(_) | Kind::Field { .. } | Kind::Binary { .. } | Kind::Conditional { .. } | Kind::Cast { .. }
        );
        if !self.it.options.run || !may_be || it.ty != self.it.java.known.string {
            return None;
        }
        let span = it.span;
        let Constant::Text(text) = self.it.java.constant(self.body, e)? else { return None };
        let text = self.it.intern(&text);
        Some(self.it.out.expr(Expr::Str(text), span))
    }

    /// A character.
    pub(in crate::elaborate) fn character_to_run(&mut self, text: &str, ty: Ty, span: Span) -> ExprId {
        let inner = text.get(1..text.len().saturating_sub(1)).and_then(unescaped);
        let mut units = inner.iter().flat_map(|text| text.encode_utf16());
        match (units.next(), units.next()) {
            (Some(unit), None) => self.it.out.int(i32::from(unit), span),
            _ => self.refused(ty, span, "this is no character"),
        }
    }

    /// A string.
    pub(in crate::elaborate) fn string_to_run(&mut self, text: &str, ty: Ty, span: Span) -> ExprId {
        match text_of(text) {
            Some(inner) => {
                let name = self.it.intern(&inner);
                self.it.out.expr(Expr::Str(name), span)
            }
            None => self.refused(ty, span, "an escape in this string is not one of Java's"),
        }
    }
}
