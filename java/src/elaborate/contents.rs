//! Contents of an object of the library that a field has: a pseudo-field of contents, which its uses read and assign.
//!
//! A `final Map` of a shared class is one object for all threads, and the field says nothing of what is in it. Where the values that it
//! is given are not thread-safe, the class has one field more, `contents$C$f`, and each use of the object is an access of that: so the
//! rules for fields hold for it, and those of guards. [`super::contained`] finds the guard, if none is written.

use super::Elaborator;
use super::code::Code;
use crate::library::{self, Made, Safety};
use crate::tree::body::{Body, Call, ExprNo, Kind, LocalNo, New};
use crate::tree::{ClassNo, FieldNo, Member, Origin};
use crate::types::{Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, Field, List, TypeKind};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Knowledge of the contents of fields.
#[derive(Default)]
pub(super) struct Contents {
    known: FxHashMap<FieldNo, Option<Held>>,
    /// Pseudo-fields, with the fields that they are of.
    pub(super) fields: FxHashMap<Name, FieldNo>,
    /// Uses of objects that do not pass them on, by the places of the fields' names.
    used: FxHashSet<Span>,
    /// Changes of objects that may be thread-safe, by their fields.
    pub(super) unknown: FxHashMap<FieldNo, Vec<Span>>,
}

/// The sort of a field's objects, and whether a guard of them is written.
#[derive(Clone, Copy)]
struct Held {
    /// [`Safety::Either`] if the values are unknown, or of several sorts.
    safety: Safety,
    guarded: bool,
}

/// Origin of an object.
#[derive(Clone, Copy)]
enum Source {
    Field { target: Option<ExprNo>, field: FieldNo, alias: bool, at: Span },
    Local(LocalNo),
}

