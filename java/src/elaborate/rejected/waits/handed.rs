//! An object that is changed behind its handing over to others, by a queue: who takes it out may see it half made.

use super::super::Judge;
use super::super::steps::changes;
use crate::tree::FieldNo;
use crate::tree::body::{Kind, LocalNo, StmtNo};
use racefree_grammar::{Fix, Span};

/// Methods of a queue that hand an object over.
const GIVES: &[&str] = &["put", "offer", "add", "addLast", "offerLast", "putLast", "transfer"];

impl Judge<'_, '_> {
    /// Warns of objects that code changes once another thread may have them.
    pub(super) fn handed_over(&mut self) {
        for all in self.lists() {
            for (n, s) in all.iter().enumerate() {
                self.handed(*s, &all[..n], &all[n + 1..]);
            }
        }
    }

    fn handed(&mut self, s: StmtNo, before: &[StmtNo], behind: &[StmtNo]) {
        let Some((local, at)) = self.given_away(s) else { return };
        let name = self.name_of(local).to_owned();
        let changed = |s: &StmtNo| self.changes_object(self.statement_span(*s), local, &name);
        let Some(last) = behind.iter().rposition(changed) else { return };
        let message = format!(
            "`{name}` is changed behind this, where others may have it: who takes it out may see it before that"
        );
        let text = self.it.java.sources.at(self.statement_span(s)).to_owned();
        // A statement in between may wait for the thread that takes it out.
        let again = behind.iter().position(|s| self.given_away(*s).is_some_and(|(other, _)| other == local));
        let repair = match again {
            Some(next) => self.another(local, s, before, &behind[..next]),
            None => self.are_simple(&behind[..=last]).then(|| {
                let edits = vec![self.without(s), self.behind(self.statement_span(behind[last]), &[&text])];
                Fix::new(format!("Move `{text}` behind the changes"), edits)
            }),
        };
        self.warn_wait("changed_when_shared", at, message, repair);
    }

    /// A new object for what is put into the queue next, if it gets each value anew that the first one has got.
    fn another(&self, local: LocalNo, s: StmtNo, before: &[StmtNo], between: &[StmtNo]) -> Option<Fix> {
        let it = &self.body.locals[local.index()];
        let made = it.value?;
        let Kind::New(new) = self.kind(made) else { return None };
        let set = |all: &[StmtNo]| -> Vec<FieldNo> {
            all.iter().flat_map(|s| self.fields_set(self.statement_span(*s), local)).collect()
        };
        let (first, second) = (set(before), set(between));
        let is_whole = first.iter().all(|field| second.contains(field));
        let calls = |s: &StmtNo| {
            self.inside(self.statement_span(*s)).any(|(_, e)| match &e.kind {
                Kind::Call(call) => {
                    call.target.is_some_and(|of| matches!(self.kind(of), Kind::Local(of) if *of == local))
                }
                _ => false,
            })
        };
        if it.captured || it.is_final || !new.arguments.is_empty() || !is_whole || before.iter().any(calls) {
            return None;
        }
        let name = self.name_of(local);
        let text = format!("{name} = {};", self.words(made));
        Some(Fix::new(format!("Make another object: `{text}`"), vec![self.behind(self.statement_span(s), &[&text])]))
    }

    /// The fields of a variable's object that code assigns.
    fn fields_set(&self, code: Span, local: LocalNo) -> Vec<FieldNo> {
        let fields = self.inside(code).filter_map(|(_, e)| match e.kind {
            Kind::Assign { target, .. } => match *self.kind(target) {
                Kind::Field { target: Some(of), field, .. } => {
                    matches!(self.kind(of), Kind::Local(of) if *of == local).then_some(field)
                }
                _ => None,
            },
            _ => None,
        });
        fields.collect()
    }

    /// The variable of an object of the sources that a statement puts into a queue.
    fn given_away(&self, s: StmtNo) -> Option<(LocalNo, Span)> {
        let call = self.call_of(s).filter(|call| GIVES.contains(&self.it.text(call.name)))?;
        let queue = self.it.last_name(self.ty(call.target?));
        let is_queue = (queue.contains("Queue") || queue.contains("Deque"))
            && ["Blocking", "Concurrent", "Transfer", "Synchronous"].iter().any(|word| queue.contains(word));
        let Kind::Local(local) = *self.kind(*call.arguments.first()?) else { return None };
        let made = self.body.locals[local.index()].value?;
        let is_new = matches!(self.kind(made), Kind::New(_)) && self.body.locals[local.index()].effectively_final;
        let class = self.it.java.types.class(self.ty(made))?;
        let class = &self.it.java.classes[class.index()];
        let locks = ["synchronized", "volatile", "ock(", "Atomic"];
        let text = self.it.java.sources.at(class.span);
        let is_own = class.origin == crate::tree::Origin::Source && !locks.iter().any(|word| text.contains(word));
        (is_queue && is_new && is_own).then_some((local, call.name_span))
    }

    /// Returns true for code that gives a field of an object a value.
    fn changes_object(&self, code: Span, local: LocalNo, name: &str) -> bool {
        let is_field = self.inside(code).any(|(_, e)| match e.kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => {
                match *self.kind(target) {
                    Kind::Field { target: Some(of), .. } => matches!(self.kind(of), Kind::Local(of) if *of == local),
                    _ => false,
                }
            }
            _ => false,
        });
        let by_method = self.inside(code).any(|(_, e)| match &e.kind {
            Kind::Call(call) if call.target.is_some_and(|of| self.words(of) == name) => {
                self.own_method(call).is_some_and(|m| {
                    let method = &self.it.java.methods[m.index()];
                    let text = self.it.java.sources.at(method.span);
                    let body = text.split_once('{').map_or("", |(_, body)| body);
                    let mut fields = self.it.java.fields.iter().filter(|field| field.class == method.class);
                    fields.any(|field| changes(body, self.it.text(field.name)))
                })
            }
            _ => false,
        });
        is_field || by_method
    }

    /// Returns true for statements without a call of the library that could wait.
    pub(super) fn are_simple(&self, all: &[StmtNo]) -> bool {
        let calls = |s: &StmtNo| {
            self.inside(self.statement_span(*s)).all(|(_, e)| match &e.kind {
                Kind::Call(call) => self.own_method(call).is_some() || self.is_quiet_call(call),
                _ => true,
            })
        };
        all.iter().all(calls)
    }
}
