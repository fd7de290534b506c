//! `signal` and `await` of a condition without its lock: they throw, and wake nobody.

use super::Judge;
use crate::tree::body::{Call, Form, Kind, StmtNo};
use racefree_grammar::Span;

/// Methods of a condition that need its lock.
const NEED: &[&str] = &["signal", "signalAll", "await", "awaitUninterruptibly", "awaitNanos", "awaitUntil"];

impl Judge<'_, '_> {
    /// Judges a call of a method of a condition: its lock is given back in front of it, or its method takes none.
    pub(super) fn condition_held(&mut self, call: &Call) {
        let called = self.it.text(call.name).to_owned();
        if !NEED.contains(&called.as_str()) {
            return;
        }
        let Some(lock) = self.lock_of_condition(call) else { return };
        if self.is_given_back_before(&lock, call.name_span) || self.is_never_taken(&lock, call.name_span) {
            let message = format!("`{lock}` must be held to call `{called}`, and is not held here");
            self.it.problem("JAVA CODE/monitor-held", call.name_span, message);
        }
    }

    /// The lock that a condition of a field is made by, if that is one name.
    fn lock_of_condition(&self, call: &Call) -> Option<String> {
        let Kind::Field { field, .. } = self.body.expressions[call.target?.index()].kind else { return None };
        let field = &self.it.java.fields[field.index()];
        let class = &self.it.java.classes[field.class.index()];
        let (name, text) = (self.it.java.sources.at(field.name_span), self.it.java.sources.at(class.span));
        let mut made = text.match_indices(".newCondition()").filter_map(|(at, _)| {
            let (declared, lock) = text[..at].rsplit_once('=')?;
            let own = declared.trim_end().strip_suffix(name)?;
            let is_name =
                |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
            let lock = lock.trim();
            let lock = lock.strip_prefix("this.").unwrap_or(lock);
            let is_it = !own.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$')) && is_name(lock);
            is_it.then(|| lock.to_owned())
        });
        let lock = made.next()?;
        made.all(|other| other == lock).then_some(lock)
    }

    /// Returns true for a place behind a statement of its block that gives the lock back, and with none between that takes it.
    fn is_given_back_before(&self, lock: &str, at: Span) -> bool {
        let body = self.body;
        let (given, taken) = (format!("{lock}.unlock()"), format!("{lock}.lock"));
        let text = |s: &StmtNo| self.it.java.sources.at(body.statements[s.index()].span);
        let gives = |s: &StmtNo| match &body.statements[s.index()].form {
            Form::Expression(_) => text(s).contains(&given),
            Form::Try { finally: Some(last), .. } => last.iter().any(|s| text(s).contains(&given)),
            _ => false,
        };
        let is_before = |all: &Vec<StmtNo>| {
            let is_around = |s: &StmtNo| body.statements[s.index()].span.contains(at);
            let Some(own) = all.iter().position(is_around) else { return false };
            let mut before = all[..own].iter().rev();
            // One that calls something may take it.
            let near =
                before.find(|s| gives(s) || text(s).contains(&taken) || text(s).contains(&format!("{lock}.try")));
            near.is_some_and(gives) && !text(&all[own]).contains(&taken)
        };
        let mut blocks = body.statements.iter().flat_map(|s| match &s.form {
            Form::Block(all) | Form::Synchronized { body: all, .. } => vec![all],
            Form::Try { body: all, finally, .. } => finally.iter().chain([all]).collect(),
            _ => Vec::new(),
        });
        let lambdas = body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Lambda(lambda) => Some(&lambda.body),
            _ => None,
        });
        let is_once = |own: Span| self.it.java.sources.at(own).matches(&taken).count() < 2;
        let method = self.it.java.methods.iter().find(|m| m.has_body && m.span.contains(at));
        method.is_some_and(|m| is_once(m.span))
            && (blocks.any(is_before) || body.parts.iter().map(|part| &part.block).chain(lambdas).any(is_before))
    }

    /// Returns true for code of a method that takes no lock, and that nobody calls who may hold it.
    fn is_never_taken(&mut self, lock: &str, at: Span) -> bool {
        let Some(around) = self.around(at) else { return false };
        let method = &self.it.java.methods[around.method.index()];
        let text = self.it.java.sources.at(method.span);
        let takes = [".lock", ".tryLock", "holds "].iter().any(|word| text.contains(word));
        let class = method.class;
        let elsewhere = around.is_in_lambda() || self.it.java.is_inner(class);
        !(takes || text.contains(&format!("{lock}.unlock")) || elsewhere)
            && self.it.method_head(around.method).requires.is_empty()
            && !self.is_called(around.method)
    }
}
