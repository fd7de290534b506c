//! Liveness: an occurrence of a variable may be a move if the variable is not used afterwards on any path, nor again in
//! a loop, nor before within the same access or call. A read may be a take if it has the form that `e.fd--` is erased
//! to.

use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::{FxHashMap, FxHashSet};

/// Uses of variables.
#[derive(Default)]
pub(crate) struct Uses {
    /// Occurrences that may not be moves.
    pub(crate) used_again: FxHashSet<ExprId>,
    /// Forks, with the variables that are used after them.
    pub(crate) used_after_fork: FxHashSet<(ExprId, Name)>,
    /// The variables that each fork captures.
    pub(crate) captured: FxHashMap<ExprId, Vec<Name>>,
}

impl Uses {
    /// Records the uses in a method's body, an initialiser, or the main expression.
    pub(crate) fn look(&mut self, program: &Program, e: ExprId) {
        self.back(program, e, &mut FxHashSet::default());
    }

    /// Backward analysis: `live` is the set of variables used after `e`.
    fn back(&mut self, p: &Program, e: ExprId, live: &mut FxHashSet<Name>) {
        deep(|| match p.expr(e) {
            Expr::Var(x) => {
                if !live.insert(x) {
                    self.used_again.insert(e);
                }
            }
            Expr::Let { var, bound, body, .. } => {
                self.back(p, body, live);
                live.remove(&var);
                self.back(p, bound, live);
            }
            Expr::If { cond, then, otherwise } => {
                let mut other = live.clone();
                if let Some(otherwise) = otherwise {
                    self.back(p, otherwise, &mut other);
                }
                self.back(p, then, live);
                live.extend(other);
                self.back(p, cond, live);
            }
            Expr::While { cond, body } => {
                live.extend(p.code_variables(cond));
                live.extend(p.code_variables(body));
                self.back(p, body, live);
                self.back(p, cond, live);
            }
            Expr::Fork(body) => {
                let captured = p.code_variables(body);
                for &x in captured.iter().filter(|x| live.contains(x)) {
                    self.used_after_fork.insert((e, x));
                }
                // A variable moved before is at most a lock in the thread.
                let mut used = FxHashSet::default();
                self.back(p, body, &mut used);
                live.extend(used);
                self.captured.insert(e, captured);
            }
            // A lock may have been moved: it still denotes its object.
            Expr::Sync { body, .. } => self.back(p, body, live),
            Expr::Holds(_) => {}
            Expr::Call { .. } | Expr::Assign { .. } => {
                let parts: Vec<ExprId> = p.parts(e).children().collect();
                let mut before: FxHashSet<Name> = FxHashSet::default();
                for &part in &parts {
                    let within = p.within(part).filter(|&v| matches!(p.expr(v), Expr::Var(x) if before.contains(&x)));
                    self.used_again.extend(within);
                    before.extend(p.code_variables(part));
                }
                parts.into_iter().rev().for_each(|part| self.back(p, part, live));
            }
            Expr::New(_) | Expr::Field { .. } | forms!(literal | block | operator | owned | extended) => {
                let parts: Vec<ExprId> = p.parts(e).children().collect();
                parts.into_iter().rev().for_each(|part| self.back(p, part, live));
            }
        });
    }
}

/// A take, as it is written once it is erased.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Taken {
    /// e
    pub(crate) recv: ExprId,
    /// fd
    pub(crate) field: Name,
}

/// `let C u = e in let T v = u.fd in { u.fd = null; v }`
pub(crate) fn take(p: &Program, e: ExprId) -> Option<Taken> {
    let Expr::Let { var: u, bound: recv, body, .. } = p.expr(e) else { return None };
    let Expr::Let { var: v, bound: read, body, .. } = p.expr(body) else { return None };
    let of_u = |e: ExprId| p.expr(e) == Expr::Var(u);
    let Expr::Field { recv: from, field } = p.expr(read) else { return None };
    let Expr::Seq(list) = p.expr(body) else { return None };
    let &[cleared, last] = p.list(list) else { return None };
    let Expr::Assign { recv: to, field: again, value } = p.expr(cleared) else { return None };
    let fits = of_u(from) && of_u(to) && again == field && p.expr(value) == Expr::Null && p.expr(last) == Expr::Var(v);
    fits.then_some(Taken { recv, field })
}

/// The takes of a program, for fields that nothing reads in another way.
pub(crate) fn takes(p: &Program) -> FxHashMap<ExprId, Taken> {
    let bodies = p.methods.iter().map(|m| m.body).chain(p.fields.iter().filter_map(|f| f.init)).chain(p.main);
    // The table of expressions may hold more than the program.
    let all: Vec<ExprId> = bodies.flat_map(|e| p.within(e)).collect();
    let found: FxHashMap<ExprId, Taken> = all.iter().filter_map(|&e| Some((e, take(p, e)?))).collect();
    let mut reads: FxHashMap<Name, usize> = FxHashMap::default();
    for &e in &all {
        if let Expr::Field { field, .. } = p.expr(e) {
            *reads.entry(field).or_default() += 1;
        }
    }
    let mut takes: FxHashMap<Name, usize> = FxHashMap::default();
    found.values().for_each(|t| *takes.entry(t.field).or_default() += 1);
    let only = |field: Name| reads.get(&field) == takes.get(&field);
    found.into_iter().filter(|(_, t)| only(t.field)).collect()
}
