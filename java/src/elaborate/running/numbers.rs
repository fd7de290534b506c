//! Conversions of values: between numbers, into boxes and out of them, and to texts.

use crate::elaborate::code::Code;
use crate::elaborate::types::Sort;
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, Expr, ExprId};

impl Code<'_, '_, '_> {
    /// The primitive type that a type is.
    pub(in crate::elaborate) fn primitive_type(&mut self, ty: Ty) -> Option<Primitive> {
        match self.it.java.types.shape(ty) {
            Shape::Primitive(p) => Some(p),
            _ => None,
        }
    }

    /// The primitive type in the box that a type is.
    pub(in crate::elaborate) fn boxed_type(&mut self, ty: Ty) -> Option<Primitive> {
        let erased = self.it.java.types.erased(ty);
        let unboxed = self.it.java.unboxed(erased);
        if unboxed == erased { None } else { self.primitive_type(unboxed) }
    }

    /// A value of a type as one of another.
    pub(in crate::elaborate) fn converted_to_run(&mut self, value: ExprId, from: Ty, to: Ty, span: Span) -> ExprId {
        if from == to || to == Ty::VOID {
            return value;
        }
        match (self.primitive_type(from), self.primitive_type(to)) {
            (Some(a), Some(b)) => self.number_as(value, a, b, span),
            (Some(a), None) => match self.boxed_type(to) {
                // `Long l = 5` is an error of the compiler's; `Byte b = 5` is none.
                Some(Primitive::Byte | Primitive::Short) => self.no_box(to, span),
                Some(b) if b != a => {
                    let value = self.number_as(value, a, b, span);
                    self.boxed(value, b, to, span)
                }
                _ => self.boxed(value, a, to, span),
            },
            (None, Some(b)) => {
                let own = self.boxed_type(from);
                let value = self.it.primitive("unbox", &[value], span);
                match own {
                    Some(own) => self.number_as(value, own, b, span),
                    None => value,
                }
            }
            (None, None) => value,
        }
    }

    fn no_box(&mut self, to: Ty, span: Span) -> ExprId {
        self.refused(to, span, "boxes of `byte` and `short` do not run; those of the other types do")
    }

    fn boxed(&mut self, value: ExprId, own: Primitive, to: Ty, span: Span) -> ExprId {
        match own {
            Primitive::Char => self.it.primitive("boxChar", &[value], span),
            Primitive::Byte | Primitive::Short => self.no_box(to, span),
            Primitive::Int | Primitive::Long | Primitive::Float | Primitive::Double | Primitive::Boolean => value,
        }
    }

    /// A number of a type as one of another, as a cast makes it.
    pub(in crate::elaborate) fn number_as(
        &mut self,
        value: ExprId,
        from: Primitive,
        to: Primitive,
        span: Span,
    ) -> ExprId {
        use Primitive as P;
        let is_int = |p: P| matches!(p, P::Byte | P::Short | P::Char | P::Int);
        match (from, to) {
            _ if from == to => value,
            (P::Boolean, _) | (_, P::Boolean) => value,
            (_, P::Long) => self.it.primitive("toLong", &[value], span),
            (_, P::Double) => self.it.primitive("toDouble", &[value], span),
            (_, P::Float) => self.it.primitive("toFloat", &[value], span),
            (P::Byte | P::Short | P::Char | P::Int, P::Int) | (P::Byte, P::Short) => value,
            _ => {
                let value = if is_int(from) { value } else { self.it.primitive("toInt", &[value], span) };
                match to {
                    P::Byte => self.it.primitive("toByte", &[value], span),
                    P::Short => self.it.primitive("toShort", &[value], span),
                    P::Char => self.it.primitive("toChar", &[value], span),
                    P::Int | P::Long | P::Double | P::Boolean | P::Float => value,
                }
            }
        }
    }

    /// The text of a value, as `+` and `println` make it, or what a primitive makes that text of.
    pub(in crate::elaborate) fn shown(&mut self, value: ExprId, ty: Ty, span: Span) -> ExprId {
        if self.primitive_type(ty) == Some(Primitive::Char) {
            return self.it.primitive("charText", &[value], span);
        }
        if self.primitive_type(ty).is_some() || self.boxed_type(ty).is_some() || matches!(self.it.sort(ty), Sort::Text)
        {
            return value;
        }
        if matches!(self.it.java.types.shape(ty), Shape::Null) {
            return value;
        }
        let object = self.it.out.object(span);
        let method = self.method_of_object("toString");
        self.with_variable("shown", object, value, span, |code, name| {
            let (a, b, null) = (code.it.out.var(name, span), code.it.out.var(name, span), code.it.out.null(span));
            let is_null = code.it.out.binary(BinOp::Eq, a, null, span);
            let text = code.it.out.call(b, method, &[], span);
            let null = code.it.intern("null");
            let null = code.it.out.expr(Expr::Str(null), span);
            code.it.out.branch(is_null, null, Some(text), span)
        })
    }

    /// The name of a method without parameters that every object has, or of `equals`.
    pub(in crate::elaborate) fn method_of_object(&mut self, name: &str) -> racefree_grammar::name::Name {
        let java = self.it.intern(name);
        let object = self.it.class_in("java.lang", "Object");
        match object.and_then(|object| self.it.methods_named(object, java).first().copied()) {
            Some(method) => self.it.method_name(method),
            None => java,
        }
    }
}

