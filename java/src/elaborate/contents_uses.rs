//! Uses of objects of the library in code, each an access of the contents of the field that the object comes from.

use super::Elaborator;
use super::code::Code;
use super::contents::Held;
use crate::library::{self, Safety};
use crate::tree::body::{Call, ExprNo, Form, Kind, LocalNo, New};
use crate::tree::{ClassNo, FieldNo, Member, Method, MethodKind, MethodNo};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;

/// The field that an object comes from.
#[derive(Clone, Copy)]
struct Source {
    target: Option<ExprNo>,
    field: FieldNo,
    /// It comes by way of a variable.
    alias: bool,
    /// It is a value that the field's object holds.
    inside: bool,
    at: Span,
}

impl Code<'_, '_, '_> {
    /// The field that an object comes from, by way of final variables and of methods that give it away. Objects of variables are judged by
    /// [`super::captured`].
    fn source_of(&mut self, e: ExprNo) -> Option<Source> {
        let body = self.body;
        match &body.expressions[e.index()].kind {
            &Kind::Field { target, field, name_span } => {
                Some(Source { target, field, alias: false, inside: false, at: name_span })
            }
            Kind::Local(local) if body.locals[local.index()].effectively_final => {
                let source = self.source_of(self.value_of_local(*local)?)?;
                Some(Source { alias: true, ..source })
            }
            Kind::Cast { value, .. } => racefree_grammar::stack::deep(|| self.source_of(*value)),
            // A view that a variable has: whoever uses it uses the collection.
            Kind::Call(call) if library::is_view(self.it.text(call.name)) => self.source_of(call.target?),
            Kind::Call(call) if library::is_unmodifiable(self.it.text(call.name)) => {
                self.source_of(*call.arguments.first()?)
            }
            Kind::Call(call) if self.holder(call).is_some() => {
                let source = self.source_of(call.target?)?;
                (!source.inside).then_some(Source { inside: true, ..source })
            }
            Kind::Call(call) => {
                let method = call.callee.method()?;
                let given = if call.arguments.is_empty() { self.it.given_away(method) } else { None };
                let field = given.or_else(|| self.it.lent_by(method))?;
                // The place where it is given away stays counted.
                Some(Source { target: call.target, field, alias: true, inside: false, at: self.span(e) })
            }
            _ => None,
        }
    }

    /// Returns true for an object in a field of a shared class whose uses are no accesses of its contents: it is thread-safe, or nothing is known.
    pub(super) fn is_of_threads(&mut self, e: ExprNo) -> bool {
        let Some(Source { field, .. }) = self.source_of(e) else { return false };
        let of = &self.it.java.fields[field.index()];
        let (class, is_static) = (of.class, of.modifiers.is_static());
        let is_shared = is_static || self.it.is_shared(class);
        is_shared && (!self.it.changes_inside(field) || self.it.contents_of(field).is_none())
    }

    /// Returns true if the code assigns a field.
    fn assigns_field(&self, field: FieldNo) -> bool {
        let is_it =
            |target: ExprNo| matches!(self.expression(target).kind, Kind::Field { field: of, .. } if of == field);
        self.body.expressions.iter().any(|e| matches!(e.kind, Kind::Assign { target, .. } if is_it(target)))
    }

    /// The only value of a variable.
    fn value_of_local(&self, local: LocalNo) -> Option<ExprNo> {
        let local = &self.body.locals[local.index()];
        let name = self.it.library_name(local.ty.ty)?;
        let has_contents = library::of_type(name).is_some() || library::is_iterator(name);
        local.value.filter(|_| has_contents)
    }

    /// The use of the object that a method is called on.
    pub(super) fn use_by_call(&mut self, target: ExprNo, method: Name) -> Option<ExprId> {
        // A change of a view is one of the collection.
        let mut object = target;
        while let Kind::Call(call) = &self.expression(object).kind
            && let Some(inner) = call.target.filter(|_| library::is_view(self.it.text(call.name)))
        {
            object = inner;
        }
        let own = self.it.library_name(self.expression(object).ty)?.to_owned();
        let (name, span) = (self.it.text(method).to_owned(), self.span(object));
        if library::is_iterator(&own) {
            return self.use_of_contents(object, library::changes_through(&name), true, span);
        }
        library::of_type(&own)?;
        self.use_of_contents(object, !library::is_reader(&own, &name), library::iterates(&name), span)
    }

    /// The use of an object whose elements are looked at one after the other.
    pub(super) fn use_by_loop(&mut self, over: ExprNo) -> Option<ExprId> {
        let mut object = over;
        while let Kind::Call(call) = &self.expression(object).kind
            && let Some(inner) = call.target.filter(|_| library::is_view(self.it.text(call.name)))
        {
            object = inner;
        }
        let span = self.span(object);
        self.use_of_contents(object, false, true, span)
    }

    /// The use of an object that a method of the library is given, if it reads it there and keeps nothing.
    pub(super) fn use_by_library(&mut self, argument: ExprNo, call: &Call) -> Option<ExprId> {
        let name = self.it.text(call.name).to_owned();
        let is_static = call.callee.method().is_some_and(|m| self.it.java.methods[m.index()].modifiers.is_static());
        let reads = library::reads_argument(&name, is_static || call.target.is_none());
        if reads { self.use_of_argument(argument, library::changes_argument(&name) && is_static) } else { None }
    }

    /// The use of an object of which another one of the library is made.
    pub(super) fn use_by_copy(&mut self, argument: ExprNo, new: &New) -> Option<ExprId> {
        let of = self.it.library_name(new.written.ty).and_then(library::of_type);
        if of.is_some() { self.use_of_argument(argument, false) } else { None }
    }

    /// The use of an object whose elements are read.
    pub(super) fn use_of_argument(&mut self, argument: ExprNo, write: bool) -> Option<ExprId> {
        let span = self.span(argument);
        library::of_type(self.it.library_name(self.expression(argument).ty)?)?;
        self.use_of_contents(argument, write, true, span)
    }

    fn use_of_contents(&mut self, object: ExprNo, write: bool, iterates: bool, span: Span) -> Option<ExprId> {
        let Source { target, field, alias, inside, at } = self.source_of(object)?;
        let held = self.it.contents_of(field).filter(|held| held.inside == inside)?;
        self.it.contents.used.insert(at);
        match held.safety {
            // Who reads it has a guard for the field.
            _ if held.guarded && !alias => return None,
            Safety::Either => {
                if write {
                    self.it.contents.unknown.entry(field).or_default().push(span);
                }
                if held.guarded {
                    return None;
                }
            }
            Safety::Wrapper if !iterates => return None,
            _ => {}
        }
        if inside && self.is_under_its_own(span) {
            self.it.found.assumptions.add(Assumed::ContentsPassed, span);
            return None;
        }
        if target.is_some_and(|target| self.it.java.fields[field.index()].component && self.is_new_here(target)) {
            self.it.found.assumptions.add(Assumed::ContentsPassed, span);
            return None;
        }
        let class = self.it.java.fields[field.index()].class;
        let own = self.it.is_judged_with(class, self.class());
        let steady = target.is_none_or(|target| self.is_final_path(target));
        // An object that is replaced may have become the thread's own.
        let replaced = alias && self.assigns_field(field);
        let lent = target.filter(|target| !steady && !replaced && self.is_lent(*target) && self.is_bare(span));
        if !steady && lent.is_none() || replaced || !own && !held.guarded {
            if held.safety != Safety::Either {
                self.it.found.assumptions.add(Assumed::ContentsPassed, span);
            }
            return None;
        }
        let name = self.it.contents_name(field);
        let Some(target) = lent else {
            let (_, owner) = self.owner(target, field, span);
            return Some(self.access_of_contents(owner, name, write, span));
        };
        let (ty, object) = (self.it.java.class_type(class, crate::types::List::EMPTY), self.receiver(target, class));
        let ty = self.plain(ty, span);
        Some(self.with_variable("object", ty, object, span, |code, variable| {
            let owner = code.it.out.var(variable, span);
            code.access_of_contents(owner, name, write, span)
        }))
    }

    fn access_of_contents(&mut self, owner: ExprId, name: Name, write: bool, span: Span) -> ExprId {
        if write {
            let value = self.it.out.int(0, span);
            self.it.out.assign(owner, name, value, span)
        } else {
            self.it.out.field(owner, name, span)
        }
    }

    /// Returns true for a variable with an object that this code has made and given to nobody yet.
    fn is_new_here(&self, e: ExprNo) -> bool {
        let Kind::Local(local) = self.expression(e).kind else { return false };
        let it = &self.body.locals[local.index()];
        let is_made = it.value.is_some_and(|made| matches!(self.expression(made).kind, Kind::New(_)));
        let is_it = |e: &ExprNo| matches!(self.expression(*e).kind, Kind::Local(of) if of == local);
        let mut given = self.body.expressions.iter().filter(|other| other.span.end <= self.span(e).start);
        let is_given = given.any(|other| match &other.kind {
            Kind::Call(call) => call.arguments.iter().any(is_it),
            Kind::New(new) => new.arguments.iter().any(is_it),
            Kind::Assign { value, .. } => is_it(value),
            _ => false,
        });
        is_made && !it.captured && !is_given
    }

    /// Returns true for the call of a method that gives an object which stays where other threads find it.
    fn is_lent(&mut self, e: ExprNo) -> bool {
        let Kind::Call(call) = &self.expression(e).kind else { return false };
        call.callee.method().is_some_and(|method| self.it.lent_by(method).is_some())
    }

    /// Returns true for code around which no lock is held, as far as the method says.
    fn is_bare(&self, span: Span) -> bool {
        let is_locked =
            |s: &crate::tree::body::Statement| s.span.contains(span) && matches!(s.form, Form::Synchronized { .. });
        let head = self.method.map(|m| &self.it.java.methods[m.index()]);
        let by_head = head.is_some_and(|m| {
            m.modifiers.is_synchronized()
                || m.modifiers.is_private()
                || self.it.java.sources.at(m.span).contains("ock()")
        });
        let lambdas = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_)));
        let by_itself = lambdas.into_iter().any(|e| e.span.contains(span));
        !self.body.statements.iter().any(is_locked) && (by_itself || !by_head)
    }

    /// Takes note of a use of an object that does not pass it on: a comparison, a lock, a variable that is its other name.
    pub(super) fn keeps_contents(&mut self, e: ExprNo) {
        if let Kind::Field { name_span, .. } = self.expression(e).kind {
            self.it.contents.used.insert(name_span);
        }
    }

    /// Counts an object that goes where no use of it is looked at.
    pub(super) fn note_passed(&mut self, field: FieldNo, name_span: Span) {
        if self.it.contents.used.contains(&name_span) {
            return;
        }
        if let Some(Held { safety: Safety::Confined, inside: false, .. }) = self.it.contents_of(field) {
            self.it.found.assumptions.add(Assumed::ContentsPassed, name_span);
        }
    }
}

