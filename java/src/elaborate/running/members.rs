//! Members of the library, of values and of enums and records, in programs that are to run.
//!
//! Strings, boxes and enum constants are values of the engine, so their classes have no bodies for their methods: a `native` instance method
//! of a class `C` of `java.lang` is the static method of its name in `RacefreeC`, which takes the value first. A method that no such class
//! has is called as it stands, for the engine knows it.

use super::NO_CLASS;
use crate::elaborate::Elaborator;
use crate::elaborate::code::Code;
use crate::syntax::NodeKind;
use crate::tree::body::{Call, Callee, Kind, New};
use crate::tree::{ClassNo, FieldNo, Member, MethodNo};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;

impl Elaborator<'_> {
    /// The constants of an enum, in order.
    pub(in crate::elaborate) fn constants_of(&mut self, class: ClassNo) -> Vec<FieldNo> {
        self.java.ensure_members(class);
        let all = self.java.classes[class.index()].members.clone();
        all.into_iter()
            .filter_map(|member| match member {
                Member::Field(f) if self.is_constant(f) => Some(f),
                _ => None,
            })
            .collect()
    }

    /// Returns true for a constant of an enum.
    fn is_constant(&self, field: FieldNo) -> bool {
        let class = self.java.fields[field.index()].class;
        let file = self.java.classes[class.index()].file;
        let at = self.java.tables.field_at[field.index()];
        self.java.syntax(file).kind(at) == NodeKind::EnumConstant
    }

    /// Returns true if even a literal that a field begins with is made by code of the library, in a program that is to run: numbers that are
    /// objects there, and boxes.
    pub(in crate::elaborate) fn is_made_to_run(&self, field: FieldNo) -> bool {
        let it = &self.java.fields[field.index()];
        let ty = it.ty.ty;
        // Static fields that are no constants get their values in the order of the text.
        let in_order = it.modifiers.is_static() && !it.modifiers.is_final();
        self.options.run
            && (in_order
                || match self.java.types.shape(ty) {
                    Shape::Primitive(primitive) => {
                        matches!(primitive, Primitive::Long | Primitive::Float | Primitive::Double)
                    }
                    _ => ty != self.java.known.string,
                })
    }

    /// `values()` and `valueOf(String)` of an enum.
    pub(in crate::elaborate) fn enum_method(&mut self, class: ClassNo, parameter: Option<Name>, span: Span) -> ExprId {
        let constants = self.constants_of(class);
        let names: Vec<Name> = constants.iter().map(|f| self.field_name(*f)).collect();
        let mut all = Vec::new();
        for name in &names {
            let owner = self.class_object(class, span);
            all.push(self.out.field(owner, *name, span));
        }
        let Some(parameter) = parameter else {
            let (name, length) = (self.class_name(class), self.out.int(all.len() as i32, span));
            let elem = self.out.class_type(name, &[], span);
            let array = self.out.program.add_array(elem, &[], span);
            let array = self.out.new_array(array, length, span);
            let args: Vec<ExprId> = [array].into_iter().chain(all).collect();
            return self.primitive("fill", &args, span);
        };
        let shown = self.text(self.java.classes[class.index()].qualified).to_owned();
        let of = self.intern(&shown);
        let (of, text) = (self.out.expr(Expr::Str(of), span), self.out.var(parameter, span));
        let none = self.class_in("java.lang", "RacefreeEnum").and_then(|class| {
            let name = self.java.names.intern("none");
            Some((class, *self.methods_named(class, name).first()?))
        });
        let mut made = match none {
            Some((class, method)) => self.call_static(class, method, &[of, text], span),
            None => self.out.null(span),
        };
        for (field, value) in constants.into_iter().zip(all).rev() {
            let name = self.java.fields[field.index()].name;
            let (text, name) = (self.out.var(parameter, span), self.out.expr(Expr::Str(name), span));
            let same = self.primitive("sameValue", &[text, name], span);
            made = self.out.branch(same, value, Some(made), span);
        }
        made
    }
}

