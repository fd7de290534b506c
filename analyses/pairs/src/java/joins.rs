//! Threads that their maker waits for: `t.join()` in the scope of the variable that has the thread, on the way that is always taken there.
//! Behind it, to the end of the scope, the thread is over.

use crate::budget::Watch;
use crate::clock::Clock;
use crate::facts::{BodyId, Facts};
use crate::points::{EdgeKind, InstId, Points};
use crate::threads::Threads;
use racefree_grammar::ast::{Dialect, Expr, ExprId, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

/// A fork, the call that waits for its thread, and the end of the scope.
#[derive(Clone, Copy)]
struct Joined {
    body: BodyId,
    fork: ExprId,
    join: ExprId,
    scope: ExprId,
}

/// For each thread that main waits for, its numbers from which on, and up to which, the thread is over.
#[derive(Default)]
pub(crate) struct Joins {
    of: FxHashMap<InstId, (u32, u32)>,
}

impl Joins {
    /// Finds the threads that main waits for.
    pub(crate) fn new(facts: &Facts<'_>, points: &Points, clock: &Clock, threads: &Threads, watch: &Watch) -> Joins {
        let mut joins = Joins::default();
        for joined in all(facts) {
            if watch.over() {
                break;
            }
            for i in points.inst_ids().filter(|&i| points.inst(i).body == joined.body && clock.is_exact(i)) {
                let at = |n| clock.node(facts, i, n).map_or((0, 0), |(lo, hi)| (hi, lo));
                let (from, to) = (at(joined.join).0, at(joined.scope).1);
                let forked = points.edges_out_of(i).find(|e| e.kind == EdgeKind::Fork && e.node == joined.fork);
                if let Some(edge) = forked.filter(|e| !threads.repeats(e.to)) {
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
}

/// The threads that a variable's scope waits for.
fn all(facts: &Facts<'_>) -> Vec<Joined> {
    let program = facts.program();
    let (Dialect::Java, Some(join)) = (program.dialect, program.names.find("join")) else { return Vec::new() };
    let mut found = Vec::new();
    for (n, expr) in program.exprs.iter().enumerate() {
        let Expr::Let { var, bound, body, .. } = *expr else { continue };
        let scope = ExprId::new(n as u32);
        let node = facts.node(scope);
        let (Some(of), None) = (node.body, node.outermost_loop) else { continue };
        let mut way = Way { program, var, join, fork: None, starts: false, waits: None };
        way.made(bound);
        way.along(body);
        if let (Some(fork), Some(join)) = (way.fork, way.waits) {
            found.push(Joined { body: of, fork, join, scope });
        }
    }
    found
}

/// The way that is always taken through a scope.
struct Way<'p> {
    program: &'p Program,
    var: Name,
    join: Name,
    fork: Option<ExprId>,
    /// The thread is started on this way: who waits for one that is not goes on at once.
    starts: bool,
    waits: Option<ExprId>,
}

impl Way<'_> {
    /// The thread that the value of the variable stands for.
    fn made(&mut self, bound: ExprId) {
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

    fn is_var(&self, e: ExprId) -> bool {
        self.program.expr(e) == Expr::Var(self.var)
    }

    fn along(&mut self, e: ExprId) {
        match self.program.expr(e) {
            Expr::Seq(list) => {
                for &e in self.program.list(list) {
                    deep(|| self.along(e));
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
                if method == self.join && self.starts {
                    self.waits.get_or_insert(e);
                }
                self.starts |= self.program.text(method) == "start";
            }
            forms!(literal | operator | owned | extended)
            | Expr::Var(_)
            | Expr::New(_)
            | Expr::Atomic(_)
            | Expr::While { .. }
            | Expr::If { .. }
            | Expr::Field { .. }
            | Expr::Assign { .. }
            | Expr::Call { .. } => {}
        }
    }

    /// True for code that does nothing but wait.
    fn only_waits(&self, e: ExprId) -> bool {
        match self.program.expr(e) {
            Expr::Seq(list) => self.program.list(list).iter().all(|&e| deep(|| self.only_waits(e))),
            Expr::Call { recv, method, args } => {
                method == self.join && args.len == 0 && matches!(self.program.expr(recv), Expr::Var(_))
            }
            forms!(literal | operator | owned | extended | block) | Expr::Var(_) | Expr::New(_) => false,
            Expr::Field { .. } | Expr::Assign { .. } => false,
        }
    }
}
