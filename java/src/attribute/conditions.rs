//! Conditions, and the variables of patterns that they bring into scope (JLS 6.3.1).

use super::Attributor;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::Written;
use crate::tree::body::{Component, ExprNo, Kind as Is, LocalNo, Operator, Pattern, Tested};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::stack::deep;

/// Variables that have a value if a condition is true, and if it is false.
#[derive(Debug, Default)]
pub(super) struct Matched {
    pub(super) yes: Vec<LocalNo>,
    pub(super) no: Vec<LocalNo>,
}

impl Attributor<'_, '_> {
    /// An expression of a part, if there is one, and what it brings into scope.
    pub(super) fn condition(&mut self, at: Option<At>, want: Ty, span: Span) -> (ExprNo, Matched) {
        match at {
            Some(at) => deep(|| self.condition_at(at, want)),
            None => (self.operand(None, want, span), Matched::default()),
        }
    }

    /// An expression, and what it brings into scope.
    pub(super) fn condition_at(&mut self, at: At, want: Ty) -> (ExprNo, Matched) {
        let syntax = self.syntax;
        match syntax.kind(at) {
            NodeKind::Parenthesized => self.condition(syntax.first(at), want, self.span(at)),
            NodeKind::Unary => self.unary(at),
            NodeKind::Binary => self.binary(at),
            NodeKind::Instanceof => self.instance_of(at),
            NodeKind::Ternary => (self.ternary(at, want), Matched::default()),
            _ => (self.value(at, want), Matched::default()),
        }
    }

    pub(super) fn part_of(&mut self, at: At, role: Role, want: Ty) -> (ExprNo, Matched) {
        self.condition(self.syntax.child(at, role), want, self.span(at))
    }

    fn unary(&mut self, at: At) -> (ExprNo, Matched) {
        let (operand, bound) = self.part_of(at, Role::Operand, Ty::UNKNOWN);
        let text = self.syntax.child(at, Role::Operator).map_or("", |o| self.java.sources.at(self.span(o)));
        let operator = Operator::of(text).unwrap_or(Operator::Add);
        let negates = operator == Operator::Not;
        let ty = if negates { Ty::BOOLEAN } else { self.promoted(self.ty(operand)) };
        let bound = if negates { Matched { yes: bound.no, no: bound.yes } } else { Matched::default() };
        (self.push(self.span(at), ty, Is::Unary { operator, operand }), bound)
    }

    fn binary(&mut self, at: At) -> (ExprNo, Matched) {
        let (left, mut bound) = self.part_of(at, Role::Left, Ty::UNKNOWN);
        let text = self.syntax.child(at, Role::Operator).map_or("", |o| self.java.sources.at(self.span(o)));
        let Some(operator) = Operator::of(text) else {
            return (self.operand(None, Ty::UNKNOWN, self.span(at)), Matched::default());
        };
        let mark = self.mark();
        match operator {
            Operator::And => bound.yes.iter().for_each(|l| self.reveal(*l)),
            Operator::Or => bound.no.iter().for_each(|l| self.reveal(*l)),
            _ => {}
        }
        let (right, more) = self.part_of(at, Role::Right, Ty::UNKNOWN);
        self.release(mark);
        let bound = match operator {
            Operator::And => {
                bound.yes.extend(more.yes);
                Matched { yes: bound.yes, no: Vec::new() }
            }
            Operator::Or => {
                bound.no.extend(more.no);
                Matched { yes: Vec::new(), no: bound.no }
            }
            _ => Matched::default(),
        };
        let ty = self.binary_type(operator, self.ty(left), self.ty(right));
        (self.push(self.span(at), ty, Is::Binary { operator, left, right }), bound)
    }

    fn ternary(&mut self, at: At, want: Ty) -> ExprNo {
        let mark = self.mark();
        let (test, bound) = self.part_of(at, Role::Condition, Ty::BOOLEAN);
        bound.yes.iter().for_each(|l| self.reveal(*l));
        let before = self.variables.maybe.clone();
        let yes = self.part_of(at, Role::Consequence, want).0;
        self.release(mark);
        let after_yes = std::mem::replace(&mut self.variables.maybe, before);
        bound.no.iter().for_each(|l| self.reveal(*l));
        let no = self.part_of(at, Role::Alternative, want).0;
        self.release(mark);
        self.variables.join(&after_yes);
        let ty = self.conditional_type(yes, no, want);
        self.push(self.span(at), ty, Is::Conditional { test, yes, no })
    }

