//! A pool that a program makes and never tells to end: its threads wait for more tasks, and the program goes on when `main` is over.

use super::super::Judge;
use crate::blocking::is_endless;
use crate::tree::Member;
use crate::tree::body::{Call, ExprNo, Kind, LocalNo, StmtNo};
use racefree_grammar::{Fix, Span};

/// Methods that give a pool a task that it runs once.
const GIVES: &[&str] = &["submit", "execute", "invokeAll", "invokeAny", "schedule"];

/// Methods that leave a pool as it is.
const ASKS: &[&str] = &["awaitTermination", "isShutdown", "isTerminated", "hashCode", "toString"];

/// Makers of pools whose threads stay, with the number of their arguments if no factory makes the threads.
const STAYS: &[(&str, usize)] = &[
    ("newFixedThreadPool", 1),
    ("newSingleThreadExecutor", 0),
    ("newScheduledThreadPool", 1),
    ("newSingleThreadScheduledExecutor", 0),
];

impl Judge<'_, '_> {
    /// Warns of pools of `main` that nothing ends.
    pub(super) fn unclosed(&mut self) {
        for s in 0..self.body.statements.len() as u32 {
            if let Some((pool, made)) = self.declared(StmtNo(s))
                && self.stays(made)
                && !self.may_exit()
            {
                self.pool_of_main(StmtNo(s), pool);
            }
        }
    }

    /// Returns true if some code may end the program.
    fn may_exit(&self) -> bool {
        ["exit(", ".halt("].iter().any(|end| self.it.java.sources.text().contains(end))
    }

    fn pool_of_main(&mut self, s: StmtNo, pool: LocalNo) {
        let place = self.statement_span(s);
        let is_main = |around: &super::super::monitors::Around| {
            let data = &self.it.java.methods[around.method.index()];
            self.it.text(data.name) == "main" && !around.is_in_lambda()
        };
        let Some(around) = self.around(place).filter(is_main) else { return };
        let (file, _) = self.it.java.sources.place(place);
        // A server never ends, and neither need its pool.
        if is_endless(self.it.java.sources.at(self.it.java.sources.files()[file.index()].span)) {
            return;
        }
        let Some((is_given, is_sure)) = self.uses_of_pool(pool) else { return };
        if !is_given {
            return;
        }
        let name = self.name_of(pool).to_owned();
        let last = self.last_use(s, pool, around.method);
        let call = format!("{name}.shutdown();");
        let repair = last.map(|last| {
            let title = format!("End the pool behind its last task: `{call}`");
            Fix::new(title, vec![self.behind(last, &[&call])]).if_sure(is_sure)
        });
        let message = format!(
            "nothing tells `{name}` to end: its threads wait for more tasks when `main` is over, and the program goes on for ever"
        );
        self.warn_wait("never_shut_down", self.body.locals[pool.index()].name_span, message, repair);
    }

    /// Returns true for an expression that makes a pool whose threads wait for tasks for ever, and keep the program.
    fn stays(&self, made: ExprNo) -> bool {
        let Some(call) = self.as_call(made) else { return false };
        let stays = |(name, given): &(&str, usize)| *name == self.it.text(call.name) && *given == call.arguments.len();
        let of: String = self.it.java.sources.at(self.span(made)).split_whitespace().collect();
        let of = of.strip_prefix("java.util.concurrent.").unwrap_or(&of);
        of.starts_with("Executors.") && STAYS.iter().any(stays)
    }

    /// True if a pool gets tasks, and true if no task gives it others; none, if code does something else with it.
    fn uses_of_pool(&self, pool: LocalNo) -> Option<(bool, bool)> {
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == pool);
        let (mut known, mut is_given, mut is_sure) = (0, false, true);
        for e in &self.body.expressions {
            let Kind::Call(call) = &e.kind else { continue };
            let name = self.it.text(call.name);
            let gives = call.target.is_some_and(is_it) && GIVES.contains(&name) || self.is_async(call, pool);
            if gives || call.target.is_some_and(is_it) && ASKS.contains(&name) {
                known += 1;
                is_given |= gives;
                let is_in_task = self.around(e.span).is_none_or(|around| around.is_in_lambda());
                // A stage that begins behind another one asks the pool later.
                let is_later = name.starts_with("then") || name.starts_with("handle") || name.starts_with("when");
                is_sure &= !is_in_task && !is_later;
            }
        }
        let uses = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == pool)).count();
        (uses == known && self.body.classes.is_empty()).then_some((is_given, is_sure))
    }

    /// `CompletableFuture.supplyAsync(task, pool)` and its like.
    fn is_async(&self, call: &Call, pool: LocalNo) -> bool {
        let is_last = call.arguments.last().is_some_and(|e| matches!(self.kind(*e), Kind::Local(of) if *of == pool));
        is_last && call.arguments.len() > 1 && self.it.text(call.name).ends_with("Async")
    }

    /// The last statement beside a declaration that uses its variable.
    fn last_use(&self, declaration: StmtNo, pool: LocalNo, method: crate::tree::MethodNo) -> Option<Span> {
        let part = self.body.parts.iter().find(|part| part.member == Member::Method(method))?;
        let lists = self.lists();
        let all = std::iter::once(&part.block).chain(&lists).find(|all| all.contains(&declaration))?;
        let last = all.iter().rev().find(|s| !self.places_of(self.statement_span(**s), pool).is_empty())?;
        (!self.leaves(*last)).then(|| self.statement_span(*last))
    }
}
