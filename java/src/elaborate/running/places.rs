//! Variables that are read and assigned, `x op= e` and `x++`: each part of the place is evaluated once.

use crate::elaborate::code::Code;
use crate::elaborate::emit::Bound;
use crate::tree::body::{ExprNo, Kind, Operator, Pattern, PatternVariable};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;

/// A place whose parts are values.
enum Place {
    Variable(ExprId),
    Field(ExprId, Name),
    Element(Name, Name),
}

/// Variables that the parts of a place are bound to.
type Parts = Vec<(TypeId, Name, ExprId)>;

impl Code<'_, '_, '_> {
    /// `x op= e`
    pub(in crate::elaborate) fn compound_to_run(
        &mut self,
        target: ExprNo,
        operator: Operator,
        value: ExprNo,
        span: Span,
    ) -> ExprId {
        self.updated(target, true, span, |code, old, own| {
            let given = code.expression(value).ty;
            let right = code.expr(value);
            let result = code.type_to_run(operator, own, given);
            let new = code.combined_to_run(operator, (old, own), (right, given), span);
            code.narrowed_to_run(new, result, own, span)
        })
    }

    /// `x++` and its like; `new` if the value is the new one.
    pub(in crate::elaborate) fn step_to_run(&mut self, target: ExprNo, up: bool, new: bool, span: Span) -> ExprId {
        let operator = if up { Operator::Add } else { Operator::Subtract };
        self.updated(target, new, span, |code, old, own| {
            let one = code.it.out.int(1, span);
            let result = code.type_to_run(operator, own, Ty::INT);
            let made = code.combined_to_run(operator, (old, own), (one, Ty::INT), span);
            code.narrowed_to_run(made, result, own, span)
        })
    }

    /// The value of an operator as one of the variable's type, of a box as what is in it.
    fn narrowed_to_run(&mut self, value: ExprId, from: Ty, to: Ty, span: Span) -> ExprId {
        let inner = self.boxed_type(to).map(Ty::primitive);
        match inner {
            Some(inner) => {
                let value = self.converted_to_run(value, from, inner, span);
                self.converted_to_run(value, inner, to, span)
            }
            None => self.converted_to_run(value, from, to, span),
        }
    }

    /// Reads a place and assigns what becomes of it; the value is that, or the old one.
    fn updated(
        &mut self,
        target: ExprNo,
        new: bool,
        span: Span,
        change: impl FnOnce(&mut Self, ExprId, Ty) -> ExprId,
    ) -> ExprId {
        let (own, at) = (self.expression(target).ty, self.span(target));
        let mut parts: Parts = Vec::new();
        let Some(place) = self.place(target, at, &mut parts) else {
            return self.refused(own, at, "this cannot be assigned");
        };
        let old = self.read(&place, at);
        let made = if new {
            let value = change(self, old, own);
            self.write(&place, value, at, span)
        } else {
            let ty = self.plain(own, at);
            self.with_variable("old", ty, old, span, |code, name| {
                let before = code.it.out.var(name, at);
                let value = change(code, before, own);
                let write = code.write(&place, value, at, span);
                let value = code.it.out.var(name, span);
                code.it.out.seq(&[write, value], span)
            })
        };
        parts.into_iter().rev().fold(made, |body, (ty, name, value)| self.it.out.bind(ty, name, value, body, span))
    }

    fn place(&mut self, target: ExprNo, at: Span, parts: &mut Parts) -> Option<Place> {
        match &self.expression(target).kind {
            Kind::Local(local) => Some(Place::Variable(self.local(*local, at))),
            &Kind::Field { target: object, field, .. } => {
                let class = self.it.java.fields[field.index()].class;
                if self.it.is_opaque(class) {
                    return None;
                }
                let (before, owner) = self.owner(object, field, at);
                let name = self.it.field_name(field);
                let is_plain = before.is_none()
                    && matches!(
                        self.it.out.program.expr(owner),
                        racefree_grammar::ast::Expr::Var(_) | racefree_grammar::ast::Expr::Extended(_)
                    );
                if is_plain {
                    return Some(Place::Field(owner, name));
                }
                let owner = self.it.out.after(before, owner, at);
                let (x, ty) = (self.part("object"), self.it.out.object(at));
                parts.push((ty, x, owner));
                Some(Place::Field(self.it.out.var(x, at), name))
            }
            &Kind::Element { array, index } => {
                let (array, index) = (self.expr(array), self.value(index, Ty::INT));
                let (x, y) = (self.part("array"), self.part("place"));
                let (object, int) = (self.it.out.object(at), self.it.out.ty(TypeKind::Int, at));
                parts.extend([(object, x, array), (int, y, index)]);
                Some(Place::Element(x, y))
            }
            _ => None,
        }
    }

    /// A variable of a pattern that the test assigns, in a program that is to run: what is tested is evaluated once, and not before.
    pub(in crate::elaborate) fn late_to_run(
        &mut self,
        variable: &PatternVariable,
        value: ExprNo,
        span: Span,
    ) -> Option<Bound> {
        if self.it.options.run && !variable.way.is_empty() {
            return Some(self.late(variable.local, span));
        }
        if !self.it.options.run || self.stays_same(value) {
            return None;
        }
        let local = variable.local;
        self.bound.push(local);
        let ty = self.body.locals[local.index()].ty;
        let ty = self.ty(ty);
        let name = self.declare(local, ty, true);
        Some(Bound { ty, name, value: self.it.out.null(span), changes: true })
    }

    /// Returns true for an expression that has the same value where it is evaluated again.
    fn stays_same(&self, value: ExprNo) -> bool {
        match &self.expression(value).kind {
            Kind::Local(local) => self.body.locals[local.index()].effectively_final,
            Kind::This { .. } => true,
            _ => false,
        }
    }

    /// `e instanceof p`
    pub(in crate::elaborate) fn instance_of(&mut self, value: ExprNo, pattern: &Pattern, span: Span) -> ExprId {
        let made = self.expr(value);
        let late = match pattern {
            &Pattern::Type { local: Some(local), ty } if self.it.options.run && !self.stays_same(value) => {
                self.variables.get(&local).map(|variable| (variable.name, variable.changes, ty))
            }
            _ => return self.matches(pattern, made, span),
        };
        let Some((name, true, ty)) = late else {
            return self.refused(Ty::BOOLEAN, span, "this pattern does not run: give the value to a variable first");
        };
        let object = self.it.out.object(span);
        self.with_variable("value", object, made, span, |code, tested| {
            let tested = code.it.out.var(tested, span);
            let test = code.is_instance(tested, ty, span);
            let variable = code.it.out.var(name, span);
            let set = code.it.out.set_var(variable, tested, span);
            let yes = code.it.out.boolean(true, span);
            let both = code.it.out.seq(&[set, yes], span);
            let no = code.it.out.boolean(false, span);
            code.it.out.branch(test, both, Some(no), span)
        })
    }

    fn part(&mut self, word: &str) -> Name {
        let name = self.fresh_name(word);
        self.taken.push(name, name);
        name
    }

    fn read(&mut self, place: &Place, at: Span) -> ExprId {
        match *place {
            Place::Variable(variable) => variable,
            Place::Field(owner, name) => self.it.out.field(owner, name, at),
            Place::Element(x, y) => {
                let (x, y) = (self.it.out.var(x, at), self.it.out.var(y, at));
                self.it.out.element(x, y, at)
            }
        }
    }

    fn write(&mut self, place: &Place, value: ExprId, at: Span, span: Span) -> ExprId {
        match *place {
            Place::Variable(variable) => self.it.out.set_var(variable, value, span),
            Place::Field(owner, name) => self.it.out.assign(owner, name, value, span),
            Place::Element(x, y) => {
                let (x, y) = (self.it.out.var(x, at), self.it.out.var(y, at));
                self.it.out.set_element(x, y, value, span)
            }
        }
    }
}
