//! Threads that their maker waits for: `t.join()` in the scope of the variable that has the thread, on the way that is always taken there.
//! Behind it, to the end of the scope, the thread is over.

use super::awaits;
use crate::clock::{Clock, Interval};
use crate::facts::{BodyId, Facts};
use crate::options::Options;
use crate::points::{EdgeKind, InstId, Points};
use crate::threads::Threads;
use racefree_grammar::ast::{BinOp, Dialect, Expr, ExprId, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

/// A fork, the call that waits for its thread, and the end of the scope.
#[derive(Clone, Copy)]
struct Joined {
    body: BodyId,
    /// All threads of the fork are waited for, however often it runs.
    every: bool,
    fork: ExprId,
    join: ExprId,
    /// Nothing, if the threads never come again.
    scope: Option<ExprId>,
}

/// For each thread that main waits for, its numbers from which on, and up to which, the thread is over.
#[derive(Default)]
pub(crate) struct Joins {
    of: FxHashMap<InstId, (u32, u32)>,
    /// Numbers of main at which no other thread runs.
    alone: Vec<Interval>,
}

impl Joins {
    /// Finds the threads that main waits for.
    pub(crate) fn new(
        facts: &Facts<'_>,
        points: &Points,
        clock: &Clock,
        threads: &Threads,
        options: &Options,
    ) -> Joins {
        let alone = super::alone::intervals(facts, points, clock, &options.alone);
        let mut joins = Joins { alone, ..Joins::default() };
        for joined in all(facts) {
            if options.watch.over() {
                break;
            }
            for i in points.inst_ids().filter(|&i| points.inst(i).body == joined.body && clock.is_exact(i)) {
                let at = |n| clock.node(facts, i, n).map_or((0, 0), |(lo, hi)| (hi, lo));
                let (from, to) = (at(joined.join).0, joined.scope.map_or(u32::MAX, |scope| at(scope).1));
                let forked = points.edges_out_of(i).find(|e| e.kind == EdgeKind::Fork && e.node == joined.fork);
                // This fork alone makes them, before main waits.
                let own = |to| points.edges_into(to).len() == 1;
                if let Some(edge) = forked.filter(|e| !threads.repeats(e.to) || (joined.every && own(e.to))) {
                    joins.of.insert(edge.to, (from, to));
                }
            }
        }
        joins
    }

    /// True if a thread is over when main is at these numbers.
    pub(crate) fn over(&self, thread: InstId, (lo, hi): (u32, u32)) -> bool {
        self.of.get(&thread).is_some_and(|&(from, to)| from < lo && hi <= to)
    }

    /// True if no other thread runs when main is at these numbers. One that has its task may still begin.
    pub(crate) fn alone(&self, (lo, hi): (u32, u32)) -> bool {
        self.alone.iter().any(|&(from, to)| from <= lo && hi <= to)
    }
}

/// The threads that a variable's scope waits for.
fn all(facts: &Facts<'_>) -> Vec<Joined> {
    let program = facts.program();
    if program.dialect != Dialect::Java {
        return Vec::new();
    }
    // Without a name there is no call of it.
    let named = |name| program.names.find(name).unwrap_or(Name::THIS);
    let names = Names {
        join: named("join"),
        pool: named(awaits::POOL),
        runs: named(awaits::RUNS),
        task: named(awaits::TASK),
        ends: named(awaits::ENDS),
        awaits: named(awaits::AWAITS),
        waits: named(awaits::WAITS),
    };
    let mut found = together(facts, named(awaits::TOGETHER));
    for (n, expr) in program.exprs.iter().enumerate() {
        let Expr::Let { var, bound, body, .. } = *expr else { continue };
        let scope = ExprId::new(n as u32);
        let node = facts.node(scope);
        let (Some(of), None) = (node.body, node.outermost_loop) else { continue };
        let mut way = Way::new(program, var, names);
        way.made(bound);
        way.along(body);
        if let (Some(fork), Some(join)) = (way.fork, way.waits) {
            found.push(Joined { body: of, every: false, fork, join, scope: Some(scope) });
        }
        if let Some(join) = way.awaits {
            found.extend(way.tasks.iter().map(|&fork| Joined {
                body: of,
                every: true,
                fork,
                join,
                scope: Some(scope),
            }));
        }
    }
    found
}

/// The threads of functions in front of a mark that they are over.
fn together(facts: &Facts<'_>, mark: Name) -> Vec<Joined> {
    let program = facts.program();
    let mut found = Vec::new();
    for expr in &program.exprs {
        let Expr::Seq(list) = *expr else { continue };
        let all = program.list(list);
        for (i, &join) in all.iter().enumerate() {
            let node = facts.node(join);
            let is_mark = matches!(program.expr(join), Expr::Call { method, .. } if method == mark);
            let (true, Some(body), None) = (is_mark, node.body, node.outermost_loop) else { continue };
            let forks = all[..i].iter().rev().map_while(|&function| match program.expr(function) {
                Expr::While { body: fork, .. } if matches!(program.expr(fork), Expr::Fork(_)) => Some(fork),
                Expr::Fork(_) => Some(function),
                _ => None,
            });
            found.extend(forks.map(|fork| Joined { body, every: true, fork, join, scope: None }));
        }
    }
    found
}

/// Names of methods that wait, and of marks.
#[derive(Clone, Copy)]
struct Names {
    join: Name,
    pool: Name,
    runs: Name,
    task: Name,
    ends: Name,
    awaits: Name,
    waits: Name,
}

/// The way that is always taken through a scope.
struct Way<'p> {
    program: &'p Program,
    var: Name,
    names: Names,
    /// The variable has an executor of the library.
    is_pool: bool,
    /// It has what stands for a task that an executor was given.
    is_task: bool,
    /// It takes no further tasks.
    ended: bool,
    /// The forks of its tasks, before it is waited for.
    tasks: Vec<ExprId>,
    awaits: Option<ExprId>,
    fork: Option<ExprId>,
    /// The thread is started on this way: who waits for one that is not goes on at once.
    starts: bool,
    waits: Option<ExprId>,
}

