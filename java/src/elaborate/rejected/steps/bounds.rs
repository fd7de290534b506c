//! Two atomics of one object, each of which code sets by what the other has: each set is one step, and the look in front of it is another, so that
//! both may be set by what is no longer true.

use super::{Decision, Judge};
use crate::tree::body::{ExprNo, Form, Kind, StmtNo};
use crate::tree::{FieldNo, Member, MethodNo};
use racefree_grammar::{Edit, Fix, Span};

/// Methods that change an atomic.
const SETS: &[&str] = &[
    "set",
    "getAndSet",
    "incrementAndGet",
    "getAndIncrement",
    "decrementAndGet",
    "getAndDecrement",
    "addAndGet",
    "getAndAdd",
];

/// A method that sets one atomic by another one.
struct Bound {
    asked: FieldNo,
    set: FieldNo,
    method: MethodNo,
    at: Span,
}

impl Judge<'_, '_> {
    /// Warns of two atomics that are set by each other's values.
    pub(super) fn bounds(&mut self) {
        let found = self.bounds_here();
        for own in found {
            let class = self.it.java.methods[own.method.index()].class;
            let mut others = Vec::new();
            for member in self.it.java.classes[class.index()].members.clone() {
                if let Member::Method(m) = member
                    && m != own.method
                    && self.it.java.methods[m.index()].has_body
                {
                    let body = self.it.java.attribute(member);
                    others.extend(self.with_body(&body, |other| other.bounds_here()));
                }
            }
            let is_turned = |other: &&Bound| (other.asked, other.set) == (own.set, own.asked);
            let Some(other) = others.iter().find(is_turned) else { continue };
            let name = |field: FieldNo| self.it.text(self.it.java.fields[field.index()].name).to_owned();
            let (asked, set) = (name(own.asked), name(own.set));
            let other = self.it.text(self.it.java.methods[other.method.index()].name).to_owned();
            let message = format!(
                "`{set}` is set by what `{asked}` has, and `{other}` sets `{asked}` by what `{set}` has: each may change behind the look of the other; one lock for both keeps them together"
            );
            let repair = self.all_synchronized(&[own.asked, own.set]);
            self.warn_steps(own.at, message, repair);
        }
    }

    /// The atomics that code sets behind a look at another one.
    fn bounds_here(&self) -> Vec<Bound> {
        let mut found = Vec::new();
        for all in self.lists() {
            for (n, s) in all.iter().enumerate() {
                for decision in self.decisions(*s, &all[n + 1..]) {
                    found.extend(self.bound(&decision));
                }
            }
        }
        found
    }

    fn bound(&self, decision: &Decision) -> Option<Bound> {
        let asked = self.atomics_asked(self.span(decision.test));
        let [asked] = asked[..] else { return None };
        let set = decision.acts.iter().find_map(|s| self.atomic_set(*s))?;
        let (set, at) = set;
        let around = self.around(at).filter(|around| !around.is_in_lambda() && around.held.is_empty())?;
        let data = &self.it.java.methods[around.method.index()];
        let is_free = !data.modifiers.is_synchronized() && !data.modifiers.is_static() && !data.kind.constructs();
        let is_locked = self.it.java.sources.at(data.span).contains("ock()");
        (asked != set && is_free && !is_locked).then_some(Bound { asked, set, method: around.method, at })
    }

    /// The atomics of this object whose values a condition has.
    fn atomics_asked(&self, place: Span) -> Vec<FieldNo> {
        let asked = self.inside(place).filter_map(|(e, _)| {
            let (of, given) = self.call_on(e, "get")?;
            given.is_empty().then(|| self.own_atomic(of))?
        });
        let mut asked: Vec<FieldNo> = asked.collect();
        asked.dedup();
        asked
    }

    fn atomic_set(&self, s: StmtNo) -> Option<(FieldNo, Span)> {
        let call = self.call_of(s).filter(|call| SETS.contains(&self.it.text(call.name)))?;
        Some((self.own_atomic(call.target?)?, call.name_span))
    }

    /// The final field of this object with an atomic number.
    fn own_atomic(&self, e: ExprNo) -> Option<FieldNo> {
        let Kind::Field { target: Some(of), field, .. } = *self.kind(e) else { return None };
        let data = &self.it.java.fields[field.index()];
        let is_number = matches!(self.it.last_name(self.ty(e)), "AtomicInteger" | "AtomicLong");
        let is_own = matches!(self.kind(of), Kind::This { .. }) && data.modifiers.is_final();
        (is_number && is_own).then_some(field)
    }

    /// `synchronized` in front of all methods that use two private fields, if these call nothing else that could wait.
    fn all_synchronized(&mut self, fields: &[FieldNo; 2]) -> Option<Fix> {
        let class = self.it.java.fields[fields[0].index()].class;
        if fields.iter().any(|field| !self.it.java.fields[field.index()].modifiers.is_private()) {
            return None;
        }
        let names = fields.map(|field| self.it.text(self.it.java.fields[field.index()].name).to_owned());
        let mut edits = Vec::new();
        let own: Vec<Member> = self.it.java.classes.iter().flat_map(|class| class.members.clone()).collect();
        for member in own {
            let Member::Method(m) = member else { continue };
            let data = &self.it.java.methods[m.index()];
            let (of, modifiers, at) = (data.class, data.modifiers, data.result.span.start);
            let text = self.it.java.sources.at(data.span);
            if !data.has_body || !names.iter().any(|name| text.contains(name.as_str())) {
                continue;
            }
            let constructs = data.kind.constructs();
            let body = self.it.java.attribute(member);
            let uses = |e: &Kind| matches!(e, Kind::Field { field, .. } if fields.contains(field));
            if constructs || !body.expressions.iter().any(|e| uses(&e.kind)) {
                continue;
            }
            let is_simple = body.expressions.iter().all(|e| match &e.kind {
                Kind::Call(call) => call.target.is_some_and(|of| uses(&body.expressions[of.index()].kind)),
                Kind::New(new) => new.callee.method().is_none(),
                Kind::Lambda(_) | Kind::Reference(_) => false,
                _ => true,
            });
            let loops = body.statements.iter().any(|s| matches!(s.form, Form::While { .. } | Form::DoWhile { .. }));
            if of != class || modifiers.is_static() || !is_simple || loops {
                return None;
            }
            edits.extend((!modifiers.is_synchronized()).then(|| Edit::insert(at, "synchronized ")));
        }
        let [a, b] = names;
        (!edits.is_empty()).then(|| Fix::new(format!("Make all methods synchronized that use `{a}` or `{b}`"), edits))
    }
}
