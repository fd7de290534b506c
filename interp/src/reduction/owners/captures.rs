//! What forks capture: the variables of unique type that are free in their bodies, whose holder the new thread becomes.

use super::Owners;
use super::omega::Omega;
use crate::reduction::context::{Binding, Env};
use crate::value::Value;
use racefree_grammar::ast::{Expr, ExprId, Program, Special, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

impl Owners<'_> {
    /// The unique variables of each fork's body, by the declared types of those in scope.
    pub(super) fn find_captured(&mut self) {
        let program = &self.run.tables.program;
        let unique = |t: TypeId| {
            let first = t.index() < self.source.types.len();
            let first = first.then(|| self.source.locks_of(t).first().map(|&o| self.source.expr(o))).flatten();
            first == Some(Expr::Special(Special::Unique))
        };
        let mut found = FxHashMap::default();
        let mut walk = Captures { program, unique: &unique, scope: Vec::new(), found: &mut found };
        for (method, erased) in self.source.methods.iter().zip(&program.methods) {
            let params = self.source.params_of(method).iter().map(|p| (p.name, unique(p.ty)));
            let receiver = self.source.clauses_of(method).receiver.map(|t| (Name::THIS, unique(t)));
            walk.scope = receiver.into_iter().chain(params).collect();
            walk.expr(erased.body);
        }
        walk.scope.clear();
        program.fields.iter().filter_map(|f| f.init).chain(program.main).for_each(|e| walk.expr(e));
        self.captured = found;
    }

    /// Whether a thread that is forked has a variable of what belongs to a thread that is not it.
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

/// Finds what forks capture, with the variables in scope and whether each is unique.
struct Captures<'c> {
    program: &'c Program,
    unique: &'c dyn Fn(TypeId) -> bool,
    scope: Vec<(Name, bool)>,
    found: &'c mut FxHashMap<ExprId, Vec<Name>>,
}

impl Captures<'_> {
    fn expr(&mut self, e: ExprId) {
        if let Expr::Fork(body) = self.program.expr(e) {
            let is_unique = |x: &Name| self.scope.iter().rev().find(|(y, _)| y == x).is_some_and(|(_, unique)| *unique);
            let free = self.program.free_variables(body);
            self.found.insert(e, free.into_iter().filter(is_unique).collect());
        }
        let parts = self.program.parts(e);
        let last = parts.last();
        for child in parts.children() {
            let depth = self.scope.len();
            if let (Some(x), true, Some(t)) = (parts.binds, Some(child) == last, parts.ty) {
                self.scope.push((x, (self.unique)(t)));
            }
            deep(|| self.expr(child));
            self.scope.truncate(depth);
        }
    }
}
