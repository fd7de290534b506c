//! Captures of forks: the live variables of unique type that are free in their bodies, whose holder the new thread
//! becomes. A variable that was moved may still be a lock there: it denotes its object, which another variable holds.

use super::Owners;
use super::omega::Omega;
use crate::reduction::context::{Binding, Env};
use crate::value::Value;
use racefree_grammar::ast::{Expr, ExprId, Program, Special, TypeId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

impl Owners<'_> {
    /// Finds the captured variables of each fork, by its place: the source has the moves, which its erasure has not.
    pub(super) fn find_captured(&mut self) {
        let source = self.source;
        let dead = self.run.semantics.forks_capture_the_moved;
        let mut walk = Captures { source, dead, scope: Vec::new(), forks: Vec::new(), found: FxHashMap::default() };
        for method in &source.methods {
            let params = source.params_of(method).iter().map(|p| (p.name, p.ty));
            let receiver = source.clauses_of(method).receiver.map(|t| (Name::THIS, t));
            receiver.into_iter().chain(params).for_each(|(x, t)| walk.bind(x, t));
            walk.expr(method.body);
            walk.scope.clear();
        }
        for e in source.fields.iter().filter_map(|f| f.init).chain(source.main) {
            walk.expr(e);
            walk.scope.clear();
        }
        self.captured = walk.found;
    }

    /// Returns true if a thread that is forked has a variable of an object that belongs to another thread.
    pub(super) fn shows_another_threads(&self, fork: ExprId, env: &Env) -> bool {
        let program = &self.run.tables.program;
        let Expr::Fork(body) = program.expr(fork) else { return false };
        let owners = |x: &Name| match env.get(x)? {
            Binding::Value(Value::Object(o)) => self.objects.get(o.index()),
            _ => None,
        };
        let thread = |o: &Omega| matches!(self.regions.resolve(*o), Omega::Thread(_));
        let of_a_thread = |x: &Name| owners(x).is_some_and(|owners| owners.iter().any(thread));
        program.free_variables(body).iter().any(of_a_thread)
    }
}

/// A variable in scope.
struct Variable {
    name: Name,
    unique: bool,
    /// True if it was moved, on some way to here.
    moved: bool,
}

/// Finds the captures of forks.
struct Captures<'c> {
    source: &'c Program,
    /// True if variables that were moved before are captured as well.
    dead: bool,
    scope: Vec<Variable>,
    /// The forks around: the number of variables in scope there, and the ones that their bodies have.
    forks: Vec<(usize, Vec<usize>)>,
    found: FxHashMap<Span, Vec<Name>>,
}

impl Captures<'_> {
    fn bind(&mut self, name: Name, ty: TypeId) {
        let first = self.source.locks_of(ty).first().map(|&o| self.source.expr(o));
        self.scope.push(Variable { name, unique: first == Some(Expr::Special(Special::Unique)), moved: false });
    }

    fn find(&self, x: Name) -> Option<usize> {
        self.scope.iter().rposition(|y| y.name == x)
    }

    fn expr(&mut self, e: ExprId) {
        deep(|| match self.source.expr(e) {
            Expr::Var(x) => {
                let Some(at) = self.find(x) else { return };
                self.forks.iter_mut().filter(|(outside, _)| at < *outside).for_each(|(_, has)| has.push(at));
            }
            Expr::Move(of) => {
                self.expr(of);
                if let Expr::Var(x) = self.source.expr(of)
                    && let Some(at) = self.find(x)
                {
                    self.scope[at].moved = true;
                }
            }
            Expr::Let { ty, var, bound, body } => {
                self.expr(bound);
                self.bind(var, ty);
                self.expr(body);
                self.scope.pop();
            }
            Expr::If { cond, then, otherwise } => {
                self.expr(cond);
                let before = self.moved();
                self.expr(then);
                let after = self.moved();
                self.restore(&before);
                otherwise.into_iter().for_each(|e| self.expr(e));
                self.scope.iter_mut().zip(after).for_each(|(x, moved)| x.moved |= moved);
            }
            Expr::Fork(body) => {
                let before = self.moved();
                self.forks.push((self.scope.len(), Vec::new()));
                self.expr(body);
                self.restore(&before);
                let (_, has) = self.forks.pop().unwrap_or_default();
                let mut captured: Vec<Name> = Vec::new();
                for at in has {
                    let x = &mut self.scope[at];
                    if x.unique && (!before[at] || self.dead) && !captured.contains(&x.name) {
                        x.moved = true;
                        captured.push(x.name);
                    }
                }
                self.found.insert(self.source.span(e), captured);
            }
            // A lock that is taken on trust is not evaluated.
            Expr::Holds(_) => {}
            Expr::New(_) | forms!(literal | member | block | operator | owned | extended) => {
                self.source.parts(e).children().for_each(|child| self.expr(child))
            }
        });
    }

    fn moved(&self) -> Vec<bool> {
        self.scope.iter().map(|x| x.moved).collect()
    }

    fn restore(&mut self, moved: &[bool]) {
        self.scope.iter_mut().zip(moved).for_each(|(x, &moved)| x.moved = moved);
    }
}
