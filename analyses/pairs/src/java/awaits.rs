//! Marks in the program for what waits for tasks: calls on nothing, or on the variable of an executor or a future, of methods that no object has. They do
//! nothing; the search for threads that are over (`joins`) reads them.

use super::Plain;
use racefree_grammar::ast::{Expr, ExprId, Extended, List};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

/// An executor of the library is made.
pub(super) const POOL: &str = "pool$";
/// The task that follows is given to an executor.
pub(super) const RUNS: &str = "runs$";
/// The value stands for the task that follows.
pub(super) const TASK: &str = "future$";
/// An executor takes no further tasks.
pub(super) const ENDS: &str = "ends$";
/// All tasks of an executor are over.
pub(super) const AWAITS: &str = "awaits$";
/// The task of a future is over.
pub(super) const WAITS: &str = "waits$";

/// All threads of the functions in front are over.
pub(super) const TOGETHER: &str = "together$";

/// Methods that end a future before its task.
const CUTS: &[&str] = &["cancel", "complete", "completeExceptionally", "orTimeout", "completeOnTimeout"];

/// Methods that make an executor.
const MAKES: &[&str] = &[
    "newFixedThreadPool",
    "newCachedThreadPool",
    "newSingleThreadExecutor",
    "newScheduledThreadPool",
    "newSingleThreadScheduledExecutor",
    "newWorkStealingPool",
    "newVirtualThreadPerTaskExecutor",
];

/// Static methods that give a task to other threads, and whose value stands for it.
const ASYNC: &[&str] = &["runAsync", "supplyAsync"];

/// Trust in a time.
const IN_TIME: &str = "a call of `awaitTermination` ends when all tasks have";

impl Plain<'_> {
    /// Marks in front of a task that a call gives to an executor.
    pub(super) fn marks_of_task(&mut self, call: ExprId, made: &mut Vec<ExprId>) {
        let Expr::Extended(Extended::Any { args, .. }) = self.program.expr(call) else { return };
        let span = self.program.span(call);
        if self.known.calls.get(&span).is_some_and(|call| !call.on_object && ASYNC.contains(&call.name.as_str())) {
            let null = self.add(Expr::Null, span);
            made.push(self.mark(null, TASK, span));
            return;
        }
        let Some(name) = self.called_on_object(span).filter(|name| matches!(name.as_str(), "submit" | "execute"))
        else {
            return;
        };
        if name == "submit" {
            let null = self.add(Expr::Null, span);
            made.push(self.mark(null, TASK, span));
        }
        if let Some(executor) = self.variable(args) {
            let executor = self.var(executor, span);
            made.push(self.mark(executor, RUNS, span));
        }
    }

    /// A mark behind functions in front of a call whose threads have all ended when it returns.
    pub(super) fn mark_of_together(&mut self, call: ExprId) -> Option<ExprId> {
        let span = self.program.span(call);
        let is_call = matches!(self.program.expr(call), Expr::Extended(Extended::Any { .. }));
        (is_call && self.known.together.contains(&span)).then(|| {
            let null = self.add(Expr::Null, span);
            self.mark(null, TOGETHER, span)
        })
    }

    /// Marks behind a call of the library, of which the operands are evaluated.
    pub(super) fn marks_of_call(&mut self, args: &[ExprId], span: Span, then: &mut Vec<ExprId>) {
        let made = self.known.calls.get(&span).is_some_and(|call| MAKES.contains(&call.name.as_str()));
        if made {
            let null = self.add(Expr::Null, span);
            then.push(self.mark(null, POOL, span));
        }
        let Some(name) = self.called_on_object(span) else { return };
        let Some(&Expr::Var(of)) = args.first().map(|&e| self.program.expr(e)).as_ref() else { return };
        let cut = || self.known.calls.values().any(|call| CUTS.contains(&call.name.as_str()));
        let marks: &[&str] = match (name.as_str(), args.len()) {
            ("shutdown" | "shutdownNow", 1) => &[ENDS],
            ("close", 1) => &[ENDS, AWAITS],
            ("awaitTermination", 3) if !self.known.short.contains(&span) => &[AWAITS],
            ("get" | "join", 1) if !cut() => &[WAITS],
            _ => return,
        };
        if name == "awaitTermination" {
            self.assume(IN_TIME);
        }
        for mark in marks {
            let of = self.var(of, span);
            then.push(self.mark(of, mark, span));
        }
    }

    /// The name of the method that is called on an object of the library, if no class of the sources has one that may be meant.
    fn called_on_object(&self, span: Span) -> Option<String> {
        let call = self.known.calls.get(&span).filter(|call| call.on_object && !call.any_class)?;
        (!self.may_be_of_sources(call)).then(|| call.name.clone())
    }

    /// A variable that is assigned once, as the first operand of a call.
    fn variable(&self, args: List) -> Option<Name> {
        match self.program.expr(*self.program.list(args).first()?) {
            Expr::Var(x) if self.sort(x) == super::Sort::Object => Some(x),
            _ => None,
        }
    }

    fn mark(&mut self, of: ExprId, what: &str, span: Span) -> ExprId {
        let what = self.program.names.intern(what);
        self.call(of, what, &[], span)
    }
}
