//! The main expression: variables for what threads share, then threads that conflict on one field of it.

use super::Generator;
use super::scope::{Binding, Scope};
use super::world::Names;
use crate::tree::{Class, Expr, Path, Type};
use racefree_typeck::rules::{env_x, type_c};
use smallvec::SmallVec;

impl Generator<'_, '_> {
    /// The main expression.
    pub(super) fn main(&mut self) -> Expr {
        let mut scope = Scope { makes: u8::MAX, rank: u8::MAX, forks: self.s.forks as u8, ..Scope::default() };
        let n = 1 + self.c.below(self.s.lets);
        self.main_from(&mut scope, n)
    }

    fn main_from(&mut self, scope: &mut Scope, lets: usize) -> Expr {
        if lets > 0 {
            return self.let_then(scope, 1, true, &mut |g, scope| g.main_from(scope, lets - 1));
        }
        if scope.callee.is_none() && self.tries < 3 && (self.plan.overriding || self.c.percent(80)) {
            let overriding = self.overriding();
            if let Some(&(c, mn)) = self.c.pick(&overriding) {
                return self.let_new(scope, c, Some(mn));
            }
        }
        if self.plan.by_call && self.tries < 3 && self.tempted(type_c::ARG_FINAL) {
            if let Some((receiver, mn, t)) = self.mutable_callee(scope) {
                let x = self.fresh(scope, env_x::FRESH);
                scope.callee = Some((receiver, mn));
                scope.vars.push(Binding { name: x, ty: t, ghost: false });
                self.tries = 3;
                let body = self.main_from(scope, 0);
                scope.vars.pop();
                return Expr::Let(t, x, Box::new(Expr::New(t)), Box::new(body));
            }
            let holders = self.holders();
            if let Some(&c) = self.c.pick(&holders) {
                return self.let_new(scope, c, None);
            }
        }
        if self.plan.by_call && scope.callee.is_none() && self.tries < 3 {
            let takes = |m: &crate::tree::Method| m.params.iter().any(|(t, _)| matches!(t, Type::Class(..)));
            let all = self.w.classes.iter().flat_map(|c| c.methods.iter().map(move |m| (c.name, m)));
            let taking: SmallVec<[(u8, u8); 8]> = all.filter(|(_, m)| takes(m)).map(|(c, m)| (c, m.name)).collect();
            if let Some(&(c, mn)) = self.c.pick(&taking) {
                return self.let_new(scope, c, Some(mn));
            }
        }
        if self.c.percent(97) {
            scope.hot = self.conflict_field(scope);
            if scope.hot.is_none() && self.tries < 3 {
                let shared = self.with_conflict_fields();
                if let Some(&c) = self.c.pick(&shared) {
                    return self.let_new(scope, c, None);
                }
            }
        }
        let mut list = if self.plan.by_call { self.conflicting_calls(scope) } else { Vec::new() };
        let forks = match self.s.forks {
            0 => 0,
            _ if !list.is_empty() && self.c.percent(85) => 0,
            most if self.c.percent(34) => 1 + self.c.below(most),
            _ => usize::from(!self.c.percent(4)),
        };
        for _ in 0..forks {
            let depth = self.s.depth;
            list.push(self.fork(scope, depth));
        }
        let depth = self.s.depth;
        let called = !list.is_empty() && forks == 0;
        let met = if scope.hot.is_some() && !called && self.c.percent(self.s.conflict) {
            self.access(scope, depth)
        } else {
            None
        };
        list.extend(met);
        if scope.callee.is_some()
            && !called
            && let Some(call) = self.call(scope, depth, None)
        {
            list.push(call);
        }
        let more = if list.len() > 1 && self.c.percent(if called { 80 } else { 50 }) { 0 } else { 1 + self.c.below(2) };
        for _ in 0..more {
            list.push(self.statement(scope, depth));
        }
        Expr::Seq(list)
    }

    /// A variable for a new object of a class; to see an override at work, perhaps at a type above. Then the rest.
    fn let_new(&mut self, scope: &mut Scope, c: u8, mn: Option<u8>) -> Expr {
        self.tries += 1;
        let Some(own) = self.class_with_arguments(scope, c, false) else { return self.main_from(scope, 0) };
        let above = self.w.supertype(&own).filter(|t| mn.is_some_and(|mn| self.w.method(t, mn).is_some()));
        let t = above.filter(|t| self.w.well_formed(scope, t) && self.c.percent(70)).unwrap_or(own);
        let x = self.fresh(scope, env_x::FRESH);
        if let Some(mn) = mn {
            scope.callee = Some((Path::var(x), mn));
        }
        scope.vars.push(Binding { name: x, ty: t, ghost: false });
        let body = self.main_from(scope, 0);
        scope.vars.pop();
        Expr::Let(t, x, Box::new(Expr::New(own)), Box::new(body))
    }

    /// Shared classes that have a field for threads to conflict on.
    pub(super) fn with_conflict_fields(&self) -> Names {
        let meets = |c: &&Class| !c.local && c.fields.iter().any(|f| !f.is_final && f.guard.is_some());
        self.w.classes.iter().filter(meets).map(|c| c.name).collect()
    }

    /// Classes that override a method, with the method.
    fn overriding(&self) -> SmallVec<[(u8, u8); 8]> {
        let mut found = SmallVec::new();
        for class in &self.w.classes {
            let above = self.w.methods(&class.sup);
            found.extend(
                class.methods.iter().map(|m| m.name).filter(|mn| above.contains(mn)).map(|mn| (class.name, mn)),
            );
        }
        found
    }
}
