//! Values of concurrent maps and of cells: the map is any thread's, and a list in it is not.
//!
//! `map.get(k).add(x)` changes a list that every other thread gets by the same key. Where the code puts objects into the field that are not
//! thread-safe, and takes them out again to use them, their contents are guarded like those of a field.

use super::Elaborator;
use super::code::Code;
use crate::library::{self, Safety};
use crate::tree::body::{Body, Call, ExprNo, Form, Kind};
use crate::tree::{ClassNo, FieldNo, Member};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;

/// Types that hold values for several threads.
const HOLDERS: &[&str] =
    &["ConcurrentHashMap", "ConcurrentMap", "ConcurrentSkipListMap", "ConcurrentNavigableMap", "AtomicReference"];

/// Methods that give a value, which stays where it is.
const GIVES: &[&str] = &["get", "getOrDefault", "computeIfAbsent", "putIfAbsent", "getPlain", "getAcquire"];

/// Methods that are given a value, or a function that makes it, as the last argument.
const TAKES: &[&str] = &["put", "putIfAbsent", "computeIfAbsent", "set", "getAndSet", "lazySet"];

/// Returns true for a method that gives a value of a holder.
pub(super) fn gives_value(method: &str) -> bool {
    GIVES.contains(&method)
}

impl Elaborator<'_> {
    /// Returns true for a final field that holds values which are not thread-safe, as far as the code of its class puts them there.
    pub(super) fn holds_confined(&mut self, field: FieldNo) -> bool {
        let it = &self.java.fields[field.index()];
        let (class, ty, is_final) = (it.class, it.ty.ty, it.modifiers.is_final());
        let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
        let declared = self.library_name(ty).map(last).unwrap_or_default();
        let is_map = matches!(declared.as_str(), "Map" | "NavigableMap" | "SortedMap");
        let held = match self.java.types.shape(ty) {
            Shape::Class(_, list) | Shape::External(_, list) => self.java.types.items(list).last().copied(),
            _ => None,
        };
        let Some(held) = held.filter(|_| is_final && (is_map || HOLDERS.contains(&declared.as_str()))) else {
            return false;
        };
        let safety = self.library_name(held).and_then(library::of_type);
        if is_map && (safety.is_none() || !self.is_made_for_several(class, field)) {
            return false;
        }
        match safety {
            Some(Safety::Confined) => true,
            Some(Safety::Either) => {
                let members = self.java.classes[class.index()].members.clone();
                let mut sorts = Vec::new();
                for member in members {
                    let body = self.java.attribute(member);
                    sorts.extend(self.put_into(&body, member, field));
                }
                // Of a value that is unknown nothing is said.
                !sorts.is_empty() && sorts.iter().all(|sort| matches!(sort, Safety::Confined))
            }
            _ => false,
        }
    }

    /// Returns true for a field whose class gives it a map that holds values for several threads.
    fn is_made_for_several(&mut self, class: ClassNo, field: FieldNo) -> bool {
        let members = self.java.classes[class.index()].members.clone();
        members.into_iter().any(|member| {
            let body = self.java.attribute(member);
            let made: Vec<Ty> = body
                .values_of(field)
                .filter_map(|value| match &body.expressions[value.index()].kind {
                    Kind::New(new) => Some(new.written.ty),
                    _ => None,
                })
                .collect();
            let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
            made.into_iter()
                .any(|ty| self.library_name(ty).map(last).is_some_and(|name| HOLDERS.contains(&name.as_str())))
        })
    }

    /// Sorts of the values that code puts into a field's object.
    fn put_into(&self, body: &Body, member: Member, field: FieldNo) -> Vec<Safety> {
        let is_it =
            |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Field { field: of, .. } if of == field);
        let put = body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if TAKES.contains(&self.text(call.name)) && is_it(call.target?) => call.arguments.last(),
            _ => None,
        });
        // `new AtomicReference<>(new ArrayList<>())`
        let starts = body.values_of(field).filter(|_| matches!(member, Member::Field(_) | Member::Method(_)));
        let starts = starts.filter_map(|value| match &body.expressions[value.index()].kind {
            Kind::New(new) if self.library_name(new.written.ty).is_some_and(|n| n.ends_with("Reference")) => {
                new.arguments.first()
            }
            _ => None,
        });
        put.chain(starts).map(|value| self.sort_of_put(body, *value)).collect()
    }

    /// The sort of a value that is put there, or that a function makes.
    fn sort_of_put(&self, body: &Body, value: ExprNo) -> Safety {
        match &body.expressions[value.index()].kind {
            Kind::Lambda(lambda) => {
                body.only_return(&lambda.body).map_or(Safety::Either, |e| self.safety_of_value(body, e))
            }
            Kind::Reference(_) => {
                let text = self.java.sources.at(body.expressions[value.index()].span);
                let class = text.strip_suffix("::new").map(|class| class.split('<').next().unwrap_or(class).trim());
                class.and_then(library::of_type).unwrap_or(Safety::Either)
            }
            Kind::Local(local) => {
                let value = body.locals[local.index()].value.filter(|_| body.locals[local.index()].effectively_final);
                value.map_or(Safety::Either, |value| self.safety_of_value(body, value))
            }
            _ => self.safety_of_value(body, value),
        }
    }

    /// Returns true for a type whose objects hold values for several threads.
    pub(super) fn is_holder(&self, ty: Ty) -> bool {
        let last = self.library_name(ty).map(|name| name.rsplit('.').next().unwrap_or(name));
        last.is_some_and(|name| HOLDERS.contains(&name) || name.ends_with("Map"))
    }
}

impl Code<'_, '_, '_> {
    /// The object that a call takes a value out of.
    pub(super) fn holder(&self, call: &Call) -> Option<ExprNo> {
        let target = call.target?;
        (gives_value(self.it.text(call.name)) && self.it.is_holder(self.expression(target).ty)).then_some(target)
    }

    /// Returns true for code in a `synchronized` block whose lock is a variable or the value of a call: it may be the object itself.
    pub(super) fn is_under_its_own(&self, span: Span) -> bool {
        self.body.statements.iter().filter(|s| s.span.contains(span)).any(|s| match s.form {
            Form::Synchronized { lock, .. } => {
                matches!(self.expression(lock).kind, Kind::Local(_) | Kind::Call(_))
            }
            _ => false,
        })
    }
}
