//! Contents of an object of the library that a field has: a pseudo-field of contents, which its uses read and assign.
//!
//! A `final Map` of a shared class is one object for all threads, and the field says nothing of what is in it. Where the values that it
//! is given are not thread-safe, the class has one field more, `contents$C$f`, and each use of the object is an access of that: so the
//! rules for fields hold for it, and those of guards. [`super::contents_uses`] makes the accesses, and [`super::contained`] finds the guard, if
//! none is written.

use super::Elaborator;
use super::captured::Forked;
use crate::library::{self, Made, Safety};
use crate::tree::body::{Body, ExprNo, Kind};
use crate::tree::{FieldNo, Member, MethodKind, MethodNo, Origin};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{Field, List, TypeKind};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// Knowledge of the contents of fields.
#[derive(Default)]
pub(super) struct Contents {
    known: FxHashMap<FieldNo, Option<Held>>,
    /// Pseudo-fields, with the fields that they are of.
    pub(super) fields: FxHashMap<Name, FieldNo>,
    /// Uses of objects that do not pass them on, by the places of the fields' names.
    pub(super) used: FxHashSet<Span>,
    /// Changes of objects that may be thread-safe, by their fields.
    pub(super) unknown: FxHashMap<FieldNo, Vec<Span>>,
    /// Code that other threads run, by the member that it stands in.
    pub(super) forked: FxHashMap<Member, Vec<Forked>>,
    /// Fields whose objects methods give away.
    pub(super) given: FxHashMap<MethodNo, Option<FieldNo>>,
    /// Fields with the collections in which objects stay that methods give.
    pub(super) lent: FxHashMap<MethodNo, Option<FieldNo>>,
    /// All the text is one part, for any number of threads.
    pub(super) is_small: OnceCell<bool>,
    /// Uses that methods make of the objects of their parameters: true if they change them.
    pub(super) of_parameters: FxHashMap<(MethodNo, usize), Option<bool>>,
    /// Sorts of what the code of the sources gives constructors, by constructor and number, once that is asked for.
    pub(super) made_with: Option<FxHashMap<(MethodNo, usize), Vec<Safety>>>,
    /// The sources have parallel streams, once that is asked for.
    pub(super) parallel: Option<bool>,
}

/// The sort of a field's objects, and whether a guard of them is written.
#[derive(Clone, Copy)]
pub(super) struct Held {
    /// [`Safety::Either`] if the values are unknown, or of several sorts.
    pub(super) safety: Safety,
    pub(super) guarded: bool,
    /// The objects are values that the field's own object holds.
    pub(super) inside: bool,
}