impl<'p> Way<'p> {
    fn new(program: &'p Program, var: Name, names: Names) -> Way<'p> {
        let (is_pool, is_task, ended, starts) = (false, false, false, false);
        let (tasks, awaits, fork, waits) = (Vec::new(), None, None, None);
        Way { program, var, names, is_pool, is_task, ended, tasks, awaits, fork, starts, waits }
    }
}

impl Way<'_> {
    /// The thread, or the executor, that the value of the variable stands for.
    fn made(&mut self, bound: ExprId) {
        self.is_pool = self.marked(bound, self.names.pool);
        self.is_task = self.marked(bound, self.names.task);
        let mut forks = Vec::new();
        self.forks(bound, &mut forks);
        if let [fork] = forks[..] {
            self.fork = Some(fork);
        }
    }

    /// The forks on the way through an expression, which stands in front of a call of the library or is one.
    fn forks(&self, e: ExprId, found: &mut Vec<ExprId>) {
        match self.program.expr(e) {
            Expr::Seq(list) => self.program.list(list).iter().for_each(|&e| deep(|| self.forks(e, found))),
            Expr::Let { body, .. } => deep(|| self.forks(body, found)),
            Expr::Fork(_) => found.push(e),
            forms!(literal | member | operator | owned | extended)
            | Expr::Var(_)
            | Expr::New(_)
            | Expr::Sync { .. }
            | Expr::Atomic(_)
            | Expr::If { .. }
            | Expr::While { .. } => {}
        }
    }

    /// True if a mark is on the way through an expression.
    fn marked(&self, e: ExprId, mark: Name) -> bool {
        match self.program.expr(e) {
            Expr::Seq(list) => self.program.list(list).iter().any(|&e| deep(|| self.marked(e, mark))),
            Expr::Let { body, .. } => deep(|| self.marked(body, mark)),
            Expr::Call { method, .. } => method == mark,
            forms!(literal | operator | owned | extended)
            | Expr::Var(_)
            | Expr::New(_)
            | Expr::Field { .. }
            | Expr::Assign { .. }
            | Expr::Fork(_)
            | Expr::Sync { .. }
            | Expr::Atomic(_)
            | Expr::If { .. }
            | Expr::While { .. } => false,
        }
    }

    /// The tasks that an executor is given anywhere in code in front of what waits for it, but for other threads.
    fn given(&mut self, e: ExprId) {
        if self.awaits.is_some() {
            return;
        }
        if let Expr::Seq(list) = self.program.expr(e) {
            let all = self.program.list(list);
            (0..all.len()).for_each(|i| self.given_by(all, i));
        }
        let hides = matches!(self.program.expr(e), Expr::Let { var, .. } if var == self.var);
        if !matches!(self.program.expr(e), Expr::Fork(_)) && !hides {
            self.program.children(e).for_each(|part| deep(|| self.given(part)));
        }
    }