impl Code<'_, '_, '_> {
    /// `(t) v`
    pub(in crate::elaborate) fn cast_to_run(
        &mut self,
        value: ExprId,
        (from, to): (Ty, Ty),
        ty: racefree_grammar::ast::TypeId,
        span: Span,
    ) -> ExprId {
        let primitive = self.primitive_type(from).is_some() || self.primitive_type(to).is_some();
        if primitive {
            return self.converted_to_run(value, from, to, span);
        }
        // A type parameter is erased.
        let is_class = matches!(self.it.sort(to), Sort::Class(_) | Sort::Text | Sort::Array(_));
        if is_class { self.it.out.cast(ty, value, span) } else { value }
    }

    /// The call of a method without parameters of an iterator.
    pub(in crate::elaborate) fn iterated(&mut self, name: &str, iterator: ExprId, to: Ty, span: Span) -> ExprId {
        let java = self.it.intern(name);
        let class = self.it.class_in("java.util", "Iterator");
        let method = class.and_then(|class| self.it.methods_named(class, java).first().copied());
        let name = method.map_or(java, |method| self.it.method_name(method));
        let made = self.it.out.call(iterator, name, &[], span);
        match (name, self.primitive_type(to)) {
            (_, Some(_)) if to != Ty::BOOLEAN || java != name && java == self.it.intern("next") => {
                let object = self.it.java.known.object;
                self.converted_to_run(made, object, to, span)
            }
            _ => made,
        }
    }
}

impl crate::elaborate::Elaborator<'_> {
    /// The name of the type that elements of small numbers have, in a program that is to run: `char[]` is no `int[]`.
    pub(in crate::elaborate) fn small_name(&mut self, ty: Ty) -> Option<racefree_grammar::name::Name> {
        if !self.options.run {
            return None;
        }
        match self.java.types.shape(ty) {
            Shape::Primitive(Primitive::Char) => Some(self.intern("char$")),
            Shape::Primitive(Primitive::Byte) => Some(self.intern("byte$")),
            Shape::Primitive(Primitive::Short) => Some(self.intern("short$")),
            _ => None,
        }
    }

    /// The name of the type that variables of a wide number have, in a program that is to run.
    pub(in crate::elaborate) fn wide_name(&mut self, ty: Ty) -> Option<racefree_grammar::name::Name> {
        if !self.options.run {
            return None;
        }
        match self.java.types.shape(ty) {
            Shape::Primitive(Primitive::Long) => Some(self.intern("long$")),
            Shape::Primitive(Primitive::Double) => Some(self.intern("double$")),
            Shape::Primitive(Primitive::Float) => Some(self.intern("float$")),
            _ => None,
        }
    }
}
