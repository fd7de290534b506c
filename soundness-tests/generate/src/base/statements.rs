//! Statements: accesses under their locks, calls, lets, forks.

use super::Generator;
use super::expressions::locked;
use super::paths::is_class;
use super::scope::{Binding, Scope};
use super::world::Names;
use crate::tree::{Expr, Path, THIS, Type};
use racefree_typeck::rules::{env_x, exp_assign, exp_fork2, exp_let, exp_ref, exp_sync};
use smallvec::SmallVec;

/// Body of a let, made in its scope.
type Rest<'f, G> = &'f mut dyn FnMut(&mut G, &mut Scope) -> Expr;

impl Generator<'_, '_> {
    /// A statement.
    pub fn statement(&mut self, scope: &mut Scope, depth: u32) -> Expr {
        let deep = u32::from(depth > 0);
        let forks = u32::from(scope.forks > 0) * deep;
        let extras = self.s.extras * deep;
        let weights = [50, 25, 18 * deep, 8 * deep, 8 * deep, 8 * forks, extras];
        let made = match self.c.weighted(weights) {
            0 => self.access(scope, depth),
            1 => self.call(scope, depth.saturating_sub(1), None),
            2 => Some(self.let_then(scope, depth, false, &mut |g, scope| g.statement(scope, depth - 1))),
            3 => self.sync(scope, depth),
            4 => {
                let first = self.statement(scope, depth - 1);
                Some(Expr::Seq(vec![first, self.statement(scope, depth - 1)]))
            }
            5 => Some(self.fork(scope, depth)),
            _ => Some(self.extra(scope, depth)),
        };
        made.or_else(|| self.access(scope, depth)).unwrap_or(Expr::Int(0))
    }

    /// A read or a write of a field.
    pub(super) fn access(&mut self, scope: &Scope, depth: u32) -> Option<Expr> {
        let relied = self.relied_on(scope, &[]);
        let target = if !relied.is_empty() && self.c.percent(40) { self.c.pick(&relied).cloned() } else { None };
        match target {
            Some(target) => self.access_to(scope, depth, Some(target), true),
            None if scope.hot.is_some() && self.c.percent(self.s.conflict) => {
                self.access_to(scope, depth, scope.hot, false)
            }
            None => self.access_to(scope, depth, None, false),
        }
    }

    /// An assignment to a field that the checker relied on, where there is one.
    pub(super) fn change(&mut self, scope: &Scope) -> Option<Expr> {
        let relied = self.relied_on(scope, &[]);
        let target = *self.c.pick(&relied)?;
        self.access_to(scope, 1, Some(target), true)
    }

    /// A read or a write of this field, if it is there, or of another one.
    fn access_to(&mut self, scope: &Scope, depth: u32, target: Option<(Path, u8)>, assigns: bool) -> Option<Expr> {
        let target = target.and_then(|(path, fd)| Some((self.readable_path(scope, &path)?, fd)));
        let target = target.filter(|(r, _)| self.w.has_fields(&r.ty));
        let receivers = match target {
            Some(_) => Vec::new(),
            None => {
                let mut receivers = self.readable(scope, 1, |t| self.w.has_fields(t));
                self.prefer_sure(scope, &mut receivers);
                receivers
            }
        };
        for _ in 0..2 {
            let (r, fd) = match &target {
                Some((r, fd)) => (*r, *fd),
                None => {
                    let r = *self.c.pick(&receivers)?;
                    let fields = self.w.fields(&r.ty);
                    (r, *self.c.pick(&fields)?)
                }
            };
            let (at, field) = self.w.field(&r.ty, fd)?;
            let this = [(THIS, r.path)];
            let t = self.w.instance(&at, &this, &field.ty);
            let guard = field.guard.as_ref().map(|guard| self.w.instance_path(&at, &this, guard));
            let is_final = field.is_final;
            let hot = scope.hot.as_ref().is_some_and(|(path, hot)| *hot == fd && *path == r.path);
            let mut write = assigns || !self.c.percent(if hot { 16 } else { 35 });
            if write && is_final {
                write = self.tempted(exp_assign::NOT_FINAL);
            }
            let (guard_premise, type_premise) = match write {
                true => (exp_assign::GUARD_HELD, exp_assign::TYPE),
                false => (exp_ref::GUARD_HELD, exp_ref::TYPE),
            };
            if !self.w.well_formed(scope, &t) && !self.w.off(type_premise) {
                continue;
            }
            let mut needs = r.needs;
            if let Some(guard) = guard
                && !scope.holds(&guard)
                && !needs.contains(&guard)
                && !self.tempted(guard_premise)
            {
                if !self.lockable(scope, &guard) {
                    continue;
                }
                needs.push(guard);
            }
            let recv = Box::new(r.path.expr());
            if !write {
                return Some(locked(&needs, Expr::Field(recv, fd)));
            }
            let mut inner = scope.clone();
            inner.locks.extend(needs.iter().cloned());
            inner.relied.push(r.path);
            let value = self.expected(exp_assign::VALUE, &inner, &t, depth.min(1));
            return Some(locked(&needs, Expr::Assign(recv, fd, Box::new(value))));
        }
        None
    }

    /// A field for threads to conflict on: of a shared object, guarded by a lock that can be taken here, and not always by the
    /// object itself.
    pub(super) fn conflict_field(&mut self, scope: &Scope) -> Option<(Path, u8)> {
        let mut points = self.points(scope);
        if points.iter().any(|p| p.2) && self.c.percent(95) {
            points.retain(|p| p.2);
        }
        self.c.pick(&points).map(|(path, fd, _)| (*path, *fd))
    }

