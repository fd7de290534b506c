//! The main expression: variables for what threads share, then threads that meet at one field of it.

use super::Generator;
use super::world::{Binding, Scope};
use crate::tree::{Class, E, Path};
use racefree_typeck::rules::env_x;

impl Generator<'_, '_> {
    /// The main expression.
    pub(super) fn main(&mut self) -> E {
        let mut scope = Scope { makes: u8::MAX, rank: u8::MAX, forks: self.s.forks as u8, ..Scope::default() };
        let n = 1 + self.c.below(self.s.lets);
        self.main_from(&mut scope, n)
    }

    fn main_from(&mut self, scope: &mut Scope, lets: usize) -> E {
        if lets > 0 {
            return self.let_then(scope, 1, true, &mut |g, scope| g.main_from(scope, lets - 1));
        }
        if scope.callee.is_none() && self.tries < 3 && (self.plan.overriding || self.c.percent(80)) {
            let overriding = self.overriding();
            if let Some(&(c, mn)) = self.c.pick(&overriding) {
                return self.let_new(scope, c, Some(mn));
            }
        }
        if self.c.percent(97) {
            scope.hot = self.meeting_point(scope);
            if scope.hot.is_none() && self.tries < 3 {
                let meeting = self.with_meeting_points();
                if let Some(&c) = self.c.pick(&meeting) {
                    return self.let_new(scope, c, None);
                }
            }
        }
        let mut list = Vec::new();
        let forks = match self.s.forks {
            0 => 0,
            most if self.c.percent(34) => 1 + self.c.below(most),
            _ => usize::from(!self.c.percent(4)),
        };
        for _ in 0..forks {
            let depth = self.s.depth;
            list.push(self.fork(scope, depth));
        }
        let depth = self.s.depth;
        let met = if scope.hot.is_some() && self.c.percent(self.s.meeting) { self.access(scope, depth) } else { None };
        list.extend(met);
        if scope.callee.is_some()
            && let Some(call) = self.call(scope, depth, None)
        {
            list.push(call);
        }
        let more = if list.len() > 1 && self.c.percent(50) { 0 } else { 1 + self.c.below(2) };
        for _ in 0..more {
            list.push(self.statement(scope, depth));
        }
        E::Seq(list)
    }

    /// A variable for a new object of a class; to see an override at work, perhaps at a type above. Then the rest.
    fn let_new(&mut self, scope: &mut Scope, c: u8, mn: Option<u8>) -> E {
        self.tries += 1;
        let Some(own) = self.class_with_arguments(scope, c, false) else { return self.main_from(scope, 0) };
        let above = self.w.supertype(&own).filter(|t| mn.is_some_and(|mn| self.w.method(t, mn).is_some()));
        let t = above.filter(|t| self.w.well_formed(scope, t) && self.c.percent(70)).unwrap_or_else(|| own.clone());
        let x = self.fresh(scope, env_x::FRESH);
        if let Some(mn) = mn {
            scope.callee = Some((Path::var(x), mn));
        }
        scope.vars.push(Binding { name: x, ty: t.clone(), ghost: false });
        let body = self.main_from(scope, 0);
        scope.vars.pop();
        E::Let(t, x, Box::new(E::New(own)), Box::new(body))
    }

    /// Shared classes that have a field for threads to meet at.
    pub(super) fn with_meeting_points(&self) -> Vec<u8> {
        let meets = |c: &&Class| !c.local && c.fields.iter().any(|f| !f.is_final && f.guard.is_some());
        self.w.classes.iter().filter(meets).map(|c| c.name).collect()
    }

    /// Classes that override a method, with the method.
    fn overriding(&self) -> Vec<(u8, u8)> {
        let mut found = Vec::new();
        for class in &self.w.classes {
            let above = self.w.methods(&class.sup);
            found.extend(
                class.methods.iter().map(|m| m.name).filter(|mn| above.contains(mn)).map(|mn| (class.name, mn)),
            );
        }
        found
    }
}
