//! A `putIfAbsent` whose answer nobody looks at, and an object that code goes on with: where another thread has put one before, that one is in the
//! map, and this one nobody else has.

use super::{Decision, Judge};
use crate::tree::body::{ExprNo, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

/// Names for what the map has already.
const HAD: &[&str] = &["present", "other", "had"];

impl Judge<'_, '_> {
    /// `m.putIfAbsent(k, v);`, and a use of `v` behind it.
    pub(super) fn answer_dropped(&mut self, s: StmtNo) {
        let Some(call) = self.call_of(s).filter(|call| self.it.text(call.name) == "putIfAbsent") else { return };
        let ([_, value], Some(map)) = (&call.arguments[..], call.target) else { return };
        let Kind::Local(local) = *self.kind(*value) else { return };
        let at = call.name_span;
        if !self.is_concurrent_map(map) || self.is_locked(call) || !self.is_made_here(local) {
            return;
        }
        let end = self.statement_span(s).end;
        if !self.goes_on_with(local, end) {
            return;
        }
        let (name, map) = (self.name_of(local).to_owned(), self.words(map));
        let repair = self.takes_what_is_there(s, local);
        let message = format!(
            "`{map}` may have one already, which this call gives: code goes on with `{name}`, which nobody else has then"
        );
        self.warn_steps(at, message, repair);
    }

    /// Returns true for a variable that gets new objects, and nothing else but what a map gives.
    fn is_made_here(&self, local: LocalNo) -> bool {
        let is_new = |e| matches!(self.kind(e), Kind::New(_));
        let first = self.body.locals[local.index()].value.is_some_and(is_new);
        let assigned = self.body.expressions.iter().any(|e| match e.kind {
            Kind::Assign { target, value } => {
                matches!(self.kind(target), Kind::Local(of) if *of == local) && is_new(value)
            }
            _ => false,
        });
        first || assigned
    }

    /// Returns true for code that returns an object, keeps it, or calls its methods, behind a place.
    pub(super) fn goes_on_with(&self, local: LocalNo, from: u32) -> bool {
        let is_it = |e| matches!(self.kind(e), Kind::Local(of) if *of == local);
        let returns = self
            .body
            .statements
            .iter()
            .any(|s| s.span.start >= from && matches!(s.form, Form::Return(Some(value)) if is_it(value)));
        returns
            || self.body.expressions.iter().filter(|e| e.span.start >= from).any(|e| match &e.kind {
                Kind::Call(call) => call.target.is_some_and(is_it),
                Kind::Assign { value, .. } => is_it(*value),
                Kind::Field { target: Some(of), .. } => is_it(*of),
                _ => false,
            })
    }

    /// The answer in a variable, and the object that is there in the place of the new one.
    fn takes_what_is_there(&self, s: StmtNo, local: LocalNo) -> Option<Fix> {
        let it = &self.body.locals[local.index()];
        let ty = self.it.java.sources.at(it.ty.span);
        if it.is_final || it.captured || ty.is_empty() || ty == "var" {
            return None;
        }
        let place = self.statement_span(s);
        let in_block = self.lists().iter().any(|all| all.contains(&s))
            && self.it.java.sources.text()[..place.start as usize].trim_end().ends_with(['{', ';', '}']);
        let (name, had) = (self.name_of(local), self.fresh(HAD));
        let edits = vec![
            Edit::insert(place.start, format!("{ty} {had} = ")),
            self.added_behind(place, &format!("if ({had} != null) {name} = {had};")),
        ];
        in_block.then(|| Fix::new(format!("Go on with `{had}`, if there is one"), edits))
    }

    /// A statement behind another one, on a line of its own if that is on one.
    fn added_behind(&self, place: Span, added: &str) -> Edit {
        let between = self.between(place.start);
        Edit::insert(place.end, format!("{between}{added}"))
    }

    /// Returns true for a list that is copied when it changes.
    pub(super) fn is_copied_list(&self, e: ExprNo) -> bool {
        self.it.last_name(self.ty(e)) == "CopyOnWriteArrayList"
            || self.made_by(e).is_some_and(|of| of.contains("new CopyOnWriteArrayList"))
    }

    /// `l.addIfAbsent(x)` for a look and an `add`.
    pub(super) fn added_to_list(&self, decision: &Decision, act: StmtNo) -> Option<Fix> {
        let call = self.call_of(act)?;
        let (of, [given]) = (call.target?, &call.arguments[..]) else { return None };
        let is_known = self.it.last_name(self.ty(of)) == "CopyOnWriteArrayList";
        let added = format!("{}.addIfAbsent({})", self.words(of), self.words(*given));
        (is_known && decision.acts.first() == Some(&act))
            .then(|| self.by_test_at(decision, act, &added, &format!("!{added}")))
    }
}
