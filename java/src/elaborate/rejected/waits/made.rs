//! Work of a thread or a task: the code that it runs, the objects that it has, and statements that read them.

use super::super::Judge;
use super::super::steps::uses;
use super::ended::{Job, Sort};
use crate::blocking::{is_endless, needs_partner};
use crate::tree::body::{Form, Kind, LocalNo, StmtNo};
use crate::tree::{Member, Method, MethodNo, Origin};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;

impl Judge<'_, '_> {
    /// Code that a thread runs, or that a pool gets: where it is made, or the class of it.
    pub(super) fn involved_code(&self, job: &Job) -> Vec<Span> {
        let local = job.local;
        let mut all: Vec<Span> =
            self.body.locals[local.index()].value.map(|made| self.span(made)).into_iter().collect();
        if job.sort == Sort::Several {
            let is_loop = |form: &Form| matches!(form, Form::For { .. } | Form::ForEach { .. });
            let loops = self.body.statements.iter().filter(|s| is_loop(&s.form)).map(|s| s.span);
            all.extend(loops.filter(|whole| !self.places_of(*whole, local).is_empty()));
        } else {
            let calls = self.calls_on(local).unwrap_or_default();
            all.extend(calls.iter().flat_map(|call| &call.arguments).map(|e| self.span(*e)));
        }
        for n in 0..2 {
            let here = all.clone();
            let inside = here.iter().flat_map(|span| self.inside(*span));
            let added: Vec<Span> = inside
                .flat_map(|(_, e)| match &e.kind {
                    Kind::Local(of) if *of != local => {
                        self.body.locals[of.index()].value.map(|made| self.span(made)).into_iter().collect()
                    }
                    Kind::New(new) => self.code_of_task(new.written.ty, self.body.locals[local.index()].name_span),
                    Kind::Call(call) if n == 0 => self.method_span(call.callee.method()).into_iter().collect(),
                    Kind::Reference(reference) => self.method_span(reference.callee.method()).into_iter().collect(),
                    _ => Vec::new(),
                })
                .filter(|span| !all.contains(span))
                .collect();
            all.extend(added);
        }
        all
    }

    /// The methods of a class of the sources that has a `run` or a `call`, but for the one around a place.
    fn code_of_task(&self, ty: Ty, place: Span) -> Vec<Span> {
        let Shape::Class(class, _) = self.it.java.types.shape(ty) else { return Vec::new() };
        let methods: Vec<&Method> = self.it.java.methods.iter().filter(|m| m.class == class && m.has_body).collect();
        let is_task = methods.iter().any(|m| matches!(self.it.text(m.name), "run" | "call"));
        let is_source = self.it.java.classes[class.index()].origin == Origin::Source;
        let own = methods.iter().map(|m| m.span).filter(|span| !span.contains(place));
        if is_task && is_source { own.collect() } else { Vec::new() }
    }

    fn method_span(&self, method: Option<MethodNo>) -> Option<Span> {
        let method = &self.it.java.methods[method?.index()];
        (self.it.java.classes[method.class.index()].origin == Origin::Source).then_some(method.span)
    }

    /// Variables of objects that a thread or a task has, and its own.
    pub(super) fn involved(&self, job: &Job) -> Vec<LocalNo> {
        let mut all = vec![job.local];
        for code in self.involved_code(job) {
            let objects = self.inside(code).filter_map(|(_, e)| match e.kind {
                Kind::Local(of) if self.is_object(e.ty) => Some(of),
                _ => None,
            });
            all.extend(objects);
        }
        all
    }

    fn is_object(&self, ty: Ty) -> bool {
        let is_value = matches!(self.it.java.types.shape(ty), Shape::Primitive(_)) || ty == self.it.java.known.string;
        !is_value && self.it.java.unboxed(ty) == ty
    }

    /// Returns true for a statement that reads a field which has no final value, or an object that a thread has.
    pub(super) fn reads_what_is_made(&self, s: StmtNo, made: &[LocalNo]) -> bool {
        let span = self.statement_span(s);
        self.inside(span).any(|(_, e)| match &e.kind {
            Kind::Local(of) => made.contains(of),
            Kind::Field { field, .. } => {
                !self.it.java.fields[field.index()].modifiers.is_final() || self.is_object(e.ty)
            }
            Kind::Call(call) => self.own_method(call).is_some_and(|m| self.reads_a_field(m)),
            _ => false,
        })
    }

    fn reads_a_field(&self, method: MethodNo) -> bool {
        let data = &self.it.java.methods[method.index()];
        let text = self.it.java.sources.at(data.span);
        let body = text.split_once('{').map_or("", |(_, body)| body);
        let members = &self.it.java.classes[data.class.index()].members;
        members.iter().any(|member| match member {
            Member::Field(f) => !uses(body, self.it.text(self.it.java.fields[f.index()].name)).is_empty(),
            Member::Method(_) | Member::Initializer(_) => false,
        })
    }

    /// Returns true for code that ends by itself, as far as its text says: no loop of it hangs on what another thread does.
    pub(super) fn ends_by_itself(&self, code: Span) -> bool {
        let text = self.it.java.sources.at(code);
        let squeezed: String = text.split_whitespace().collect();
        const WAITS: &[&str] = &[".take()", ".accept()", "wait(", ".poll(", ".get()", "Interrupted", "readLine"];
        let bounded = |rest: &str| {
            let test = rest.split_once(')').map_or(rest, |(test, _)| test);
            [" < ", " > ", "<=", ">=", "<", ">"].iter().any(|sign| test.contains(sign))
        };
        let loops = squeezed.split("while(").skip(1).all(bounded);
        let (file, _) = self.it.java.sources.place(code);
        let whole = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        loops && !is_endless(text) && !needs_partner(text, whole) && !WAITS.iter().any(|word| squeezed.contains(word))
    }
}
