//! A wait on one monitor, or for a condition, with another lock that who wakes needs: the wait gives back its own lock alone.

use super::super::Judge;
use super::super::steps::uses;
use crate::tree::body::{Body, Call, ExprNo, Kind};
use crate::tree::{ClassNo, FieldNo, Member, MethodNo, Origin};
use racefree_grammar::Span;

/// Calls that wake who waits on a monitor or for a condition.
const WAKES: &[&str] = &["notify", "notifyAll", "signal", "signalAll"];

impl Judge<'_, '_> {
    /// Warns of waits with a second lock that each wake needs.
    pub(super) fn nested_waits(&mut self) {
        let body = self.body;
        for e in &body.expressions {
            if let Kind::Call(call) = &e.kind {
                self.waits_on_inner(call);
                self.waits_in_part(call);
            }
        }
    }

    /// `inner.wait()` or `condition.await()` of a field, where all that wakes holds an outer lock.
    fn waits_on_inner(&mut self, call: &Call) {
        let name = self.it.text(call.name).to_owned();
        let Some((field, is_condition)) = self.inner_field(call) else { return };
        let is_wait = if is_condition { name == "await" } else { name == "wait" };
        if !is_wait || !call.arguments.is_empty() {
            return;
        }
        let Some((class, locks)) = self.outer_locks(call.name_span, field) else { return };
        let inner = self.it.text(self.it.java.fields[field.index()].name).to_owned();
        let locks: Vec<String> = locks.into_iter().filter(|lock| *lock != inner).collect();
        let text = self.it.java.sources.at(self.it.java.classes[class.index()].span);
        let written = uses(text, &inner);
        let wakes = |end: &&usize| WAKES.iter().any(|wake| text[**end..].starts_with(&format!(".{wake}(")));
        let written = written.iter().filter(wakes).count();
        let mut held: Vec<Vec<String>> = Vec::new();
        self.in_methods_of(class, |other| held.extend(other.locks_of_wakes(field)));
        if held.len() != written {
            return;
        }
        let needs = |lock: &&String| !held.is_empty() && held.iter().all(|held| held.contains(lock));
        let Some(lock) = locks.iter().find(needs) else { return };
        let own = if is_condition { "the lock of" } else { "that of" };
        let message = format!(
            "`{name}` gives back {own} `{inner}` alone and keeps `{lock}`, which who wakes it needs: both wait for ever"
        );
        self.warn_wait("lock_order", call.name_span, message, None);
    }

    /// A call on a private part of this object, of a method that waits there, where all calls that wake hold the lock that is held here.
    fn waits_in_part(&mut self, call: &Call) {
        let Some(field) = call.target.and_then(|of| self.private_field(of)) else { return };
        let Some(method) = self.own_method(call) else { return };
        let part = self.it.java.methods[method.index()].class;
        if !self.waits_on_this(method) || !self.is_part(field, part) {
            return;
        }
        let Some((class, locks)) = self.outer_locks(call.name_span, field) else { return };
        let mut wakers: Vec<MethodNo> = Vec::new();
        for member in self.it.java.classes[part.index()].members.clone() {
            if let Member::Method(m) = member
                && self.wakes_on_this(m)
            {
                wakers.push(m);
            }
        }
        let name = self.it.text(self.it.java.fields[field.index()].name).to_owned();
        let written = uses(self.it.java.sources.at(self.it.java.classes[class.index()].span), &name).len();
        let (mut held, mut known): (Vec<Vec<String>>, usize) = (Vec::new(), 0);
        self.in_methods_of(class, |other| {
            for e in &other.body.expressions {
                let Kind::Call(call) = &e.kind else { continue };
                if call.target.and_then(|of| other.private_field(of)) == Some(field) {
                    known += 1;
                    if call.callee.method().is_some_and(|m| wakers.contains(&m)) {
                        held.push(other.locks_at(call.name_span));
                    }
                }
            }
        });
        // Other code may have it, or wake by itself.
        if known + 1 != written {
            return;
        }
        let needs = |lock: &&String| !held.is_empty() && held.iter().all(|held| held.contains(lock));
        let Some(lock) = locks.iter().find(needs) else { return };
        let called = self.it.text(call.name).to_owned();
        let message = format!(
            "`{called}` waits in `{name}` and keeps `{lock}`, which who wakes it there needs: both wait for ever"
        );
        let around = self.around(call.name_span);
        let repair = around.and_then(|around| self.without_lock(around.method, field, lock));
        self.warn_wait("lock_order", call.name_span, message, repair);
    }