impl Elaborator<'_> {
    /// The field whose object a method of the sources gives away, or a view of it: that is all that the method does, and no class overrides it.
    fn given_away(&mut self, method: MethodNo) -> Option<FieldNo> {
        if let Some(&known) = self.contents.given.get(&method) {
            return known;
        }
        let found = self.found_given_away(method);
        self.contents.given.insert(method, found);
        found
    }

    fn found_given_away(&mut self, method: MethodNo) -> Option<FieldNo> {
        let it = &self.java.methods[method.index()];
        if let MethodKind::Accessor(field) = it.kind {
            return library::of_type(self.library_name(it.result.ty)?).map(|_| field);
        }
        let (name, owner, result) = (it.name, it.class, it.result.ty);
        // Longer ones do more than that.
        let is_short = it.has_body && self.java.sources.at(it.span).matches(';').count() == 1;
        let is_plain = is_short && it.parameters.is_empty() && it.kind == MethodKind::Plain;
        if !is_plain || self.is_opaque(owner) {
            return None;
        }
        library::of_type(self.library_name(result)?)?;
        let is_other = |m: &Method| m.name == name && m.class != owner && m.parameters.is_empty();
        let others: Vec<ClassNo> = self.java.methods.iter().filter(|m| is_other(m)).map(|m| m.class).collect();
        if others.into_iter().any(|class| self.above(class).contains(&owner)) {
            return None;
        }
        let body = self.java.attribute(Member::Method(method));
        let mut block = &body.parts.first()?.block;
        while let [only] = block[..] {
            match &body.statements[only.index()].form {
                Form::Synchronized { body: all, .. } | Form::Block(all) => block = all,
                _ => break,
            }
        }
        let mut e = body.only_return(block)?;
        loop {
            match &body.expressions[e.index()].kind {
                Kind::Call(call) if library::is_view(self.text(call.name)) => e = call.target?,
                Kind::Call(call) if library::is_unmodifiable(self.text(call.name)) => e = *call.arguments.first()?,
                &Kind::Field { target, field, .. } => {
                    let is_own = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::This { .. });
                    return target.is_none_or(is_own).then_some(field);
                }
                _ => return None,
            }
        }
    }

    /// Returns true for classes whose code is judged together, with any number of threads: those of one file, and all of a small program.
    fn is_judged_with(&self, class: ClassNo, other: ClassNo) -> bool {
        let file = |class: ClassNo| self.java.classes[class.index()].file;
        file(class) == file(other) || *self.contents.is_small.get_or_init(|| self.java.is_small())
    }
}
