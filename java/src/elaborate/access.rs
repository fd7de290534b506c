//! Fields, elements and variables: read, assigned, both.

use super::Lint;
use super::code::Code;
use super::types::Sort;
use crate::spelling::plain;
use crate::tree::FieldNo;
use crate::tree::body::{ExprNo, Kind, Operator};
use crate::types::{List, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;

impl Code<'_, '_, '_> {
    /// The object that has a field, and what has to be done before.
    pub(super) fn owner(&mut self, target: Option<ExprNo>, field: FieldNo, span: Span) -> (Option<ExprId>, ExprId) {
        let it = &self.it.java.fields[field.index()];
        let (class, is_static) = (it.class, it.modifiers.is_static());
        if !is_static {
            let receiver = match target {
                Some(target) => self.receiver(target, class),
                None => self.this_of(class, span),
            };
            return (None, receiver);
        }
        let before = target.and_then(|t| self.before_static(t));
        // A class that is not written has no text.
        let span = target.map_or(Span::new(span.start, span.start), |target| self.span(target));
        let owner = if self.initializes == Some(class) && self.frames.len() == 1 {
            self.it.out.this(span)
        } else {
            self.it.want(class);
            self.it.class_object(class, span)
        };
        (before, owner)
    }

    /// The reading of an object that a static member is written behind.
    pub(super) fn before_static(&mut self, target: ExprNo) -> Option<ExprId> {
        let named = matches!(self.expression(target).kind, Kind::This { .. } | Kind::Local(_) | Kind::ClassConstant(_));
        (!named).then(|| self.effect(target))
    }

    /// An object whose member is used, as one of the class that declares it.
    pub(super) fn receiver(&mut self, target: ExprNo, class: crate::tree::ClassNo) -> ExprId {
        let made = self.expr(target);
        let made = self.checked_cast(made, target, self.expression(target).ty);
        self.as_receiver(made, target, class)
    }

    /// The value of such an object as one of that class.
    pub(super) fn as_receiver(&mut self, made: ExprId, target: ExprNo, class: crate::tree::ClassNo) -> ExprId {
        let own = self.expression(target).ty;
        let fits = matches!(self.it.sort(own), Sort::Class(from) if self.it.is_below(from, class));
        if fits || self.it.is_opaque(class) {
            return made;
        }
        let to = self.it.java.class_type(class, List::EMPTY);
        let span = self.span(target);
        self.convert(made, own, to, span)
    }

    pub(super) fn read_field(&mut self, target: Option<ExprNo>, field: FieldNo, ty: Ty, span: Span) -> ExprId {
        let field = self.it.companion_field(field).unwrap_or(field);
        let class = self.it.java.fields[field.index()].class;
        if self.it.is_opaque(class) {
            return self.external(target.as_slice(), ty, Assumed::ExternalMember, span);
        }
        let (before, owner) = self.owner(target, field, span);
        let name = self.it.field_name(field);
        let declared = self.it.java.fields[field.index()].ty.ty;
        let read = self.it.out.field(owner, name, span);
        let read = self.convert(read, declared, ty, span);
        self.it.out.after(before, read, span)
    }

    /// Call that requires the lock of a field's value, if the value is its own guard: a use needs that.
    pub(super) fn use_of_itself(&mut self, object: ExprNo, span: Span) -> Option<ExprId> {
        let Kind::Field { field, .. } = self.expression(object).kind else { return None };
        let head = self.it.field_head(field);
        if !head.guards.iter().any(|guard| guard.text == "itself") {
            return None;
        }
        self.it.uses_itself = true;
        let class = self.it.intern("Itself$own.class");
        let receiver = self.it.out.constant(class, span);
        let value = self.expr(object);
        let method = self.it.intern("use");
        Some(self.it.out.call(receiver, method, &[value], span))
    }

    pub(super) fn read_element(&mut self, array: ExprNo, index: ExprNo, ty: Ty, span: Span) -> ExprId {
        let own = self.expression(array).ty;
        let (made, at) = (self.expr(array), self.value(index, Ty::INT));
        match self.it.sort(own) {
            Sort::Array(element) => {
                let read = self.it.out.element(made, at, span);
                self.convert(read, element, ty, span)
            }
            _ => self.any(ty, &[made, at], span),
        }
    }

    pub(super) fn assignment(&mut self, target: ExprNo, value: ExprNo, span: Span) -> ExprId {
        let to = self.expression(target).ty;
        match &self.expression(target).kind {
            Kind::Field { target: object, field, .. } if !self.is_opaque_field(*field) => {
                let (object, field) = (*object, *field);
                let (before, owner) = self.owner(object, field, span);
                let value = self.given(value, field, object);
                self.store(before, owner, field, value, span)
            }
            Kind::Element { array, index }
                if matches!(self.it.sort(self.body.expressions[array.index()].ty), Sort::Array(_)) =>
            {
                let (array, index) = (*array, *index);
                let wanted = self.element_type(array, span);
                let (array, index) = (self.expr(array), self.value(index, Ty::INT));
                let value = match wanted {
                    Some(wanted) => self.value_as(value, to, wanted),
                    None => self.value(value, to),
                };
                self.it.out.set_element(array, index, value, span)
            }
            Kind::Local(local) => {
                if self.body.locals[local.index()].effectively_final {
                    self.keeps_contents(value);
                }
                let written = self.body.locals[local.index()].ty;
                let at = self.span(target);
                let variable = self.local(*local, at);
                let value = match self.variables.get(local).map(|variable| variable.ty) {
                    Some(wanted) => self.value_as(value, written.ty, wanted),
                    None => self.value(value, written.ty),
                };
                self.it.out.set_var(variable, value, span)
            }
            _ => match self.unknown_field(target) {
                Some((object, name)) => {
                    let why = match self.expression(target).kind {
                        Kind::ExternalField { owner, name, .. } => self.of_library(owner, name, false),
                        _ => Assumed::Unresolved,
                    };
                    self.it.found.assumptions.add(why, self.span(target));
                    self.note_field(true, name, true, span);
                    self.external(&[object, value], to, Assumed::Unresolved, span)
                }
                None => self.external(&[target, value], to, Assumed::Unresolved, span),
            },
        }
    }

    /// A value for a field; for one of the object itself the locks of the field's type are those that are written.
    fn given(&mut self, value: ExprNo, field: FieldNo, object: Option<ExprNo>) -> ExprId {
        let it = &self.it.java.fields[field.index()];
        let (declared, class) = (it.ty.ty, it.class);
        if class == self.class() && self.frames.len() == 1 && self.is_own(object) {
            let wanted = self.field_type(field);
            return self.value_as(value, declared, wanted);
        }
        self.value(value, declared)
    }

    /// Returns true for the object that the code belongs to.
    pub(super) fn is_own(&self, object: Option<ExprNo>) -> bool {
        object.is_none_or(|t| matches!(self.expression(t).kind, Kind::This { class, .. } if class == self.class()))
    }

    fn is_opaque_field(&mut self, field: FieldNo) -> bool {
        let class = self.it.java.fields[field.index()].class;
        self.it.is_opaque(class)
    }

    fn store(&mut self, before: Option<ExprId>, owner: ExprId, field: FieldNo, value: ExprId, span: Span) -> ExprId {
        let name = self.it.field_name(field);
        let write = self.it.out.assign(owner, name, value, span);
        self.it.out.after(before, write, span)
    }

    /// `x op= e`
    pub(super) fn compound(&mut self, target: ExprNo, operator: Operator, value: ExprNo, ty: Ty, span: Span) -> ExprId {
        if self.it.options.run {
            return self.compound_to_run(target, operator, value, span);
        }
        self.update(target, span, None, |code, old, own, at| {
            let given = code.expression(value).ty;
            let right = code.expr(value);
            let result = code.result_of(operator, own, given, ty);
            let at = [at, code.span(value)];
            let new = code.combine(operator, (old, own), (right, given), at, result, span);
            code.convert(new, result, own, span)
        })
    }

    /// The type of `x op e`, of which `x op= e` assigns the value.
    fn result_of(&mut self, operator: Operator, own: Ty, given: Ty, ty: Ty) -> Ty {
        let is_text = self.it.sort(own) == Sort::Text || self.it.sort(given) == Sort::Text;
        match operator {
            Operator::Add if is_text => ty,
            Operator::BitAnd | Operator::BitOr | Operator::BitXor => ty,
            _ => Ty::INT,
        }
    }

    /// `x++` and its like; `new` if the value is the new one.
    pub(super) fn step(&mut self, target: ExprNo, up: bool, new: bool, ty: Ty, span: Span) -> ExprId {
        if self.it.options.run {
            return self.step_to_run(target, up, new, span);
        }
        let operator = if up { Operator::Add } else { Operator::Subtract };
        let change = |code: &mut Self, old: ExprId, own: Ty, at: Span| {
            let one = code.it.out.int(1, span);
            let made = code.combine(operator, (old, own), (one, Ty::INT), [at, span], Ty::INT, span);
            code.convert(made, Ty::INT, own, span)
        };
        if new {
            return self.update(target, span, None, change);
        }
        // The value is the old one.
        let old = self.expr(target);
        let java = self.plain(ty, span);
        self.with_variable("value", java, old, span, |code, name| {
            let write = code.update(target, span, Some(name), change);
            let value = code.it.out.var(name, span);
            code.it.out.seq(&[write, value], span)
        })
    }

    /// Reads a variable, unless its value has a name already, and assigns what becomes of it.
    fn update(
        &mut self,
        target: ExprNo,
        span: Span,
        known: Option<Name>,
        change: impl FnOnce(&mut Self, ExprId, Ty, Span) -> ExprId,
    ) -> ExprId {
        let (own, at) = (self.expression(target).ty, self.span(target));
        let old = match known {
            Some(name) => self.it.out.var(name, at),
            None => self.expr(target),
        };
        let new = change(self, old, own, at);
        match &self.expression(target).kind {
            Kind::Field { target: object, field, .. } if !self.is_opaque_field(*field) => {
                let (object, field) = (*object, *field);
                self.check_atomic(field, span);
                let (before, owner) = self.owner(object, field, span);
                let declared = self.it.java.fields[field.index()].ty.ty;
                let new = self.convert(new, own, declared, span);
                self.store(before, owner, field, new, span)
            }
            Kind::Local(local) => {
                let variable = self.local(*local, at);
                self.it.out.set_var(variable, new, span)
            }
            Kind::Element { array, index }
                if matches!(self.it.sort(self.body.expressions[array.index()].ty), Sort::Array(_)) =>
            {
                let (array, index) = (self.expr(*array), self.value(*index, Ty::INT));
                self.it.out.set_element(array, index, new, span)
            }
            _ => match self.unknown_field(target) {
                Some((object, name)) => {
                    self.note_field(true, name, true, span);
                    let object = self.expr(object);
                    self.any(own, &[object, new], span)
                }
                None => self.any(own, &[new], span),
            },
        }
    }

    /// The object and the name of a field whose class is not known.
    fn unknown_field(&self, target: ExprNo) -> Option<(ExprNo, Name)> {
        match self.expression(target).kind {
            Kind::Unresolved { target: Some(object), name } => Some((object, name)),
            Kind::ExternalField { target: Some(object), owner, name } if self.it.is_unknown(owner) => {
                Some((object, name))
            }
            _ => None,
        }
    }

    /// Reading and writing a volatile field is two steps.
    fn check_atomic(&mut self, field: FieldNo, span: Span) {
        let it = &self.it.java.fields[field.index()];
        if it.modifiers.is_volatile() && self.it.field_head(field).guards.is_empty() {
            let name = plain(self.it.text(self.it.java.fields[field.index()].name)).into_owned();
            let message = format!(
                "`{name}` is volatile, but to read and to write it are two steps: another thread may write between them"
            );
            self.it.found.lints.push(Lint::new("not_atomic", span, message));
        }
    }
}
