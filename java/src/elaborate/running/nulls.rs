//! Messages of a `NullPointerException`, as the machine of Java words them: what could not be done, because what is null.

use super::slots::slots;
use crate::attribute::Constant;
use crate::elaborate::Elaborator;
use crate::tree::body::{Body, Call, Callee, ExprNo, Form, Kind, LocalNo, Operator};
use crate::tree::{MethodNo, Origin};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

/// Parts of a description that the machine looks into.
const DEEPEST: u32 = 5;

/// A place where a value must not be null, with the message: of a dereference, or of an unboxing.
pub type NullMessage = ((Span, bool), String);

/// Words about the code of a member.
struct Words<'w, 'j> {
    it: &'w mut Elaborator<'j>,
    body: &'w Body,
    slots: FxHashMap<LocalNo, String>,
    found: Vec<NullMessage>,
}

impl Elaborator<'_> {
    /// Notes the messages of what may be null in the code of a member.
    pub(in crate::elaborate) fn note_nulls(&mut self, body: &Body) {
        let is_own =
            body.parts.first().is_some_and(|part| self.java.classes[part.class.index()].origin == Origin::Source);
        if !self.options.run || !is_own {
            return;
        }
        let slots = slots(self, body);
        let mut words = Words { it: self, body, slots, found: Vec::new() };
        for e in 0..body.expressions.len() as u32 {
            words.expression(ExprNo(e));
        }
        for statement in &body.statements {
            match statement.form {
                Form::Throw(e) => words.note(statement.span, "throw exception", Some(e)),
                Form::Synchronized { lock, .. } => words.note(statement.span, "enter synchronized block", Some(lock)),
                Form::ForEach { over, .. } => words.for_each(over),
                _ => {}
            }
        }
        let found = words.found;
        self.found.null_messages.extend(found);
    }

    /// The name of a type as the machine has it.
    fn external_name(&mut self, ty: Ty) -> String {
        let ty = self.java.types.erased(ty);
        if ty == self.java.known.string {
            return "String".to_owned();
        }
        if ty == self.java.known.object {
            return "Object".to_owned();
        }
        match self.java.types.shape(ty) {
            Shape::Array(of) => format!("{}[]", deep(|| self.external_name(of))),
            Shape::Primitive(p) => p.text().to_owned(),
            Shape::Class(class, _) => match self.binary_name(class) {
                name if name == "java.lang.Object" => "Object".to_owned(),
                name if name == "java.lang.String" => "String".to_owned(),
                name => name,
            },
            Shape::External(name, _) => self.text(name).to_owned(),
            _ => "Object".to_owned(),
        }
    }
}

impl Words<'_, '_> {
    fn ty(&self, e: ExprNo) -> Ty {
        self.body.expressions[e.index()].ty
    }

    /// Notes what cannot be done at a place, because the value of an expression is null.
    fn note(&mut self, at: Span, what: &str, null: Option<ExprNo>) {
        let message = self.message(what, null);
        self.found.push(((at, false), message));
    }

    fn message(&mut self, what: &str, null: Option<ExprNo>) -> String {
        match null.and_then(|e| self.because(e)) {
            Some(why) => format!("Cannot {what} because {why} is null"),
            None => format!("Cannot {what}"),
        }
    }

    fn because(&mut self, e: ExprNo) -> Option<String> {
        let e = self.plain(e);
        let kind = &self.body.expressions[e.index()].kind;
        let text = self.described(e, DEEPEST)?;
        Some(match kind {
            Kind::Call(_) => format!("the return value of \"{text}\""),
            _ => format!("\"{text}\""),
        })
    }

    /// An expression without casts.
    fn plain(&self, e: ExprNo) -> ExprNo {
        match self.body.expressions[e.index()].kind {
            Kind::Cast { value, .. } => self.plain(value),
            _ => e,
        }
    }

