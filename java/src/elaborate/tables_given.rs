//! Tables that a constructor is given: who makes the object passes a new array, or one that nobody writes behind that.

use super::Elaborator;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo};
use crate::tree::{ClassNo, FieldNo, Member, MethodNo, Origin};
use racefree_grammar::Span;
use rustc_hash::FxHashSet;

impl Elaborator<'_> {
    /// Returns true if the constructors of a class give a field arrays that nobody writes.
    pub(super) fn is_given_fixed(&mut self, field: FieldNo, tables: &FxHashSet<FieldNo>) -> bool {
        let it = &self.java.fields[field.index()];
        let (class, is_flat) = (it.class, self.dimensions(it.ty.ty) == Some(1));
        if it.initialized {
            return true;
        }
        let members = self.java.classes[class.index()].members.clone();
        members.into_iter().all(|member| {
            let body = self.java.attribute(member);
            let values: Vec<ExprNo> = body.values_of(field).collect();
            values.into_iter().all(|value| match body.expressions[value.index()].kind {
                Kind::Local(local) => match self.parameter(&body, member, local) {
                    Some((m, n)) => is_flat && self.is_passed_fixed(class, m, n, tables),
                    None => is_made_here(&body, local, body.expressions[value.index()].span),
                },
                _ => true,
            })
        })
    }

    /// The constructor and the number of its parameter that a variable is.
    fn parameter(&self, body: &Body, member: Member, local: LocalNo) -> Option<(MethodNo, usize)> {
        let Member::Method(m) = member else { return None };
        let n = body.parts.first()?.parameters.iter().position(|of| *of == local)?;
        (self.java.methods[m.index()].kind.constructs() && body.locals[local.index()].effectively_final)
            .then_some((m, n))
    }

    /// Returns true if all who call a constructor pass an array of which nobody changes an element from then on.
    fn is_passed_fixed(
        &mut self,
        class: ClassNo,
        constructor: MethodNo,
        n: usize,
        tables: &FxHashSet<FieldNo>,
    ) -> bool {
        let name = self.text(self.java.classes[class.index()].name).to_owned();
        let (made, referred) = (format!("new {name}("), format!("{name}::new"));
        let of_source = |it: &&crate::tree::Class| it.origin == Origin::Source;
        let members: Vec<Member> =
            self.java.classes.iter().filter(of_source).flat_map(|it| it.members.iter().copied()).collect();
        let mut calls = 0;
        for member in members {
            let span = match member {
                Member::Method(m) => self.java.methods[m.index()].span,
                Member::Field(f) => self.java.fields[f.index()].span,
                Member::Initializer(_) => self.java.classes[self.java.site(member).0.index()].span,
            };
            let text = self.java.sources.at(span);
            if text.contains(&referred) {
                return false;
            }
            let is_other = self.java.site(member).0 == class && text.contains("this(");
            if !text.contains(&made) && !is_other && !text.contains("super(") {
                continue;
            }
            let body = self.java.attribute(member);
            let delegates =
                |form: &Form| matches!(form, Form::Delegate { callee, .. } if callee.method() == Some(constructor));
            if body.statements.iter().any(|s| delegates(&s.form)) {
                return false;
            }
            for e in &body.expressions {
                let Kind::New(new) = &e.kind else { continue };
                if new.callee.method() != Some(constructor) {
                    continue;
                }
                calls += 1;
                // Arguments one by one are put into a new array.
                if new.spread.is_some_and(|first| first as usize == n) {
                    continue;
                }
                let Some(argument) = new.arguments.get(n) else { return false };
                let is_fixed = match body.expressions[argument.index()].kind {
                    Kind::NewArray { .. } => true,
                    Kind::Field { field, .. } => tables.contains(&field),
                    Kind::Local(local) => is_made_here(&body, local, e.span),
                    _ => false,
                };
                if !is_fixed {
                    return false;
                }
            }
        }
        calls > 0
    }
}

/// Returns true for a variable of a new array that code writes and passes on in front of a place alone; behind it, it passes it to constructors.
fn is_made_here(body: &Body, local: LocalNo, place: Span) -> bool {
    let of = &body.locals[local.index()];
    let made = of.value.map(|value| &body.expressions[value.index()].kind);
    if !of.effectively_final || !matches!(made, Some(Kind::NewArray { .. })) {
        return false;
    }
    let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == local);
    let reads = |at: Span| {
        body.expressions.iter().any(|e| match e.kind {
            Kind::Element { array, .. } | Kind::Length(array) => is_it(array) && body.expressions[array.index()].span == at,
            _ => false,
        }) || body.statements.iter().any(|s| matches!(s.form, Form::ForEach { over, .. } if is_it(over) && body.expressions[over.index()].span == at))
    };
    let writes = |at: Span| {
        body.expressions.iter().any(|e| match e.kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => {
                matches!(body.expressions[target.index()].kind, Kind::Element { array, .. } if is_it(array) && body.expressions[array.index()].span == at)
            }
            _ => false,
        })
    };
    let passed = |at: Span| {
        body.expressions.iter().any(|e| match &e.kind {
            Kind::New(new) => new.arguments.iter().any(|a| is_it(*a) && body.expressions[a.index()].span == at),
            _ => false,
        })
    };
    let is_loop = |form: &Form| {
        matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
    };
    let in_one_loop =
        |at: Span| body.statements.iter().any(|s| is_loop(&s.form) && s.span.contains(at) && s.span.contains(place));
    let in_lambda =
        |at: Span| body.expressions.iter().any(|e| matches!(e.kind, Kind::Lambda(_)) && e.span.contains(at));
    let uses = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == local)).map(|e| e.span);
    uses.filter(|at| *at != of.name_span).all(|at| {
        let is_before = at.end <= place.start && !in_one_loop(at) && !in_lambda(at);
        is_before || reads(at) && !writes(at) || passed(at) || place == at
    })
}