impl Code<'_, '_, '_> {
    pub(super) fn component(&mut self, object: ExprId, field: FieldNo, span: Span) -> ExprId {
        let name = self.it.field_name(field);
        self.it.out.field(object, name, span)
    }

    pub(super) fn text(&mut self, text: &str, span: Span) -> ExprId {
        let name = self.it.intern(text);
        self.it.out.expr(Expr::Str(name), span)
    }

    pub(super) fn helper(&mut self, name: &str, args: &[ExprId], span: Span) -> ExprId {
        self.helper_of("RacefreeRecord", name, args, span)
    }

    pub(in crate::elaborate) fn helper_of(&mut self, class: &str, name: &str, args: &[ExprId], span: Span) -> ExprId {
        let found = self.it.class_in("java.lang", class).and_then(|class| {
            let name = self.it.java.names.intern(name);
            Some((class, *self.it.methods_named(class, name).first()?))
        });
        match found {
            Some((class, method)) => self.it.call_static(class, method, args, span),
            None => self.it.out.null(span),
        }
    }

    pub(super) fn as_object(&mut self, value: ExprId, field: FieldNo, span: Span) -> ExprId {
        let (ty, object) = (self.it.java.fields[field.index()].ty.ty, self.it.java.known.object);
        self.converted_to_run(value, ty, object, span)
    }

    /// A new constant of an enum, with its name and number.
    pub(in crate::elaborate) fn constant_to_run(&mut self, field: FieldNo, value: ExprId, span: Span) -> ExprId {
        if !self.it.options.run || !self.it.is_constant(field) {
            return value;
        }
        let (class, name) = (self.it.java.fields[field.index()].class, self.it.java.fields[field.index()].name);
        let number = self.it.constants_of(class).iter().position(|f| *f == field).unwrap_or_default();
        let (name, number) = (self.it.out.expr(Expr::Str(name), span), self.it.out.int(number as i32, span));
        self.it.primitive("constant", &[value, name, number], span)
    }

    /// A call, in a program that is to run.
    pub(in crate::elaborate) fn call_to_run(&mut self, call: &Call, ty: Ty, span: Span) -> ExprId {
        let drops = std::mem::take(&mut self.drops);
        if let Some(target) = call.target
            && self.it.text(call.name) == "clone"
            && matches!(self.it.sort(self.expression(target).ty), crate::elaborate::types::Sort::Array(_))
        {
            let array = self.expr(target);
            return self.helper_of("RacefreeArrays", "cloned", &[array], span);
        }
        if let Some(made) = self.call_of_class(call, ty, span) {
            return made;
        }
        let Callee::Declared(method) = call.callee else {
            let expression = crate::tree::body::Expression { span, ty, kind: Kind::Call(Box::new(call.clone())) };
            return self.refused_name(&expression);
        };
        if let Some(made) = self.enum_set(call, ty) {
            return made;
        }
        let method = if drops { self.it.waits_to_the_end(method) } else { method };
        let it = &self.it.java.methods[method.index()];
        let (class, is_static) = (it.class, it.modifiers.is_static());
        let in_value = self.it.is_of_library(class) && !is_static && !it.has_body;
        if is_static && let Some((class, companion)) = self.it.companion(method) {
            let (_, args) = self.arguments(Some(method), &call.arguments, call.spread);
            let result = self.it.java.methods[method.index()].result.ty;
            let made = self.it.call_static(class, companion, &args, span);
            return self.converted_to_run(made, result, ty, span);
        }
        if !in_value || self.it.java.classes[class.index()].kind.is_interface() {
            return match self.it.is_opaque(class) && !in_value {
                true => self.refused(ty, call.name_span, "this method does not run"),
                false => self.declared_call(call, method, ty, span),
            };
        }
        let receiver = match call.target {
            Some(target) => {
                let made = self.expr(target);
                self.checked_cast(made, target, self.expression(target).ty)
            }
            None => self.this_of_code(span),
        };
        let name = self.it.text(call.name).to_owned();
        let receiver = match (name.as_str(), call.target) {
            ("wait" | "notify" | "notifyAll", Some(target)) => self.lock_to_run(receiver, self.expression(target).ty),
            _ => receiver,
        };
        let dispatched = !call.is_super && matches!(name.as_str(), "toString" | "equals" | "hashCode");
        let (_, args) = self.arguments(Some(method), &call.arguments, call.spread);
        let result = self.it.java.methods[method.index()].result.ty;
        let made = match self.it.companion(method).filter(|_| !dispatched) {
            Some((class, companion)) => {
                let all: Vec<ExprId> = [receiver].into_iter().chain(args).collect();
                self.it.call_static(class, companion, &all, span)
            }
            None => {
                let name = self.it.method_name(method);
                self.it.out.call(receiver, name, &args, span)
            }
        };
        self.converted_to_run(made, result, ty, span)
    }

    /// The lock of a value of a type: a box has one of its own.
    pub(in crate::elaborate) fn lock_to_run(&mut self, value: ExprId, ty: Ty) -> ExprId {
        if self.it.java.unboxed(ty) == ty {
            return value;
        }
        let span = self.it.out.program.span(value);
        self.helper_of("RacefreeBox", "lockOfBox", &[value], span)
    }

    /// A call of a method of `C.class`, but for those of its lock.
    fn call_of_class(&mut self, call: &Call, ty: Ty, span: Span) -> Option<ExprId> {
        let target = call.target?;
        let Kind::ClassConstant(written) = self.expression(target).kind else { return None };
        let name = self.it.text(call.name).to_owned();
        if matches!(name.as_str(), "wait" | "notify" | "notifyAll") {
            return None;
        }
        Some(match (name.as_str(), &call.arguments[..], call.callee) {
            ("isInstance", &[value], _) => {
                let value = self.value(value, self.it.java.known.object);
                self.is_instance(value, written, span)
            }
            ("cast", &[value], _) => {
                let (from, made) = (self.expression(value).ty, self.expr(value));
                let to = self.plain(written.ty, span);
                self.cast_to_run(made, (from, written.ty), to, span)
            }
            (_, _, Callee::Declared(method)) => {
                let described = self.described(target);
                let called = self.it.method_name(method);
                let (_, args) = self.arguments(Some(method), &call.arguments, call.spread);
                let made = self.it.out.call(described, called, &args, span);
                let result = self.it.java.methods[method.index()].result.ty;
                self.converted_to_run(made, result, ty, span)
            }
            _ => {
                let message = format!("the library of runs has no `{name}` with these arguments in `Class`");
                self.refused(ty, call.name_span, message)
            }
        })
    }

    /// The object whose code this is.
    fn this_of_code(&mut self, span: Span) -> ExprId {
        let class = self.class();
        self.this_of(class, span)
    }

    /// A method reference's call of a method of a value's class.
    pub(in crate::elaborate) fn referred_to_run(
        &mut self,
        method: MethodNo,
        receiver: ExprId,
        args: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let it = &self.it.java.methods[method.index()];
        let class = it.class;
        if !self.it.options.run || !self.it.is_of_library(class) || it.has_body {
            return None;
        }
        if it.modifiers.is_static() {
            let (class, companion) = self.it.companion(method)?;
            return Some(self.it.call_static(class, companion, args, span));
        }
        if self.it.java.classes[class.index()].kind.is_interface() {
            return None;
        }
        let name = self.it.text(self.it.java.methods[method.index()].name).to_owned();
        let dispatched = matches!(name.as_str(), "toString" | "equals" | "hashCode");
        Some(match self.it.companion(method).filter(|_| !dispatched) {
            Some((class, companion)) => {
                let all: Vec<ExprId> = [receiver].into_iter().chain(args.iter().copied()).collect();
                self.it.call_static(class, companion, &all, span)
            }
            None => {
                let name = self.it.method_name(method);
                self.it.out.call(receiver, name, args, span)
            }
        })
    }

    /// A new object of a class that no text declares, or of `Object` and `String`.
    pub(in crate::elaborate) fn new_to_run(&mut self, new: &New, ty: Ty, span: Span) -> ExprId {
        if new.written.ty == self.it.java.known.object {
            let object = self.it.out.object(span);
            return self.it.out.expr(Expr::New(object), span);
        }
        if new.written.ty == self.it.java.known.string
            && let [text] = new.arguments[..]
            && self.expression(text).ty == self.it.java.known.string
        {
            let text = self.expr(text);
            return self.it.primitive("text", &[text], span);
        }
        if new.written.ty == self.it.java.known.string
            && let Some(made) = self.string_made(new, span)
        {
            return made;
        }
        let text = self.it.java.sources.at(new.written.span).to_owned();
        let whole = self.it.java.sources.at(span);
        let hint = super::hints::hint(if text == "Thread" { whole } else { &text });
        let is_known = self.it.java.types.class(new.written.ty).is_some();
        let message = match is_known {
            true => format!("the library of runs has no constructor of `{text}` with these arguments{hint}"),
            false => format!("{NO_CLASS}{text}`{hint}"),
        };
        self.refused(ty, new.written.span, message)
    }

    /// `new String(…)`: what the static method `made` of `RacefreeString` returns.
    fn string_made(&mut self, new: &New, span: Span) -> Option<ExprId> {
        let class = self.it.class_in("java.lang", "RacefreeString")?;
        let name = self.it.intern("made");
        let given: Vec<Ty> = new.arguments.iter().map(|e| self.expression(*e).ty).collect();
        let found =
            self.it.methods_named(class, name).into_iter().find(|m| self.it.java.parameter_types(*m) == given)?;
        let (_, args) = self.arguments(Some(found), &new.arguments, None);
        Some(self.it.call_static(class, found, &args, span))
    }

    /// An array with these elements.
    pub(in crate::elaborate) fn filled(&mut self, ty: Ty, values: &[ExprId], span: Span) -> ExprId {
        let (made, length) = (self.plain(ty, span), self.it.out.int(values.len() as i32, span));
        let mut all = vec![self.it.out.new_array(made, length, span)];
        all.extend(values);
        self.it.primitive("fill", &all, span)
    }
}
