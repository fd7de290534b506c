//! Tasks: what threads and executors are given to run, and the calls that give it to them.

use super::Elaborator;
use crate::tree::body::{Body, Call, Callee, ExprNo, Kind, LocalNo, Part};
use crate::tree::{ClassNo, Member};
use racefree_grammar::Span;

/// Work of a thread, as far as it is known.
#[derive(Clone, Copy)]
pub(super) struct Task {
    /// The lambda, the reference, or the statements of a `run`.
    pub(super) code: Option<Span>,
    /// The latch that it counts down in the end.
    pub(super) latch: Option<LocalNo>,
}

impl Elaborator<'_> {
    /// Returns true for a call that hands a task to an executor.
    pub(super) fn is_task(&self, body: &Body, call: &Call) -> bool {
        let is_pool = |target: ExprNo| {
            let ty = self.last_name(body.expressions[target.index()].ty);
            ty.ends_with("Executor") || ty.ends_with("ExecutorService")
        };
        matches!(self.text(call.name), "submit" | "execute") && call.target.is_some_and(is_pool)
    }

    /// Returns true for a call that starts a thread with a task: a virtual one, one of a builder, or one of the common pool for a future.
    pub(super) fn is_started_with(&self, body: &Body, call: &Call) -> bool {
        match (self.text(call.name), call.arguments.len()) {
            ("start", 1) => call.target.is_some_and(|target| self.is_builder_of_threads(body, target)),
            ("startVirtualThread", 1) => self.is_static_of(call, "Thread"),
            ("runAsync" | "supplyAsync", 1 | 2) => self.is_static_of(call, "CompletableFuture"),
            _ => false,
        }
    }

    /// Returns true for `Thread.ofVirtual()`, and what its methods give: `Thread.ofPlatform().name("a")`.
    fn is_builder_of_threads(&self, body: &Body, mut e: ExprNo) -> bool {
        while let Kind::Call(call) = &body.expressions[e.index()].kind {
            match call.target {
                Some(target) => e = target,
                None => {
                    let makes = matches!(self.text(call.name), "ofVirtual" | "ofPlatform");
                    return makes && self.is_static_of(call, "Thread");
                }
            }
        }
        false
    }

    /// Returns true for a call of a static method of a class, as its name in front says.
    fn is_static_of(&self, call: &Call, class: &str) -> bool {
        let owner = match call.callee {
            Callee::Declared(m) => self.text(self.java.classes[self.java.methods[m.index()].class.index()].name),
            Callee::External { owner } | Callee::Missing { owner } => self.last_name(owner),
            Callee::Implied(_) | Callee::Unresolved => "",
        };
        call.target.is_none() && owner == class
    }

    /// Returns true for a call that starts a thread, or hands on a task.
    pub(super) fn is_start(&self, body: &Body, call: &Call) -> bool {
        let starts = ["start", "startVirtualThread", "runAsync", "supplyAsync"];
        starts.contains(&self.text(call.name)) || self.is_task(body, call)
    }

    /// The task that an expression is: a lambda, a reference, an object of a class without a name, a variable that has one for a single thread.
    pub(super) fn task_of(&self, body: &Body, e: ExprNo) -> Option<Task> {
        let expression = &body.expressions[e.index()];
        let code = match &expression.kind {
            Kind::Lambda(_) | Kind::Reference(_) => expression.span,
            Kind::New(new) => self.run_of(body, new.anonymous?)?,
            Kind::Local(local) => {
                let uses = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == *local));
                let it = &body.locals[local.index()];
                let made = it.value.filter(|_| it.effectively_final && uses.count() == 1)?;
                let is_other = matches!(body.expressions[made.index()].kind, Kind::Local(_));
                return if is_other { None } else { self.task_of(body, made) };
            }
            _ => return None,
        };
        Some(Task { code: Some(code), latch: self.latch_of(body, code) })
    }

    /// The task of `new Thread(() -> …)` and its like, or of a thread of a class without a name.
    pub(super) fn task_in(&self, body: &Body, e: ExprNo) -> Option<Task> {
        let Kind::New(new) = &body.expressions[e.index()].kind else { return None };
        match new.anonymous {
            Some(_) => self.task_of(body, e),
            None if self.last_name(body.expressions[e.index()].ty) == "Thread" => {
                self.task_of(body, *new.arguments.first()?)
            }
            None => None,
        }
    }

    /// The statements of the `run` or `call` of a class in code.
    fn run_of(&self, body: &Body, class: ClassNo) -> Option<Span> {
        let is_run = |part: &&Part| match part.member {
            Member::Method(m) => matches!(self.text(self.java.methods[m.index()].name), "run" | "call"),
            Member::Field(_) | Member::Initializer(_) => false,
        };
        let mut parts = body.parts.iter().filter(|part| part.class == class && part.parameters.is_empty());
        let part = parts.find(is_run)?;
        part.block.iter().map(|s| body.statements[s.index()].span).reduce(|a, b| Span::new(a.start, b.end))
    }
}