    /// The task behind a mark in a sequence.
    fn given_by(&mut self, all: &[ExprId], i: usize) {
        let Expr::Call { recv, method, .. } = self.program.expr(all[i]) else { return };
        if let Some(&task) = all.get(i + 1)
            && method == self.names.runs
            && self.is_var(recv)
        {
            let mut forks = Vec::new();
            self.forks(task, &mut forks);
            self.tasks.extend(forks);
        }
    }

    fn is_var(&self, e: ExprId) -> bool {
        self.program.expr(e) == Expr::Var(self.var)
    }

    fn along(&mut self, e: ExprId) {
        match self.program.expr(e) {
            Expr::Seq(list) => {
                let all = self.program.list(list);
                for (i, &part) in all.iter().enumerate() {
                    if self.awaits.is_none() {
                        self.given_by(all, i);
                    }
                    deep(|| self.along(part));
                }
            }
            Expr::Let { bound, body, var, .. } => {
                deep(|| self.along(bound));
                if var != self.var {
                    deep(|| self.along(body));
                }
            }
            Expr::Sync { body, .. } => deep(|| self.along(body)),
            // `try { t.join(); } catch …`: nobody interrupts who waits.
            Expr::If { cond, then, .. } if self.program.expr(cond) == Expr::Bool(true) && self.only_waits(then) => {
                deep(|| self.along(then));
            }
            Expr::Unary(_, of) | Expr::Field { recv: of, .. } => deep(|| self.along(of)),
            Expr::Assign { recv: left, value: right, .. } => {
                [left, right].iter().for_each(|&of| deep(|| self.along(of)))
            }
            Expr::Binary(op, left, right) => {
                deep(|| self.along(left));
                match op {
                    BinOp::And | BinOp::Or => self.given(right),
                    _ => deep(|| self.along(right)),
                }
            }
            // A question whether all is over is a wait.
            Expr::If { cond, .. } | Expr::While { cond, .. } => {
                self.given(e);
                deep(|| self.along(cond));
            }
            Expr::Fork(body) => {
                if let Expr::Call { recv, method, .. } = self.program.expr(body)
                    && self.fork.is_none()
                    && self.is_var(recv)
                    && self.program.text(method) == "run"
                {
                    self.fork = Some(e);
                    self.starts = true;
                }
            }
            Expr::Call { recv, method, args } if args.len == 0 && self.is_var(recv) => {
                let waits = (method == self.names.join && self.starts) || (method == self.names.waits && self.is_task);
                if waits {
                    self.waits.get_or_insert(e);
                }
                self.ended |= method == self.names.ends;
                if method == self.names.awaits && self.is_pool && self.ended && self.awaits.is_none() {
                    self.awaits = Some(e);
                }
                self.starts |= self.program.text(method) == "start";
            }
            Expr::Call { recv, args, .. } => {
                deep(|| self.along(recv));
                let args = self.program.list(args).to_vec();
                args.into_iter().for_each(|of| deep(|| self.along(of)));
            }
            forms!(literal | owned | extended)
            | Expr::Var(_)
            | Expr::New(_)
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Holds(_)
            | Expr::Atomic(_) => self.given(e),
        }
    }

    /// True for code that does nothing but wait, and that nothing keeps from it.
    fn only_waits(&self, e: ExprId) -> bool {
        let parts = || self.program.children(e).all(|part| deep(|| self.only_waits(part)));
        let Names { ends, awaits, waits, .. } = self.names;
        let is_made = |name: Name| {
            let text = self.program.text(name);
            [ends, awaits, waits].contains(&name)
                || ["library$", "task$", "contents$"].contains(&text)
                || text.starts_with("as$")
        };
        match self.program.expr(e) {
            Expr::Seq(_) | Expr::Let { .. } | Expr::If { .. } => parts(),
            Expr::Call { recv, method, args } => {
                let joins =
                    method == self.names.join && args.len == 0 && matches!(self.program.expr(recv), Expr::Var(_));
                joins || (is_made(method) && parts())
            }
            Expr::Field { field, .. } | Expr::Assign { field, .. } => is_made(field) && parts(),
            Expr::Sync { .. } | Expr::While { .. } | Expr::Fork(_) | Expr::Atomic(_) => false,
            forms!(literal) | Expr::Var(_) | Expr::New(_) => true,
            forms!(operator | owned | extended) => false,
        }
    }
}
