//! Waits for the end of several tasks, with a lock that one of them needs: the end of a parallel stream, of a pool, of all tasks that are invoked.

use super::super::Judge;
use crate::tree::body::{Call, ExprNo, Expression, Form, Kind, LocalNo};
use racefree_grammar::Span;

/// Methods that give a pool a task.
const GIVES: &[&str] = &["submit", "execute", "schedule", "invokeAll"];

/// Methods of a pool that wait for its tasks.
const WAITS: &[&str] = &["close", "awaitTermination", "invokeAll"];

impl Judge<'_, '_> {
    /// Warns of a call that waits for tasks which need a lock that is held.
    pub(super) fn tasks_under_lock(&mut self, e: &Expression, call: &Call) {
        let tasks = match self.pool_of(call) {
            Some(pool) => {
                let mut tasks = self.given_to(pool, call.name_span);
                tasks.extend(self.functions_in(e.span));
                tasks
            }
            None if self.ends_parallel_stream(e, call) => self.functions_in(e.span),
            None => return,
        };
        self.needed_by(&tasks, call.name_span, self.it.text(call.name).to_owned());
    }

    /// Warns of the end of a `try` that closes a pool whose tasks need a lock that is held.
    pub(super) fn pools_closed_under_lock(&mut self) {
        let body = self.body;
        for statement in &body.statements {
            let Form::Try { resources, .. } = &statement.form else { continue };
            for local in resources.iter().filter_map(|of| of.local) {
                let end = Span::new(statement.span.end, statement.span.end);
                if self.is_pool(local) {
                    let tasks = self.given_to(local, end);
                    self.needed_by(&tasks, body.locals[local.index()].name_span, "close".to_owned());
                }
            }
        }
    }

    fn is_pool(&self, local: LocalNo) -> bool {
        let name = self.it.last_name(self.body.locals[local.index()].ty.ty);
        name.ends_with("ExecutorService") || name.ends_with("Pool")
    }

    /// The pool in a variable that a call waits for.
    fn pool_of(&self, call: &Call) -> Option<LocalNo> {
        let Kind::Local(local) = *self.kind(call.target?) else { return None };
        let is_one = self.body.locals[local.index()].effectively_final && WAITS.contains(&self.it.text(call.name));
        (is_one && self.is_pool(local)).then_some(local)
    }

    /// Functions that a pool is given in front of a place.
    fn given_to(&self, pool: LocalNo, before: Span) -> Vec<ExprNo> {
        let given = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if GIVES.contains(&self.it.text(call.name)) && e.span.end <= before.start => {
                let is_it = matches!(*self.kind(call.target?), Kind::Local(of) if of == pool);
                is_it.then_some(e.span)
            }
            _ => None,
        });
        given.flat_map(|span| self.functions_in(span)).collect()
    }

    /// Lambdas and references to methods in a part of the text.
    fn functions_in(&self, span: Span) -> Vec<ExprNo> {
        let is_one = |e: &Expression| matches!(e.kind, Kind::Lambda(_) | Kind::Reference(_));
        self.inside(span).filter(|(_, e)| is_one(e)).map(|(n, _)| n).collect()
    }

    /// Returns true for the call at the end of a parallel stream.
    fn ends_parallel_stream(&self, e: &Expression, call: &Call) -> bool {
        let Some(target) = call.target else { return false };
        let before = self.it.java.sources.at(self.span(target));
        let is_stream = |name: &str| name.ends_with("Stream");
        (before.contains(".parallel()") || before.contains("parallelStream()"))
            && is_stream(self.it.last_name(self.ty(target)))
            && !is_stream(self.it.last_name(e.ty))
    }

    fn needed_by(&mut self, tasks: &[ExprNo], wait: Span, name: String) {
        let Some(around) = self.around(wait) else { return };
        let explicit = self.explicit_locks(wait);
        for task in tasks {
            let needed = self.locks_of_code(*task, wait);
            let is_held = |lock: &&String| self.holds(&around, lock) || explicit.contains(lock);
            if let Some(lock) = needed.iter().find(is_held) {
                let message =
                    format!("`{name}` waits for tasks that need `{lock}`, which is held here: both wait for ever");
                return self.warn_wait("lock_order", wait, message, None);
            }
        }
    }
}
