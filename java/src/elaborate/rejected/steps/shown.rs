//! Objects that code takes out of a concurrent map or an atomic reference and changes: each thread that asks for one gets the same.

use super::{Judge, changes};
use crate::tree::body::{ExprNo, Kind};
use crate::tree::{ClassNo, FieldNo, Origin};
use racefree_grammar::Span;

/// Methods of a container that give an object which stays in it.
const GIVE: &[&str] = &["get", "getOrDefault", "computeIfAbsent", "putIfAbsent", "getPlain", "getAcquire"];

impl Judge<'_, '_> {
    /// Takes note of the classes of such objects: threads share them.
    pub(super) fn shown_objects(&mut self) {
        if !self.it.java.is_small() {
            return;
        }
        for (n, e) in self.body.expressions.iter().enumerate() {
            let changed = match &e.kind {
                Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => {
                    match *self.kind(*target) {
                        Kind::Field { target: Some(of), field, .. } if self.is_plain_field(field) => Some(of),
                        _ => None,
                    }
                }
                Kind::Call(call) => call.target.filter(|_| {
                    self.own_method(call).is_some_and(|m| {
                        let it = &self.it.java.methods[m.index()];
                        let text = self.it.java.sources.at(it.span);
                        let is_locked =
                            it.modifiers.is_synchronized() || text.contains("synchronized") || text.contains("ock()");
                        let body = text.split_once('{').map_or("", |(_, body)| body);
                        let mut fields = self.it.java.fields.iter().enumerate().filter(|(_, f)| f.class == it.class);
                        !is_locked
                            && fields.any(|(n, f)| {
                                self.is_plain_field(FieldNo(n as u32)) && changes(body, self.it.text(f.name))
                            })
                    })
                }),
                _ => None,
            };
            if let Some(object) = changed.filter(|object| self.is_shown(*object)) {
                self.show(object, self.span(ExprNo(n as u32)));
            }
        }
    }

    fn is_plain_field(&self, field: FieldNo) -> bool {
        let it = &self.it.java.fields[field.index()];
        !it.modifiers.is_final() && !it.modifiers.is_volatile() && !it.modifiers.is_static()
    }

    /// Returns true for an object that a container has given, and keeps.
    fn is_shown(&self, object: ExprNo) -> bool {
        let made = match *self.kind(object) {
            Kind::Local(local) => self.body.locals[local.index()].value,
            _ => Some(object),
        };
        let Some(call) = made.and_then(|made| self.as_call(made)) else { return false };
        let Some(container) = call.target.filter(|_| GIVE.contains(&self.it.text(call.name))) else { return false };
        let is_container = matches!(
            self.it.last_name(self.ty(container)),
            "ConcurrentHashMap"
                | "ConcurrentMap"
                | "ConcurrentSkipListMap"
                | "ConcurrentNavigableMap"
                | "AtomicReference"
                | "AtomicReferenceArray"
        );
        let is_ours = match *self.kind(container) {
            Kind::Field { .. } => true,
            Kind::Local(local) => self.body.locals[local.index()].captured,
            _ => false,
        };
        is_container && is_ours
    }

    fn show(&mut self, object: ExprNo, at: Span) {
        let Some(class) = self.it.java.types.class(self.ty(object)) else { return };
        let Some(around) = self.around(at) else { return };
        let data = &self.it.java.methods[around.method.index()];
        let is_locked = data.modifiers.is_synchronized() || self.it.java.sources.at(data.span).contains("ock()");
        let is_source = |class: ClassNo| self.it.java.classes[class.index()].origin == Origin::Source;
        if is_source(class) && around.held.is_empty() && !is_locked && !self.is_calm(&around, at) {
            let start = self.it.java.classes[class.index()].name_span.start;
            self.it.found.shown.entry(start).or_insert(at);
        }
    }
}
