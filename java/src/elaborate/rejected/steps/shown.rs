//! Objects that code takes out of a concurrent map or an atomic reference, or gets from a method that looks one up under a lock, and changes: each
//! thread that asks for one gets the same.

use super::{Judge, changes};
use crate::library;
use crate::tree::body::{Call, ExprNo, Form, Kind, LocalNo};
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
        let body = self.body;
        for (n, e) in body.expressions.iter().enumerate() {
            let changed = match &e.kind {
                Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => {
                    match body.expressions[target.index()].kind {
                        Kind::Field { target: Some(of), field, .. } if self.is_plain_field(field) => Some(of),
                        _ => None,
                    }
                }
                Kind::Call(call) => call.target.and_then(|target| self.changed_by_call(call, target)),
                _ => None,
            };
            if let Some(object) = changed
                && self.is_shown(object)
            {
                self.show(object, self.span(ExprNo(n as u32)));
            }
        }
    }

    /// The object that a call changes without a lock of its own: that of the target, or the one whose collection the target is.
    fn changed_by_call(&mut self, call: &Call, target: ExprNo) -> Option<ExprNo> {
        let name = self.it.text(call.name);
        let is_reader = |ty: &str| library::is_reader(ty, name);
        if let Kind::Field { target: Some(of), field, .. } = self.body.expressions[target.index()].kind {
            let changes = self.it.library_name(self.ty(target)).is_some_and(|ty| !is_reader(ty));
            return (changes && self.it.changes_inside(field)).then_some(of);
        }
        let m = self.own_method(call)?;
        let it = &self.it.java.methods[m.index()];
        let text = self.it.java.sources.at(it.span);
        let is_locked = it.modifiers.is_synchronized() || text.contains("synchronized") || text.contains("ock()");
        let body = text.split_once('{').map_or("", |(_, body)| body).to_owned();
        let fields = (0..self.it.java.fields.len() as u32).map(FieldNo);
        let own: Vec<FieldNo> = fields
            .filter(|f| self.it.java.fields[f.index()].class == self.it.java.methods[m.index()].class)
            .filter(|f| changes(&body, self.it.text(self.it.java.fields[f.index()].name)))
            .collect();
        let is_changed = own.into_iter().any(|f| self.is_plain_field(f) || self.it.changes_inside(f));
        (!is_locked && is_changed).then_some(target)
    }

    fn is_plain_field(&self, field: FieldNo) -> bool {
        let it = &self.it.java.fields[field.index()];
        !it.modifiers.is_final() && !it.modifiers.is_volatile() && !it.modifiers.is_static()
    }

    /// Returns true for an object that a container has given, and keeps.
    fn is_shown(&mut self, object: ExprNo) -> bool {
        let body = self.body;
        let made = match body.expressions[object.index()].kind {
            Kind::Local(local) => body.locals[local.index()].value,
            _ => Some(object),
        };
        let Some(Kind::Call(call)) = made.map(|made| &body.expressions[made.index()].kind) else { return false };
        if let Some(m) = self.own_method(call)
            && self.it.lent_by(m).is_some()
        {
            return true;
        }
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

    /// The text of a new collection, in a wrapper that has a lock if the code adds to it: each thread gets the same.
    pub(super) fn made_for_several(&self, made: ExprNo, local: LocalNo) -> String {
        let text = self.words(made);
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == local);
        let adds = self.body.expressions.iter().any(|e| match &e.kind {
            Kind::Call(call) => {
                call.target.is_some_and(is_it) && matches!(self.it.text(call.name), "add" | "put" | "remove" | "addAll")
            }
            _ => false,
        });
        let is_locked = self.is_under_lock_of(local);
        let wrapper = match self.it.last_name(self.ty(made)) {
            "ArrayList" | "LinkedList" => "synchronizedList",
            "HashSet" | "LinkedHashSet" => "synchronizedSet",
            "HashMap" | "LinkedHashMap" => "synchronizedMap",
            _ => return text,
        };
        if !adds || is_locked {
            return text;
        }
        let (file, _) = self.it.java.sources.place(self.span(made));
        let whole = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        let is_known = ["*", "Collections"].iter().any(|name| whole.contains(&format!("import java.util.{name};")));
        format!("{}Collections.{wrapper}({text})", if is_known { "" } else { "java.util." })
    }

    /// Returns true for a variable that is the lock of a block.
    fn is_under_lock_of(&self, local: LocalNo) -> bool {
        self.body.statements.iter().any(|s| match s.form {
            Form::Synchronized { lock, .. } => matches!(self.kind(lock), Kind::Local(of) if *of == local),
            _ => false,
        })
    }
}