impl Elaborator<'_> {
    /// The qualified name of a type that the sources do not declare.
    fn library_name(&self, ty: Ty) -> Option<&str> {
        match self.java.types.shape(ty) {
            Shape::Class(class, _) => {
                let it = &self.java.classes[class.index()];
                (it.origin != Origin::Source).then(|| self.text(it.qualified))
            }
            Shape::External(name, _) => Some(self.text(name)),
            _ => None,
        }
    }

    /// Sort of the objects that a field has; none if they need no lock, or only one thread has the field.
    fn contents_of(&mut self, field: FieldNo) -> Option<Held> {
        if let Some(&known) = self.contents.known.get(&field) {
            return known;
        }
        // Of a value that refers to the field nothing is known.
        self.contents.known.insert(field, None);
        let found = self.found_contents(field);
        self.contents.known.insert(field, found);
        found
    }

    fn found_contents(&mut self, field: FieldNo) -> Option<Held> {
        if self.options.only_annotated || self.options.at_modifiers {
            return None;
        }
        let it = &self.java.fields[field.index()];
        let (class, ty, modifiers) = (it.class, it.ty.ty, it.modifiers);
        let of_type = library::of_type(self.library_name(ty)?)?;
        let head = self.field_head(field);
        let guarded = !head.guards.is_empty() || !modifiers.is_static() && !self.class_head(class).guards.is_empty();
        let steady = modifiers.is_final()
            || modifiers.is_volatile()
            || head.readonly
            || self.java.fields[field.index()].component;
        let shared = self.java.classes[class.index()].origin == Origin::Source
            && (modifiers.is_static() || self.is_shared(class));
        // One that is assigned, without a guard, is an error by itself.
        if !shared || !steady && !guarded || head.guards.iter().any(|guard| guard.text == "itself") {
            return None;
        }
        let safety = match of_type {
            Safety::Either if modifiers.is_final() => self.safety_of_values(field),
            other => other,
        };
        (safety != Safety::Free).then_some(Held { safety, guarded })
    }

    /// Returns true if a field of a type of the library has, or may have, an object that is not thread-safe.
    pub(super) fn changes_inside(&mut self, field: FieldNo) -> bool {
        let it = &self.java.fields[field.index()];
        let (ty, is_final) = (it.ty.ty, it.modifiers.is_final());
        match self.library_name(ty).and_then(library::of_type) {
            None | Some(Safety::Free) => false,
            Some(Safety::Either) if is_final => !matches!(self.safety_of_values(field), Safety::Free | Safety::Wrapper),
            Some(_) => true,
        }
    }

    /// The sort of all values that a final field can have.
    fn safety_of_values(&mut self, field: FieldNo) -> Safety {
        let it = &self.java.fields[field.index()];
        let (initialized, class) = (it.initialized, it.class);
        let starts = |member: &Member| match *member {
            Member::Field(of) => of == field && initialized,
            Member::Method(method) => {
                !initialized && self.constructs(method) && self.java.methods[method.index()].has_body
            }
            Member::Initializer(_) => !initialized,
        };
        let members: Vec<Member> = self.java.classes[class.index()].members.iter().copied().filter(starts).collect();
        let mut found: Option<Safety> = None;
        for member in members {
            let body = self.java.attribute(member);
            for value in body.values_of(field) {
                let sort = self.safety_of_value(&body, value);
                found = Some(match found {
                    Some(before) if before != sort => return Safety::Either,
                    _ => sort,
                });
            }
        }
        found.unwrap_or(Safety::Either)
    }

    /// The sort of a value. `null` is free.
    fn safety_of_value(&self, body: &Body, value: ExprNo) -> Safety {
        racefree_grammar::stack::deep(|| {
            let e = &body.expressions[value.index()];
            match &e.kind {
                Kind::Literal(_) => Safety::Free,
                Kind::Cast { value, .. } | Kind::Assign { value, .. } => self.safety_of_value(body, *value),
                Kind::Conditional { yes, no, .. } => {
                    match (self.safety_of_value(body, *yes), self.safety_of_value(body, *no)) {
                        (one, other) if one == other => one,
                        _ => Safety::Either,
                    }
                }
                Kind::New(new) => {
                    self.library_name(new.written.ty).and_then(library::of_type).unwrap_or(Safety::Either)
                }
                Kind::Call(call) => {
                    let class = match (call.callee.method(), call.target) {
                        (Some(method), _) => self
                            .text(self.java.classes[self.java.methods[method.index()].class.index()].name)
                            .to_owned(),
                        (None, Some(target)) => self.word_at(body.expressions[target.index()].span),
                        (None, None) => before(self.java.sources.text(), call.name_span.start),
                    };
                    let first =
                        || call.arguments.first().map_or(Safety::Either, |first| self.safety_of_value(body, *first));
                    match library::of_call(&class, self.text(call.name)) {
                        Some(Made::Of(safety)) => safety,
                        Some(Made::Same) => first(),
                        // The object that it shows has no other name: it was made here.
                        Some(Made::ViewOf) if matches!(first(), Safety::Confined | Safety::Free) => Safety::Free,
                        Some(Made::ViewOf) | None => Safety::Either,
                    }
                }
                _ => Safety::Either,
            }
        })
    }

    /// The pseudo-field of a field's contents, if it has one.
    pub(super) fn contents_field(&mut self, field: FieldNo, made: &Field) -> Option<Field> {
        let held = self.contents_of(field).filter(|held| held.safety != Safety::Either || !held.guarded)?;
        let class = self.java.fields[field.index()].class;
        if !held.guarded && !self.is_within(self.java.classes[class.index()].span) {
            return None;
        }
        let name = self.contents_name(field);
        let span = made.name_span;
        let ty = self.out.ty(TypeKind::Int, span);
        let wrapper = (held.safety == Safety::Wrapper).then(|| {
            let of = self.java.fields[field.index()].modifiers.is_static();
            let owner = if of { self.class_object(class, span) } else { self.out.this(span) };
            self.out.field(owner, made.name, span)
        });
        Some(Field {
            name,
            ty,
            span,
            init: None,
            is_final: false,
            readonly: false,
            volatile: false,
            guard: wrapper.or(made.guard),
            more_guards: if wrapper.is_some() { List::default() } else { made.more_guards },
            ..*made
        })
    }

    fn contents_name(&mut self, field: FieldNo) -> Name {
        let it = &self.java.fields[field.index()];
        let (class, java) = (it.class, it.name);
        let class = self.class_name(class);
        let shown = self.text(java).to_owned();
        let made = format!("contents${}${}", self.text(class), crate::spelling::escaped(&shown));
        self.found.origins.named(&made, &shown);
        let name = self.intern(&made);
        self.contents.fields.insert(name, field);
        name
    }

    /// Returns true if a field may have an object that is thread-safe.
    pub(super) fn may_be_safe(&self, field: FieldNo) -> bool {
        matches!(self.contents.known.get(&field), Some(Some(Held { safety: Safety::Either, .. })))
    }

    /// The outermost class around a class.
    fn outermost_class(&self, mut class: ClassNo) -> ClassNo {
        while let Some(outer) = self.java.classes[class.index()].outer {
            class = outer;
        }
        class
    }
}

/// The name in front of a dot that ends at an offset.
fn before(text: &str, at: u32) -> String {
    let rest = text[..at as usize].trim_end().strip_suffix('.').unwrap_or("").trim_end();
    let start = rest.rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).map_or(0, |i| i + 1);
    rest[start..].to_owned()
}