    /// The field of this object that is waited on, and true for a condition.
    fn inner_field(&self, call: &Call) -> Option<(FieldNo, bool)> {
        let target = call.target?;
        let field = self.private_field(target)?;
        Some((field, self.it.last_name(self.ty(target)) == "Condition"))
    }

    /// The private final field of this object that an expression is.
    fn private_field(&self, e: ExprNo) -> Option<FieldNo> {
        let Kind::Field { target: Some(of), field, .. } = *self.kind(e) else { return None };
        let modifiers = self.it.java.fields[field.index()].modifiers;
        let is_own = matches!(self.kind(of), Kind::This { .. }) && modifiers.is_final() && modifiers.is_private();
        is_own.then_some(field)
    }

    /// The monitors that are held at a place beside a field which belongs to the object there alone, and the class.
    fn outer_locks(&self, at: Span, field: FieldNo) -> Option<(ClassNo, Vec<String>)> {
        let around = self.around(at).filter(|around| !around.is_in_lambda())?;
        let class = self.it.java.methods[around.method.index()].class;
        let data = &self.it.java.fields[field.index()];
        let made = self.first_value(field)?;
        // A lock that others have given is perhaps that of many objects.
        let is_new = made.starts_with("new ") || made.ends_with(".newCondition()");
        let is_one = is_new && data.class == class && self.it.java.classes[class.index()].origin == Origin::Source;
        is_one.then(|| (class, self.locks_at(at)))
    }

    /// Monitors that are held at a place in a method itself.
    fn locks_at(&self, at: Span) -> Vec<String> {
        let around = self.around(at).filter(|around| !around.is_in_lambda());
        around.map_or_else(Vec::new, |around| self.locks_around(&around))
    }

    fn locks_of_wakes(&self, field: FieldNo) -> Vec<Vec<String>> {
        let wakes = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if WAKES.contains(&self.it.text(call.name)) => {
                (self.private_field(call.target?) == Some(field)).then_some(call.name_span)
            }
            _ => None,
        });
        wakes.map(|at| self.locks_at(at)).collect()
    }

    /// Looks at the code of each method of a class.
    fn in_methods_of(&mut self, class: ClassNo, mut look: impl FnMut(&Judge<'_, '_>)) {
        for member in self.it.java.classes[class.index()].members.clone() {
            if matches!(member, Member::Method(m) if self.it.java.methods[m.index()].has_body) {
                let body = self.it.java.attribute(member);
                self.with_body(&body, |other| look(other));
            }
        }
    }

    /// Returns true for a method that waits on its object for as long as it takes.
    fn waits_on_this(&mut self, method: MethodNo) -> bool {
        self.calls_on_this(method, &["wait"])
    }

    fn wakes_on_this(&mut self, method: MethodNo) -> bool {
        self.calls_on_this(method, &["notify", "notifyAll"])
    }

    fn calls_on_this(&mut self, method: MethodNo, names: &[&str]) -> bool {
        let data = &self.it.java.methods[method.index()];
        let text = self.it.java.sources.at(data.span);
        // Few have such a call, and to read the code takes its time.
        if !data.has_body || !names.iter().any(|name| text.contains(name)) {
            return false;
        }
        let body: &Body = &self.it.java.attribute(Member::Method(method));
        self.with_body(body, |other| {
            let is_this = |e: ExprNo| matches!(other.kind(e), Kind::This { .. });
            other.body.expressions.iter().any(|e| match &e.kind {
                Kind::Call(call) => {
                    names.contains(&other.it.text(call.name))
                        && call.arguments.is_empty()
                        && call.target.is_none_or(is_this)
                }
                _ => false,
            })
        })
    }

    /// Returns true for a field with a new object of a class of the sources that starts no thread.
    fn is_part(&self, field: FieldNo, class: ClassNo) -> bool {
        let it = &self.it.java.classes[class.index()];
        let name = self.it.text(it.name);
        let made = self.first_value(field).is_some_and(|made| made.starts_with(&format!("new {name}")));
        let text = self.it.java.sources.at(it.span);
        made && it.origin == Origin::Source && !text.contains("Thread") && !text.contains("Executor")
    }
}
