//! Uses that code makes of an object of the library that it is given: a method of its parameter's, a class of what its constructor keeps.

use super::Elaborator;
use crate::library;
use crate::tree::body::{Body, Call, Callee, ExprNo, Form, Kind};
use crate::tree::{FieldNo, Member, MethodNo};

/// Manner of a use.
#[derive(Clone, Copy, Default)]
pub(super) struct By {
    /// It goes through the elements.
    pub(super) iterates: bool,
    /// It holds some lock.
    pub(super) locked: bool,
    /// It changes the object.
    pub(super) writes: bool,
}

impl By {
    pub(super) const ITERATING: By = By { iterates: true, locked: false, writes: false };
}

impl Elaborator<'_> {
    /// The use that a method makes of an object that it is given, if that is known; true if it changes it.
    pub(super) fn use_of_argument(&mut self, call: &Call, i: usize) -> Option<bool> {
        match call.callee {
            Callee::Declared(method) if !self.is_opaque(self.java.methods[method.index()].class) => {
                self.use_of_parameter(method, i)
            }
            _ => {
                let name = self.text(call.name);
                let is_static = |m: MethodNo| self.java.methods[m.index()].modifiers.is_static();
                let is_static = call.callee.method().is_some_and(is_static) || call.target.is_none();
                library::reads_argument(name, is_static).then(|| i == 0 && is_static && library::changes_argument(name))
            }
        }
    }

    /// True if a method of the sources changes the object of a parameter by its own calls; none if it does not use it.
    fn use_of_parameter(&mut self, method: MethodNo, i: usize) -> Option<bool> {
        if let Some(&known) = self.contents.of_parameters.get(&(method, i)) {
            return known;
        }
        let body = self.java.attribute(Member::Method(method));
        let parameter = body.parts[0].parameters.get(i).copied();
        let mut found = None;
        for e in &body.expressions {
            let Kind::Call(call) = &e.kind else { continue };
            let Some(target) = call.target.map(|target| self.behind_views(&body, target)) else { continue };
            let Kind::Local(local) = body.expressions[target.index()].kind else { continue };
            if Some(local) == parameter && self.body_has_no_lock(&body) {
                let ty = self.library_name(body.expressions[target.index()].ty).unwrap_or_default();
                let write = !library::is_reader(ty, self.text(call.name));
                found = Some(found.unwrap_or(false) || write);
            }
        }
        self.contents.of_parameters.insert((method, i), found);
        found
    }

    /// The use that the methods of a class make of an object that its constructor keeps in a field; none if it keeps it in none, or nothing
    /// uses that.
    pub(super) fn use_of_kept(&mut self, constructor: MethodNo, i: usize) -> Option<By> {
        let class = self.java.methods[constructor.index()].class;
        if self.is_opaque(class) || !self.java.methods[constructor.index()].has_body {
            return None;
        }
        let body = self.java.attribute(Member::Method(constructor));
        let parameter = body.parts[0].parameters.get(i).copied()?;
        let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == parameter);
        let kept = body.expressions.iter().find_map(|e| match e.kind {
            Kind::Assign { target, value } if is_it(value) => match body.expressions[target.index()].kind {
                Kind::Field { field, .. } => Some(field),
                _ => None,
            },
            _ => None,
        })?;
        let mut found: Option<By> = None;
        for member in self.java.classes[class.index()].members.clone() {
            let Member::Method(method) = member else { continue };
            if self.constructs(method) || !self.java.methods[method.index()].has_body {
                continue;
            }
            let body = self.java.attribute(member);
            let locked = !self.body_has_no_lock(&body);
            for by in self.uses_of_field(&body, kept) {
                let before = found.unwrap_or(By { locked: true, ..By::default() });
                found = Some(By {
                    iterates: before.iterates || by.iterates,
                    locked: before.locked && locked,
                    writes: before.writes || by.writes,
                });
            }
        }
        found
    }

    /// The uses of a field's object in code, but for their locks.
    fn uses_of_field(&self, body: &Body, field: FieldNo) -> Vec<By> {
        let is_it =
            |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Field { field: of, .. } if of == field);
        let called = body.expressions.iter().filter_map(|e| {
            let Kind::Call(call) = &e.kind else { return None };
            let target = self.behind_views(body, call.target?);
            let ty = self.library_name(body.expressions[target.index()].ty).unwrap_or_default();
            let name = self.text(call.name);
            let by = By { iterates: library::iterates(name), locked: false, writes: !library::is_reader(ty, name) };
            is_it(target).then_some(by)
        });
        let loops = body.statements.iter().filter_map(|s| match s.form {
            Form::ForEach { over, .. } if is_it(self.behind_views(body, over)) => Some(By::ITERATING),
            _ => None,
        });
        called.chain(loops).collect()
    }

    fn body_has_no_lock(&self, body: &Body) -> bool {
        let Member::Method(method) = body.parts[0].member else { return false };
        let it = &self.java.methods[method.index()];
        !it.modifiers.is_synchronized() && !takes_lock(self.java.sources.at(it.span))
    }
}

fn takes_lock(text: &str) -> bool {
    text.contains("synchronized") || text.contains("ock(")
}