impl Code<'_, '_, '_> {
    /// The field or variable that an object comes from, by way of final variables.
    fn source_of(&self, e: ExprNo) -> Option<Source> {
        match self.expression(e).kind {
            Kind::Field { target, field, name_span } => {
                Some(Source::Field { target, field, alias: false, at: name_span })
            }
            Kind::Local(local) if self.body.locals[local.index()].effectively_final => {
                let value = self.value_of_local(local).and_then(|value| self.source_of(value));
                Some(match value {
                    Some(Source::Field { target, field, at, .. }) => Source::Field { target, field, alias: true, at },
                    _ => Source::Local(local),
                })
            }
            Kind::Cast { value, .. } => racefree_grammar::stack::deep(|| self.source_of(value)),
            _ => None,
        }
    }

    /// Returns true if the code assigns a field.
    fn assigns_field(&self, field: FieldNo) -> bool {
        let is_it =
            |target: ExprNo| matches!(self.expression(target).kind, Kind::Field { field: of, .. } if of == field);
        self.body.expressions.iter().any(|e| matches!(e.kind, Kind::Assign { target, .. } if is_it(target)))
    }

    /// The only value of a variable.
    fn value_of_local(&self, local: LocalNo) -> Option<ExprNo> {
        let declared = self.body.locals[local.index()].ty.ty;
        self.it.library_name(declared).and_then(library::of_type)?;
        let assigned = || self.assignments_of(local).first().map(|(_, value)| *value);
        self.initial.get(&local).copied().or_else(assigned)
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
        library::of_type(&own)?;
        let (name, span) = (self.it.text(method).to_owned(), self.span(object));
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

    fn use_of_argument(&mut self, argument: ExprNo, write: bool) -> Option<ExprId> {
        let span = self.span(argument);
        library::of_type(self.it.library_name(self.expression(argument).ty)?)?;
        self.use_of_contents(argument, write, true, span)
    }

    fn use_of_contents(&mut self, object: ExprNo, write: bool, iterates: bool, span: Span) -> Option<ExprId> {
        let (target, field, alias, at) = match self.source_of(object)? {
            Source::Field { target, field, alias, at } => (target, field, alias, at),
            Source::Local(local) => {
                self.use_of_local(local, write, span);
                return None;
            }
        };
        let held = self.it.contents_of(field)?;
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
        let class = self.it.java.fields[field.index()].class;
        let own = self.it.outermost_class(class) == self.it.outermost_class(self.class());
        let steady = target.is_none_or(|target| self.is_final_path(target));
        // An object that is replaced may have become the thread's own.
        let replaced = alias && self.assigns_field(field);
        if !steady || replaced || !own && !held.guarded {
            if held.safety != Safety::Either {
                self.it.found.assumptions.add(Assumed::ContentsPassed, span);
            }
            return None;
        }
        let (_, owner) = self.owner(target, field, span);
        let name = self.it.contents_name(field);
        Some(if write {
            let value = self.it.out.int(0, span);
            self.it.out.assign(owner, name, value, span)
        } else {
            self.it.out.field(owner, name, span)
        })
    }

    /// The use of an object that a variable has: of one outside the code of a new thread, or of the class that captured it.
    fn use_of_local(&mut self, local: LocalNo, write: bool, span: Span) {
        let declared = self.body.locals[local.index()].ty.ty;
        let of_type = self.it.library_name(declared).and_then(library::of_type);
        let value = self.value_of_local(local);
        let confined = match of_type {
            Some(Safety::Confined) => true,
            Some(Safety::Either) => {
                value.is_some_and(|value| self.it.safety_of_value(self.body, value) == Safety::Confined)
            }
            _ => false,
        };
        if !confined || self.it.options.only_annotated || self.it.options.at_modifiers {
            return;
        }
        let captured = self.frames.last().is_some_and(|frame| frame.captures.contains_key(&local));
        let fork = self.forked_from.filter(|fork| self.scope[..fork.scope.min(self.scope.len())].contains(&local));
        let outside = fork.is_some();
        // An explicit lock that the thread takes may be the one that the others take.
        let locks = fork.is_some_and(|fork| {
            let code = Span::new(fork.at.min(span.start), span.start);
            self.monitors > 0 || self.it.java.sources.at(code).contains("ock(")
        });
        if outside && write && !locks {
            let name = self.it.text(self.body.locals[local.index()].name).to_owned();
            let message = format!(
                "race on the contents of `{name}`: the new thread changes the object, which the code around has too, and holds no lock"
            );
            self.it.problem("EXP FORK2/fv-shared", span, message);
        } else if outside || captured {
            self.it.found.assumptions.add(Assumed::ContentsPassed, span);
        }
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
        if let Some(Held { safety: Safety::Confined, .. }) = self.it.contents_of(field) {
            self.it.found.assumptions.add(Assumed::ContentsPassed, name_span);
        }
    }
}