    fn instance_of(&mut self, at: At) -> (ExprNo, Matched) {
        let syntax = self.syntax;
        let value = self.part_of(at, Role::Left, Ty::UNKNOWN).0;
        let mut bound = Matched::default();
        let pattern = match (syntax.child(at, Role::Pattern), syntax.child(at, Role::Right)) {
            (Some(pattern), _) => self.pattern(pattern, self.ty(value), &mut bound.yes),
            (None, Some(type_at)) => {
                let ty = self.java.written(&self.scope, syntax, type_at);
                let is_final = syntax.children(at).any(|c| self.java.sources.at(syntax.span(c)) == "final");
                let local = syntax.child(at, Role::Name).map(|name| self.pattern_local(name, ty, is_final));
                bound.yes.extend(local);
                Pattern::Type { ty, local }
            }
            (None, None) => Pattern::NotUnderstood(self.span(at)),
        };
        self.tested.extend(pattern.locals().into_iter().map(|variable| Tested { variable, value }));
        (self.push(self.span(at), Ty::BOOLEAN, Is::InstanceOf { value, pattern }), bound)
    }

    fn pattern_local(&mut self, name: At, ty: Written, is_final: bool) -> LocalNo {
        let (name, span) = (self.name(name), self.span(name));
        let local = self.hidden(name, ty, span, is_final);
        self.variables.initialize(local);
        local
    }

    /// A pattern for values of a type; its variables are added to `bound`.
    pub(super) fn pattern(&mut self, at: At, value: Ty, bound: &mut Vec<LocalNo>) -> Pattern {
        let syntax = self.syntax;
        match syntax.kind(at) {
            NodeKind::Pattern => match syntax.first(at) {
                Some(inner) => deep(|| self.pattern(inner, value, bound)),
                None => Pattern::NotUnderstood(self.span(at)),
            },
            NodeKind::TypePattern | NodeKind::RecordPatternComponent => {
                let parts: Vec<At> = syntax.parts(at).collect();
                let (Some(type_at), name) = (parts.first(), parts.get(1)) else {
                    return Pattern::NotUnderstood(self.span(at));
                };
                let value = Written::implied(value);
                let ty = self.variable_type(Some(*type_at)).unwrap_or(value);
                let local = name.map(|name| self.pattern_local(*name, ty, false));
                bound.extend(local);
                Pattern::Type { ty, local }
            }
            NodeKind::RecordPattern => {
                let type_at = syntax
                    .children(at)
                    .find(|c| matches!(syntax.kind(*c), NodeKind::GenericType | NodeKind::Identifier));
                let Some(type_at) = type_at else { return Pattern::NotUnderstood(self.span(at)) };
                let ty = self.java.written(&self.scope, syntax, type_at);
                self.record_pattern(at, ty, value, bound)
            }
            _ => Pattern::NotUnderstood(self.span(at)),
        }
    }

    fn record_pattern(&mut self, at: At, ty: Written, value: Ty, bound: &mut Vec<LocalNo>) -> Pattern {
        let syntax = self.syntax;
        let body = syntax.part(at, NodeKind::RecordPatternBody);
        let parts: Vec<At> = body.map_or(Vec::new(), |b| syntax.parts(b).collect());
        let class = self.java.types.class(ty.ty);
        if let Some(class) = class {
            self.java.ensure_members(class);
        }
        // Arguments that are not written are those of the value, if it is of the same class.
        let value = self.found(value);
        let seen = match class {
            Some(class) if self.java.types.class(value) == Some(class) => value,
            _ => ty.ty,
        };
        let fields = class.map_or(Vec::new(), |c| self.java.component_fields(c).collect());
        let components = parts.iter().enumerate().map(|(i, part)| {
            let mut component = Component { record: ty, accessor: None, ty: Ty::UNKNOWN };
            if let (Some(field), Some(class)) = (fields.get(i), class) {
                let data = &self.java.fields[field.index()];
                let (name, declared) = (data.name, data.ty.ty);
                let ty = self.java.member_seen(seen, class, declared);
                component.ty = self.java.upper(ty);
                let methods = self.java.methods_of(class, name);
                component.accessor =
                    methods.iter().copied().find(|m| self.java.methods[m.index()].parameters.is_empty());
            }
            (component, deep(|| self.pattern(*part, component.ty, bound)))
        });
        Pattern::Record { ty, components: components.collect() }
    }
}