impl Elaborator<'_> {
    /// The qualified name of a type that the sources do not declare.
    pub(super) fn library_name(&self, ty: Ty) -> Option<&str> {
        match self.java.types.shape(ty) {
            Shape::Class(class, _) => {
                let it = &self.java.classes[class.index()];
                (it.origin != Origin::Source).then(|| self.text(it.qualified))
            }
            Shape::External(name, _) => Some(self.text(name)),
            _ => None,
        }
    }

    /// The simple name of a class of the library whose objects threads need a lock for, or may.
    pub(super) fn unsafe_class(&self, ty: Ty) -> Option<String> {
        let name = self.library_name(ty)?;
        let unsafe_ = matches!(library::of_type(name), Some(Safety::Confined | Safety::Either));
        unsafe_.then(|| name.rsplit('.').next().unwrap_or(name).to_owned())
    }

    /// Sort of the objects that a field has; none if they need no lock, or only one thread has the field.
    pub(super) fn contents_of(&mut self, field: FieldNo) -> Option<Held> {
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
        // A program that runs has the objects themselves.
        if self.options.run || self.options.only_annotated || self.options.at_modifiers {
            return None;
        }
        let it = &self.java.fields[field.index()];
        let (class, ty, modifiers, is_component) = (it.class, it.ty.ty, it.modifiers, it.component);
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
            Safety::Either if modifiers.is_final() || is_component => self.safety_of_values(field),
            Safety::Either if modifiers.is_volatile() && modifiers.is_private() && !modifiers.is_static() => {
                self.safety_of_values(field)
            }
            other => other,
        };
        match safety {
            Safety::Free if guarded || !self.holds_confined(field) => None,
            Safety::Free => Some(Held { safety: Safety::Confined, guarded, inside: true }),
            _ => Some(Held { safety, guarded, inside: false }),
        }
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
        let (initialized, class, is_final) = (it.initialized, it.class, it.modifiers.is_final() || it.component);
        let starts = |member: &Member| match *member {
            // One that is not final gets values anywhere in its class.
            Member::Method(method) if !is_final => self.java.methods[method.index()].has_body,
            Member::Initializer(_) if !is_final => true,
            Member::Field(of) => of == field && initialized,
            Member::Method(method) => {
                !initialized && self.constructs(method) && self.java.methods[method.index()].has_body
            }
            Member::Initializer(_) => !initialized,
        };
        let members: Vec<Member> = self.java.classes[class.index()].members.iter().copied().filter(starts).collect();
        let mut found = Vec::new();
        for member in members {
            let body = self.java.attribute(member);
            for value in body.values_of(field) {
                found.push(match self.parameter_of(&body, member, value) {
                    Some((constructor, n)) => self.given_to(constructor, n),
                    None => self.safety_of_value(&body, value),
                });
            }
        }
        found.extend(self.component_of(field).map(|(constructor, n)| self.given_to(constructor, n)));
        one_sort(&found)
    }

    /// The constructor whose parameter a value is, and its number.
    fn parameter_of(&self, body: &Body, member: Member, value: ExprNo) -> Option<(MethodNo, usize)> {
        let (Kind::Local(local), Member::Method(method)) = (&body.expressions[value.index()].kind, member) else {
            return None;
        };
        let part = body.parts.first()?;
        let n = part.parameters.iter().position(|parameter| parameter == local)?;
        body.locals[local.index()].effectively_final.then_some((method, n))
    }

    /// The constructor of a record that nobody writes, and the number of a component in it.
    fn component_of(&self, field: FieldNo) -> Option<(MethodNo, usize)> {
        let it = &self.java.fields[field.index()];
        let members = &self.java.classes[it.class.index()].members;
        let own = members.iter().filter_map(|member| match member {
            Member::Method(m) => Some(*m),
            Member::Field(_) | Member::Initializer(_) => None,
        });
        let canonical = own.into_iter().find(|m| self.java.methods[m.index()].kind == MethodKind::Canonical)?;
        let named = |p: &crate::tree::Parameter| p.name == it.name;
        let n = self.java.methods[canonical.index()].parameters.iter().position(named)?;
        it.component.then_some((canonical, n))
    }

    /// The sort of all that the code of the sources makes for a constructor.
    fn given_to(&mut self, constructor: MethodNo, n: usize) -> Safety {
        // A task has what it is given for itself, as far as no other code uses that: its variables say so.
        let class = self.java.methods[constructor.index()].class;
        let mut own = self.java.methods.iter().filter(|m| m.class == class && m.parameters.is_empty());
        let is_task = own.any(|m| matches!(self.text(m.name), "run" | "call"));
        if is_task || !*self.contents.is_small.get_or_init(|| self.java.is_small()) {
            return Safety::Either;
        }
        if self.contents.made_with.is_none() {
            // Questions that come meanwhile have no answer.
            self.contents.made_with = Some(FxHashMap::default());
            let own = self.java.classes.iter().filter(|class| class.origin == Origin::Source);
            let members: Vec<Member> = own.flat_map(|class| class.members.iter().copied()).collect();
            let mut all: FxHashMap<(MethodNo, usize), Vec<Safety>> = FxHashMap::default();
            for member in members {
                let body = self.java.attribute(member);
                for e in &body.expressions {
                    let Kind::New(new) = &e.kind else { continue };
                    let Some(method) = new.callee.method() else { continue };
                    for (i, &argument) in new.arguments.iter().enumerate() {
                        all.entry((method, i)).or_default().push(self.safety_of_value(&body, argument));
                    }
                }
            }
            self.contents.made_with = Some(all);
        }
        let known = self.contents.made_with.as_ref().and_then(|all| all.get(&(constructor, n)));
        known.map_or(Safety::Either, |sorts| one_sort(sorts))
    }

    /// The sort of a value. `null` is free.
    pub(super) fn safety_of_value(&self, body: &Body, value: ExprNo) -> Safety {
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

    pub(super) fn contents_name(&mut self, field: FieldNo) -> Name {
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
}

/// The sort that all values have.
fn one_sort(all: &[Safety]) -> Safety {
    match all {
        [first, rest @ ..] if rest.iter().all(|sort| sort == first) => *first,
        _ => Safety::Either,
    }
}

/// The name in front of a dot that ends at an offset.
pub(super) fn before(text: &str, at: u32) -> String {
    let rest = text[..at as usize].trim_end().strip_suffix('.').unwrap_or("").trim_end();
    let start = rest.rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).map_or(0, |i| i + 1);
    rest[start..].to_owned()
}
