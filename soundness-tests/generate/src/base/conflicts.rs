//! Conflicts by way of a method: two threads call it with one object, or it forks one itself. Without these, the premises about calls
//! would be exercised by hardly any program.

use super::Generator;
use super::paths::is_class;
use super::scope::{Binding, Scope};
use super::world::Names;
use crate::tree::{Expr, MethodName, Path, THIS, Type, Var};
use racefree_typeck::rules::env_x;

impl Generator<'_, '_> {
    /// Calls of one method with one object, in two threads if the receiver can be seen in both.
    pub(super) fn conflicting_calls(&mut self, scope: &mut Scope) -> Vec<Expr> {
        let mut calls = Vec::new();
        let Some((path, mn)) = scope.callee else { return calls };
        let Some(receiver) = scope.get(path.root).map(|b| b.ty) else { return calls };
        let Some((at, method)) = self.w.method(&receiver, mn) else { return calls };
        let this = [(THIS, path)];
        let wanted: Vec<Type> = method.params.iter().map(|(t, _)| self.w.instance(&at, &this, t)).collect();
        let mut fits = Names::new();
        for b in scope.vars.iter().filter(|b| !b.ghost && matches!(b.ty, Type::Class(..))) {
            fits.extend(wanted.iter().filter(|t| self.w.subtype(&b.ty, t)).map(|_| b.name));
        }
        scope.passed = self.c.pick(&fits).map(|x| Path::var(*x));
        if !self.sure(scope, &path) {
            calls.extend(self.change(scope));
        }
        let inner = self.forked(scope);
        let callers: Names =
            scope.vars.iter().filter(|b| self.w.methods(&b.ty).contains(&mn)).map(|b| b.name).collect();
        // A local object is passed twice by the thread that has it.
        let visible = scope.passed.as_ref().is_none_or(|l| inner.get(l.root).is_some());
        if inner.get(path.root).is_some()
            && (visible || self.c.percent(10))
            && let Some(call) = self.call(&inner, 1, None)
        {
            calls.push(Expr::Fork(Box::new(call)));
        } else {
            calls.extend(self.call(scope, 1, None));
        }
        // A location that the check relied on changes in between, if one can.
        if self.c.percent(60) {
            calls.extend(self.change(scope));
        }
        if self.c.percent(50)
            && let Some(x) = self.c.pick(&callers)
        {
            scope.callee = Some((Path::var(*x), mn));
        }
        calls.extend(self.call(scope, 1, None));
        scope.passed = None;
        calls
    }

    /// Conflicting action of a method: an access, perhaps in a thread of its own, perhaps of a local object at a shared
    /// type.
    pub(super) fn conflict(&mut self, scope: &mut Scope, depth: u32) -> Expr {
        let seen = if self.c.percent(40) { self.local_at_shared(scope) } else { None };
        let Some((x, t)) = seen else { return self.conflict_here(scope, depth) };
        let z = self.fresh(scope, env_x::FRESH);
        scope.vars.push(Binding { name: z, ty: t, ghost: false });
        let mut points = self.points(scope);
        points.retain(|(path, ..)| path.root == z);
        if let Some((path, fd, _)) = self.c.pick(&points) {
            scope.hot = Some((*path, *fd));
        }
        let body = self.conflict_here(scope, depth);
        scope.vars.pop();
        scope.hot = None;
        Expr::Let(t, z, Box::new(Expr::Var(x)), Box::new(body))
    }

    fn conflict_here(&mut self, scope: &mut Scope, depth: u32) -> Expr {
        match scope.forks > 0 && self.c.percent(60) {
            true => self.fork(scope, depth),
            false => self.access(scope, depth).unwrap_or(Expr::Int(0)),
        }
    }

    /// A variable of a thread-local class with a shared supertype that has fields.
    fn local_at_shared(&mut self, scope: &Scope) -> Option<(Var, Type)> {
        let mut all = Vec::new();
        for b in scope.vars.iter().filter(|b| !b.ghost && !self.w.shared(&b.ty)) {
            let seen = |t: &Type| self.w.shared(t) && self.w.well_formed(scope, t) && !self.w.fields(t).is_empty();
            all.extend(self.w.supertypes(&b.ty).skip(1).filter(seen).map(|t| (b.name, t)));
        }
        self.c.pick(&all).cloned()
    }

    /// A path that can change, a method of it whose parameter's type names the receiver, and that type: an object made
    /// of it now is of another type later.
    pub(super) fn mutable_callee(&mut self, scope: &Scope) -> Option<(Path, MethodName, Type)> {
        let mut all = Vec::new();
        for r in self.readable(scope, 1, is_class).iter().filter(|r| !r.is_final) {
            for mn in self.naming_this(&r.ty, MethodName::MAX) {
                let Some((at, m)) = self.w.method(&r.ty, mn) else { continue };
                let this = [(THIS, r.path)];
                let types = m.params.iter().map(|(t, _)| self.w.instance(&at, &this, t));
                let naming = types.filter(|t| matches!(t, Type::Class(_, args) if args.contains(&r.path)));
                all.extend(naming.map(|t| (r.path, mn, t)));
            }
        }
        self.c.pick(&all).cloned()
    }

    /// Classes with a field that can change and that has such a method.
    pub(super) fn holders(&self) -> Names {
        let holds = |c: &&crate::tree::Class| {
            c.fields.iter().any(|f| !f.is_final && !self.naming_this(&f.ty, MethodName::MAX).is_empty())
        };
        self.w.classes.iter().filter(holds).map(|c| c.name).collect()
    }
}
