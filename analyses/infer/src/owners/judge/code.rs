//! P; E; D; ls ⊢ e : t, form by form.

use super::{Owned, OwnerConstraints, Value, Var};
use crate::owners::positions::Ty;
use crate::owners::symbols::{Sym, Theta};
use crate::owners::uses::Taken;
use crate::sat::solver::L;
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::stack::deep;
use racefree_owners::owner::Owner;
use racefree_owners::typing::Mode;
use racefree_program::{ClassId, FieldId};

/// An access to a field: θ, the declared type, and the demand that its premises are.
struct Access {
    field: FieldId,
    theta: Theta,
    declared: Ty,
    or: L,
}

impl OwnerConstraints<'_> {
    pub(super) fn plain() -> Value {
        Value { ty: Ty::Plain, owned: Owned::Yes, path: None }
    }

    pub(super) fn expr(&mut self, e: ExprId) -> Value {
        deep(|| self.form(e))
    }

    pub(super) fn form(&mut self, e: ExprId) -> Value {
        let program = self.at.program;
        if let Some(Taken { recv, field }) = self.takes.get(&e).copied() {
            return self.take(e, recv, field);
        }
        match program.expr(e) {
            Expr::Var(x) => self.variable(e, x),
            Expr::Null => Value { ty: Ty::Null, ..Self::plain() },
            Expr::New(ty) => {
                let ty = self.code_type(ty);
                Value { ty, ..Self::plain() }
            }
            Expr::Move(of) => match program.expr(of) {
                Expr::Field { recv, field } => self.take(e, recv, field),
                _ => {
                    let value = self.expr(of);
                    Value { owned: Owned::Yes, path: None, ..value }
                }
            },
            Expr::Field { recv, field } => self.read(e, recv, field),
            Expr::Assign { recv, field, value } => self.assign(e, recv, field, value),
            Expr::Call { recv, method, .. } => self.call(e, recv, method),
            Expr::Let { ty, var, bound, body } => self.bind(e, ty, var, bound, body),
            Expr::Sync { lock, body } => {
                let path = self.path(lock);
                self.around.locks.extend(path);
                let value = self.expr(body);
                if path.is_some() {
                    self.around.locks.pop();
                }
                Value { path: None, ..value }
            }
            Expr::Fork(body) => self.fork(e, body),
            Expr::Seq(list) => {
                let locks = self.around.locks.len();
                let mut last = Self::plain();
                for &e in program.list(list) {
                    if let Expr::Holds(l) = program.expr(e) {
                        let path = self.path(l);
                        self.around.locks.extend(path);
                    }
                    last = self.expr(e);
                }
                self.around.locks.truncate(locks);
                Value { path: None, ..last }
            }
            Expr::If { cond, then, otherwise } => {
                self.expr(cond);
                let a = self.expr(then);
                let Some(otherwise) = otherwise else { return Self::plain() };
                let b = self.expr(otherwise);
                self.join(a, b)
            }
            Expr::Atomic(body) => self.expr(body),
            Expr::Holds(_) | Expr::Special(_) | Expr::Qualified { .. } | Expr::Extended(_) => Self::plain(),
            Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Str(_)
            | Expr::Unit
            | Expr::While { .. }
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Binary(..)
            | Expr::Unary(..) => {
                let children: Vec<ExprId> = program.parts(e).children().collect();
                children.into_iter().for_each(|child| drop(self.expr(child)));
                Self::plain()
            }
        }
    }

    pub(super) fn code_type(&mut self, ty: TypeId) -> Ty {
        let class = |v: &Var| match &v.ty {
            Ty::Class(class, _) => Some((v.name, *class)),
            _ => None,
        };
        let scope: Vec<(Name, ClassId)> = self.scope.iter().filter_map(class).collect();
        self.at.in_code(ty, self.around.head, &scope)
    }

    pub(super) fn variable(&mut self, e: ExprId, x: Name) -> Value {
        let Some(var) = self.var(x) else { return Self::plain() };
        let ty = self.type_of(var);
        let owned = if self.uses.used_again.contains(&e) { Owned::No } else { Owned::If(vec![e]) };
        let owned = if x == Name::THIS { Owned::No } else { owned };
        let path = matches!(ty, Ty::Class(..)).then(|| self.at.clauses.paths.var(x));
        Value { ty, owned, path }
    }

    /// A final path, without judging it.
    pub(super) fn path(&mut self, e: ExprId) -> Option<Path> {
        fn class(it: &mut OwnerConstraints<'_>, e: ExprId) -> Option<(Path, ClassId)> {
            match it.at.program.expr(e) {
                Expr::Var(x) => match &it.var(x)?.ty {
                    Ty::Class(class, _) => {
                        let class = *class;
                        Some((it.at.clauses.paths.var(x), class))
                    }
                    _ => None,
                },
                Expr::Field { recv, field } => {
                    let (path, of) = deep(|| class(it, recv))?;
                    let (_, f) = it.at.resolved.field(of, field)?;
                    let decl = &it.at.program.fields[f.index()];
                    let found = it.at.class_of(decl.ty).filter(|_| decl.is_final)?;
                    Some((it.at.clauses.paths.field(path, field), found))
                }
                _ => None,
            }
        }
        class(self, e).map(|(path, _)| path)
    }

    /// The premises of an access that all three rules have, but for the guard: the field, θ, and a demand.
    fn access(&mut self, e: ExprId, recv: &Value, field: Name) -> Option<Access> {
        let Ty::Class(class, owners) = &recv.ty else { return None };
        let (of, field) = self.at.resolved.field(*class, field)?;
        let seen = self.seen(*class, owners, of)?;
        let mut theta = self.instance(of, &seen);
        theta.vars.push((Name::THIS, recv.path));
        Some(Access { field, theta, declared: self.field_type(field), or: self.demand(e) })
    }

    /// θt of an access, which is well formed.
    fn type_at(&mut self, access: &Access) -> Ty {
        let ty = self.put(&access.declared, &access.theta);
        self.well_formed(&ty, access.or);
        ty
    }

    /// The literal under which a type is unique.
    fn unique(&self, ty: &Ty) -> Option<L> {
        let Ty::Class(_, owners) = ty else { return None };
        Some(self.at.clauses.is(owners.first()?, Owner::UNIQUE))
    }

    pub(super) fn read(&mut self, e: ExprId, recv: ExprId, field: Name) -> Value {
        let value = self.expr(recv);
        let Some(access) = self.access(e, &value, field) else { return Self::plain() };
        if !self.at.program.fields[access.field.index()].is_final {
            let guard = self.at.guards.get(&access.field).cloned();
            self.guarded(guard, Mode::Read, &access);
        }
        if let Some(unique) = self.unique(&access.declared) {
            self.at.clauses.add(&[!unique, access.or]);
        }
        let ty = self.type_at(&access);
        let path = self.path(e);
        Value { ty, owned: Owned::No, path }
    }

    pub(super) fn take(&mut self, e: ExprId, recv: ExprId, field: Name) -> Value {
        let value = self.expr(recv);
        let Some(access) = self.access(e, &value, field) else { return Self::plain() };
        let guard = self.at.guard_of(access.field).cloned();
        self.guarded(guard, Mode::Write, &access);
        if let Some(unique) = self.unique(&access.declared) {
            self.at.clauses.add(&[unique, access.or]);
        }
        Value { ty: self.type_at(&access), ..Self::plain() }
    }

    fn guarded(&mut self, guard: Option<Sym>, mode: Mode, access: &Access) {
        if let Some(guard) = guard {
            let lock = self.at.clauses.put(&guard, &access.theta);
            self.all_held(&lock, mode, access.or);
        }
    }

    pub(super) fn assign(&mut self, e: ExprId, recv: ExprId, field: Name, value: ExprId) -> Value {
        let to = self.expr(recv);
        let from = self.expr(value);
        let Some(access) = self.access(e, &to, field) else { return Self::plain() };
        let guard = self.at.guard_of(access.field).cloned();
        self.guarded(guard, Mode::Write, &access);
        let ty = self.type_at(&access);
        self.give(&from, &ty, value);
        Value { ty, owned: Owned::No, path: None }
    }

    pub(super) fn bind(&mut self, e: ExprId, ty: TypeId, x: Name, bound: ExprId, body: ExprId) -> Value {
        let value = self.expr(bound);
        let path = value.path;
        if let Expr::New(of) = self.at.program.expr(bound) {
            self.bound_to.insert(ty, of);
        }
        let t = self.code_type(ty);
        self.give(&value, &t, e);
        self.scope.push(Var { name: x, ty: t, level: self.around.level });
        let found = self.expr(body);
        self.scope.pop();
        let theta = Theta { formals: Vec::new(), vars: vec![(x, path)] };
        let ty = self.put(&found.ty, &theta);
        Value { ty, owned: found.owned, path: None }
    }

    pub(super) fn fork(&mut self, e: ExprId, body: ExprId) -> Value {
        for x in self.uses.captured.get(&e).cloned().unwrap_or_default() {
            if self.uses.used_after_fork.contains(&(e, x))
                && let Some(unique) = self.var(x).and_then(|v| self.unique(&self.type_of(v)))
            {
                let or = self.demand(e);
                self.at.clauses.add(&[!unique, or]);
            }
        }
        let around = self.around.clone();
        self.around.locks.clear();
        self.around.level += 1;
        self.around.requires = false;
        self.expr(body);
        self.around = around;
        Self::plain()
    }

    pub(super) fn join(&mut self, a: Value, b: Value) -> Value {
        let owned = match (a.owned, b.owned) {
            (Owned::No, _) | (_, Owned::No) => Owned::No,
            (Owned::Yes, other) | (other, Owned::Yes) => other,
            (Owned::If(mut a), Owned::If(b)) => {
                a.extend(b);
                Owned::If(a)
            }
        };
        let ty = match (a.ty, b.ty) {
            (Ty::Null, ty) | (ty, Ty::Null) => ty,
            (Ty::Class(c, s), Ty::Class(d, t)) => {
                let above: Vec<ClassId> = self.at.resolved.ancestors(c).collect();
                let Some(up) = above.into_iter().find(|&up| self.at.resolved.below(d, up)) else {
                    return Self::plain();
                };
                let (Some(s), Some(t)) = (self.seen(c, &s, up), self.seen(d, &t, up)) else { return Self::plain() };
                Ty::Class(up, s.iter().zip(&t).map(|(a, b)| self.at.clauses.either(a, b)).collect())
            }
            _ => Ty::Plain,
        };
        Value { ty, owned, path: None }
    }
}