    /// All such fields, and whether the lock is another one than the object itself.
    pub(super) fn points(&mut self, scope: &Scope) -> SmallVec<[(Path, u8, bool); 8]> {
        let mut points: SmallVec<[(Path, u8, bool); 8]> = SmallVec::new();
        for r in self.readable(scope, 1, |t| self.w.has_fields(t)).iter() {
            if r.ghost {
                continue;
            }
            let astray = !r.path.fields.is_empty() && scope.get(r.path.root).is_some_and(|b| self.w.shared(&b.ty));
            if !self.w.shared(&r.ty) {
                // A local object that a shared one leads to; by the base rules there is none.
                if astray && self.sure(scope, &r.path) {
                    let fields = self.w.fields(&r.ty).into_iter();
                    points.extend(fields.map(|fd| (r.path, fd, true)));
                }
                continue;
            }
            self.w.each_field(&r.ty, |at, field| {
                let Some(guard) = field.guard.as_ref().filter(|_| !field.is_final) else { return };
                let elsewhere = guard.root != THIS || !guard.fields.is_empty();
                let guard = self.w.instance_path(at, &[(THIS, r.path)], guard);
                let visible = scope.get(guard.root).is_some_and(|b| self.w.shared(&b.ty));
                if visible && self.lockable(scope, &guard) && self.sure(scope, &guard) && self.sure(scope, &r.path) {
                    points.push((r.path, field.name, elsewhere));
                }
            });
        }
        points
    }

    /// Assignable fields on the path of a held lock or a type in scope: a change of one pulls the rug out from under
    /// the check. By the base rules there are none.
    pub(super) fn relied_on(&self, scope: &Scope, more: &[Path]) -> Vec<(Path, u8)> {
        let mut found = Vec::new();
        for paths in [&scope.locks[..], &scope.relied[..], more] {
            self.steps_that_change(scope, paths, &mut found);
        }
        for b in &scope.vars {
            if let Type::Class(_, args) = &b.ty {
                self.steps_that_change(scope, args, &mut found);
            }
        }
        found
    }

    /// The steps of paths that are no final fields.
    fn steps_that_change(&self, scope: &Scope, paths: &[Path], found: &mut Vec<(Path, u8)>) {
        for l in paths.iter().filter(|l| !l.fields.is_empty()) {
            let Some(root) = scope.get(l.root) else { continue };
            let (mut t, mut at) = (root.ty, Path::var(l.root));
            for &fd in &l.fields {
                let Some((owner, field)) = self.w.field(&t, fd) else { break };
                if !field.is_final {
                    found.push((at, fd));
                }
                t = self.w.instance(&owner, &[(THIS, at)], &field.ty);
                at.fields.push(fd);
            }
        }
    }

    /// `let t x = e in …`
    pub fn let_then(&mut self, scope: &mut Scope, depth: u32, new: bool, rest: Rest<'_, Self>) -> Expr {
        let t = match self.c.below(if new { 12 } else { 6 }) {
            0 => Type::Int,
            _ => self.class_type(scope, env_x::TYPE, u8::MAX),
        };
        let made = if new && self.c.percent(75) && !self.w.off(exp_let::BOUND) { self.new_of(scope, &t) } else { None };
        let bound = made.unwrap_or_else(|| self.expected(exp_let::BOUND, scope, &t, depth.saturating_sub(1).min(1)));
        let x = self.fresh(scope, env_x::FRESH);
        scope.vars.push(Binding { name: x, ty: t, ghost: false });
        let body = rest(self, scope);
        scope.vars.pop();
        Expr::Let(t, x, Box::new(bound), Box::new(body))
    }

    fn sync(&mut self, scope: &mut Scope, depth: u32) -> Option<Expr> {
        let wild = self.tempted(exp_sync::LOCK_FINAL);
        let ghost = self.tempted(exp_sync::LOCK_REAL);
        let mut all = self.reaches(scope, 1, is_class);
        all.retain(|r| {
            r.ghost == ghost && self.final_type(scope, r).is_some() != wild && (!wild || r.needs.is_empty())
        });
        let l: Path = self.c.pick(&all)?.path;
        scope.locks.push(l);
        let body = self.statement(scope, depth - 1);
        scope.locks.pop();
        Some(Expr::Sync(Box::new(l.expr()), Box::new(body)))
    }

    /// Scope of a fork: no locks, and only shared variables.
    pub(super) fn forked(&mut self, scope: &Scope) -> Scope {
        let mut inner = scope.clone();
        inner.forks = scope.forks.saturating_sub(1);
        if !self.tempted(exp_fork2::EMPTY_LOCK_SET) {
            inner.locks.clear();
        }
        if !self.tempted(exp_fork2::FV_SHARED) {
            // A type whose ghost arguments are gone means nothing any more.
            let means = |b: &Binding, seen: &Scope| match &b.ty {
                Type::Class(_, args) => args.iter().all(|l| seen.get(l.root).is_some()),
                _ => true,
            };
            if !scope.vars.iter().all(|b| self.w.shared(&b.ty) && means(b, scope)) {
                inner.vars.retain(|b| self.w.shared(&b.ty));
                let seen = inner.clone();
                inner.vars.retain(|b| means(b, &seen));
                let gone: Names = scope.vars.iter().map(|b| b.name).filter(|x| inner.get(*x).is_none()).collect();
                inner.hidden.extend(gone);
            }
        }
        inner
    }

    /// `fork e`
    pub fn fork(&mut self, scope: &mut Scope, depth: u32) -> Expr {
        let mut inner = self.forked(scope);
        scope.forks = scope.forks.saturating_sub(1);
        let met =
            if inner.hot.is_some() && self.c.percent(self.s.conflict) { self.access(&inner, depth) } else { None };
        let body = met.unwrap_or_else(|| self.statement(&mut inner, depth.saturating_sub(1)));
        Expr::Fork(Box::new(body))
    }
}