    fn described(&mut self, e: ExprNo, deep_yet: u32) -> Option<String> {
        if deep_yet == 0 {
            return None;
        }
        let e = self.plain(e);
        let body = self.body;
        if let Some(Constant::Int(n)) = self.it.java.constant(body, e) {
            return Some(n.to_string());
        }
        Some(match &body.expressions[e.index()].kind {
            Kind::Literal(crate::tree::body::Literal::Null) => "null".to_owned(),
            Kind::This { .. } => "this".to_owned(),
            Kind::Local(local) => self.variable(*local, body.expressions[e.index()].span)?,
            Kind::Field { target, field, .. } => {
                let data = &self.it.java.fields[field.index()];
                let (name, class, is_static) = (data.name, data.class, data.modifiers.is_static());
                let owner = match target {
                    _ if is_static => self.it.binary_name(class),
                    Some(target) => self.described(*target, deep_yet - 1)?,
                    None => return None,
                };
                format!("{owner}.{}", self.it.text(name))
            }
            Kind::Element { array, index } => {
                let array = self.described(*array, deep_yet - 1).unwrap_or_else(|| "<array>".to_owned());
                let index = self.described(*index, deep_yet - 1).unwrap_or_else(|| "...".to_owned());
                format!("{array}[{index}]")
            }
            Kind::Call(call) => self.method(call)?,
            _ => return None,
        })
    }

