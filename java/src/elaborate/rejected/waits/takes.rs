//! Waits for something that others give with a lock which is held here: an element of a queue, a permit, the last count of a latch.

use super::super::Judge;
use super::super::monitors::Around;
use crate::tree::body::{Body, Call, ExprNo, Form, Kind};
use crate::tree::{FieldNo, Member, MethodNo};
use racefree_grammar::{Edit, Fix, Span};

/// Methods that wait, each with those that end the wait.
const WAITS: &[(&str, &[&str])] = &[
    ("take", &["put", "add", "offer", "addLast", "addFirst", "offerLast", "putLast"]),
    ("acquire", &["release"]),
    ("await", &["countDown"]),
];

impl Judge<'_, '_> {
    /// Warns of waits that nobody can end while they hold a lock.
    pub(super) fn takes_under_locks(&mut self) {
        let body = self.body;
        for e in &body.expressions {
            if let Kind::Call(call) = &e.kind {
                self.take_under_lock(call);
            }
        }
    }

    fn take_under_lock(&mut self, call: &Call) {
        let name = self.it.text(call.name).to_owned();
        let Some((_, ends)) = WAITS.iter().find(|(of, _)| *of == name).filter(|_| call.arguments.is_empty()) else {
            return;
        };
        let Some(field) = self.waited_field(call) else { return };
        let Some(around) = self.around(call.name_span).filter(|around| !around.is_in_lambda()) else { return };
        let class = self.it.java.methods[around.method.index()].class;
        let locks = self.locks_around(&around);
        let is_private = self.it.java.fields[field.index()].modifiers.is_private();
        if locks.is_empty() || !is_private || self.it.java.fields[field.index()].class != class {
            return;
        }
        let mut given: Vec<Vec<String>> = Vec::new();
        for member in self.it.java.classes[class.index()].members.clone() {
            if matches!(member, Member::Method(m) if self.it.java.methods[m.index()].has_body) {
                let body = self.it.java.attribute(member);
                given.extend(self.with_body(&body, |other| other.locks_of_calls(field, ends)));
            }
        }
        let needs = |lock: &&String| !given.is_empty() && given.iter().all(|held| held.contains(lock));
        let Some(lock) = locks.iter().find(needs) else { return };
        let what = self.it.text(self.it.java.fields[field.index()].name).to_owned();
        let message = format!(
            "`{name}` waits with `{lock}`, and who gives something to `{what}` needs `{lock}`: both wait for ever"
        );
        let repair =
            self.without_lock(around.method, field, lock).or_else(|| self.wait_first(call, around.method, lock));
        self.warn_wait("lock_order", call.name_span, message, repair);
    }

    /// The field of a queue, a semaphore or a latch that a call is about.
    fn waited_field(&self, call: &Call) -> Option<FieldNo> {
        let target = call.target?;
        let of = self.it.last_name(self.ty(target));
        let is_one = of.contains("BlockingQueue")
            || of.contains("BlockingDeque")
            || of.contains("TransferQueue")
            || matches!(of, "Semaphore" | "CountDownLatch");
        match *self.kind(target) {
            Kind::Field { target: Some(of), field, .. } => {
                (is_one && matches!(self.kind(of), Kind::This { .. })).then_some(field)
            }
            _ => None,
        }
    }

    /// Monitors that are held at a place.
    pub(super) fn locks_around(&self, around: &Around) -> Vec<String> {
        let own = ["this".to_owned()].into_iter().filter(|lock| self.holds(around, lock));
        own.chain(around.held.iter().cloned()).collect()
    }

    /// The monitors that are held at each call of some methods on a field.
    fn locks_of_calls(&mut self, field: FieldNo, names: &[&str]) -> Vec<Vec<String>> {
        let body: &Body = self.body;
        let calls = body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if names.contains(&self.it.text(call.name)) => {
                (self.waited_field(call) == Some(field)).then_some(call.name_span)
            }
            _ => None,
        });
        let held = |at: Span| self.around(at).map_or_else(Vec::new, |around| self.locks_around(&around));
        calls.map(held).collect()
    }

    /// The method without its lock, if it uses nothing else of its object.
    pub(super) fn without_lock(&self, method: MethodNo, field: FieldNo, lock: &str) -> Option<Fix> {
        let data = &self.it.java.methods[method.index()];
        let uses_more = self.inside(data.span).any(|(_, e)| match &e.kind {
            Kind::Field { field: of, .. } => *of != field && !self.it.java.fields[of.index()].modifiers.is_final(),
            Kind::Call(call) => self.own_method(call).is_some(),
            _ => false,
        });
        let head = Span::new(data.span.start, data.name_span.start);
        let word = head.start + self.it.java.sources.at(head).find("synchronized ")? as u32;
        let title = format!("Wait without `{lock}`: `{}` is not synchronized", self.it.text(data.name));
        let edit = Edit::replace(Span::new(word, word + "synchronized ".len() as u32), "");
        (!uses_more && lock == "this").then(|| Fix::new(title, vec![edit]))
    }

    /// The wait outside of the lock of a whole method, which is taken for the statements in front of it and behind it.
    fn wait_first(&self, call: &Call, method: MethodNo, lock: &str) -> Option<Fix> {
        let data = &self.it.java.methods[method.index()];
        let part = self.body.parts.iter().find(|part| part.member == Member::Method(method))?;
        let at = part.block.iter().position(|s| self.statement_span(*s).contains(call.name_span))?;
        let (before, behind) = (&part.block[..at], &part.block[at + 1..]);
        let is_wait = |e: ExprNo| self.as_call(e).is_some_and(|of| of.name_span == call.name_span);
        let is_plain = match self.body.statements[part.block[at].index()].form {
            Form::Expression(e) | Form::Local { value: Some(e), .. } => is_wait(e),
            _ => false,
        };
        let head = Span::new(data.span.start, data.name_span.start);
        let word = head.start + self.it.java.sources.at(head).find("synchronized ")? as u32;
        if !is_plain || lock != "this" || self.are_declared(before, &part.block[at..]) {
            return None;
        }
        let mut edits = vec![Edit::replace(Span::new(word, word + "synchronized ".len() as u32), "")];
        for all in [before, behind] {
            if let (Some(first), Some(last)) = (all.first(), all.last()) {
                let range = Span::new(self.statement_span(*first).start, self.statement_span(*last).end);
                edits.extend(self.wrapped(range, &format!("synchronized ({lock}) {{")));
            }
        }
        edits.sort();
        // A value that was read in front of the wait may be another one behind it.
        Some(Fix::new(format!("Wait without `{lock}`"), edits).if_sure(before.is_empty()))
    }
}