    /// The name of a variable where it is used: what a class captures is a field there, what a lambda captures a parameter.
    fn variable(&self, local: LocalNo, at: Span) -> Option<String> {
        let body = self.body;
        let classes = body.classes.iter().filter(|c| c.locals.contains(&local));
        let mut around = classes.map(|c| self.it.java.classes[c.class.index()].span);
        if around.any(|class| class.contains(at)) {
            return Some(format!("this.val${}", self.it.text(body.locals[local.index()].name)));
        }
        let lambdas = body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Lambda(lambda) if e.span.contains(at) => Some((e.span.end - e.span.start, lambda)),
            _ => None,
        });
        let captured = lambdas.min_by_key(|(length, _)| *length).and_then(|(_, lambda)| {
            let number = lambda.captures.iter().position(|l| *l == local)?;
            Some(format!("<parameter{}>", number + 1))
        });
        captured.or_else(|| self.slots.get(&local).cloned())
    }

    /// The method that is called, with the types of its parameters.
    fn method(&mut self, call: &Call) -> Option<String> {
        let Callee::Declared(method) = call.callee else { return None };
        Some(self.method_of(method, call.target, call.name))
    }

    fn method_of(&mut self, method: MethodNo, target: Option<ExprNo>, name: racefree_grammar::name::Name) -> String {
        let data = &self.it.java.methods[method.index()];
        let (class, is_static) = (data.class, data.modifiers.is_static());
        let parameters: Vec<Ty> = data.parameters.iter().map(|p| p.ty.ty).collect();
        // Classes of the library have these methods of their own, though ours may not.
        let is_source = |ty: Ty| {
            let class = self.it.java.types.class(ty).map(|c| &self.it.java.classes[c.index()]);
            class.is_some_and(|c| c.origin == Origin::Source || self.it.text(c.qualified) == "java.lang.Object")
        };
        let of_object = self.it.text(self.it.java.classes[class.index()].qualified) == "java.lang.Object"
            && target.is_none_or(|target| is_source(self.ty(target)));
        let own = target.map(|target| self.ty(target)).filter(|_| !is_static && !of_object);
        let owner = match own {
            Some(own) => self.it.external_name(own),
            None if of_object => "Object".to_owned(),
            None => self.it.binary_name(class),
        };
        let owner = if owner == "java.lang.String" { "String".to_owned() } else { owner };
        let parameters: Vec<String> = parameters.into_iter().map(|ty| self.it.external_name(ty)).collect();
        format!("{owner}.{}({})", self.it.text(name), parameters.join(", "))
    }

    fn expression(&mut self, e: ExprNo) {
        let body = self.body;
        let it = &body.expressions[e.index()];
        match &it.kind {
            Kind::Field { target: Some(target), field, .. }
                if !self.it.java.fields[field.index()].modifiers.is_static() =>
            {
                let name = self.it.text(self.it.java.fields[field.index()].name).to_owned();
                self.note(it.span, &format!("read field \"{name}\""), Some(*target));
            }
            Kind::Length(array) => self.note(it.span, "read the array length", Some(*array)),
            Kind::Element { array, .. } => {
                let of = self.array(*array);
                self.note(it.span, &format!("load from {of} array"), Some(*array));
            }
            &Kind::Assign { target, .. } => match body.expressions[target.index()].kind {
                Kind::Field { target: Some(object), field, .. } => {
                    let name = self.it.text(self.it.java.fields[field.index()].name).to_owned();
                    self.note(it.span, &format!("assign field \"{name}\""), Some(object));
                }
                Kind::Element { array, .. } => {
                    let of = self.array(array);
                    self.note(it.span, &format!("store to {of} array"), Some(array));
                }
                _ => {}
            },
            &Kind::Compound { target, .. } | &Kind::Step { target, .. } => {
                // The target is read first.
                let read = self.found.iter().find(|((at, _), _)| *at == body.expressions[target.index()].span);
                if let Some(message) = read.map(|(_, message)| message.clone()) {
                    self.found.push(((it.span, false), message));
                }
            }
            Kind::Call(call) => {
                let target = call.target.filter(|_| !call.is_super);
                if let (Some(target), Callee::Declared(method)) = (target, call.callee)
                    && !self.it.java.methods[method.index()].modifiers.is_static()
                {
                    let name = self.method_of(method, Some(target), call.name);
                    self.note(it.span, &format!("invoke \"{name}\""), Some(target));
                }
            }
            _ => {}
        }
        self.unboxed(e);
    }

    /// The sort of elements of an array, as the machine has instructions for it.
    fn array(&mut self, array: ExprNo) -> &'static str {
        let of = self.it.java.types.element(self.ty(array));
        match self.it.java.types.shape(of) {
            Shape::Primitive(Primitive::Byte | Primitive::Boolean) => "byte/boolean",
            Shape::Primitive(p) => p.text(),
            _ => "object",
        }
    }

    /// A box whose value is taken.
    fn unboxed(&mut self, e: ExprNo) {
        let own = self.ty(e);
        let inner = self.it.java.unboxed(own);
        let Shape::Primitive(p) = self.it.java.types.shape(inner) else { return };
        if inner == own
            || matches!(self.body.expressions[e.index()].kind, Kind::Binary { operator: Operator::Equal, .. })
        {
            return;
        }
        let name = format!("{}.{}Value()", self.it.external_name(own), p.text());
        let null = match self.body.expressions[e.index()].kind {
            Kind::Step { target, .. } | Kind::Compound { target, .. } => target,
            _ => e,
        };
        let message = self.message(&format!("invoke \"{name}\""), Some(null));
        self.found.push(((self.body.expressions[e.index()].span, true), message));
    }

    /// Elements of an array, or of what has an iterator.
    fn for_each(&mut self, over: ExprNo) {
        let (span, ty) = (self.body.expressions[over.index()].span, self.ty(over));
        if self.it.java.types.is_array(ty) {
            // A variable of the machine's own has the array.
            let message = match self.slots.get(&LocalNo(u32::MAX - over.0)) {
                Some(slot) => format!("Cannot read the array length because \"{slot}\" is null"),
                None => "Cannot read the array length".to_owned(),
            };
            self.found.push(((span, true), message));
        } else {
            let owner = self.it.external_name(ty);
            let message = self.message(&format!("invoke \"{owner}.iterator()\""), Some(over));
            self.found.push(((span, true), message));
        }
    }
}
