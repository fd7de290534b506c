//! Programs made from others by an edit, each place seen with its scope. With the rules of a variant the edits use the
//! freedom of the switched-off premise; with the base rules they are slips that make near misses.

use super::scope::{Binding, Scope};
use super::world::World;
use super::{Choices, Generator, Settings};
use crate::tree::{Expr, FIRST, Field, Method, Path, THIS, Tree, Type};
use racefree_typeck::Options;
use racefree_typeck::rules::{class3, env_x, exp_fork2, field, method};

/// Edit of the expression at a place.
type Change<'f, 'r, 'c> = &'f mut dyn FnMut(&mut Generator<'r, 'c>, &mut Expr, &mut Scope);

/// A program that differs from `tree` by one edit, which need not be well typed.
pub fn edited(tree: &Tree, options: &Options, settings: Settings, choices: Choices<'_>) -> Tree {
    let world = World { classes: tree.classes.clone(), options };
    let mut g = Generator::new(world, choices, settings);
    let mut main = tree.main.clone();
    if g.c.percent(70) {
        g.edit_expression(&mut main);
    } else {
        g.edit_class();
    }
    Tree { classes: g.w.classes, main, dialect: tree.dialect }
}

impl<'r, 'c> Generator<'r, 'c> {
    /// Changes an expression, in the main expression or in a body.
    fn edit_expression(&mut self, main: &mut Expr) {
        let bodies: Vec<(usize, usize)> =
            (0..self.w.classes.len()).flat_map(|i| (0..self.w.classes[i].methods.len()).map(move |m| (i, m))).collect();
        let which = if self.c.percent(65) { bodies.len() } else { self.c.below(bodies.len() + 1) };
        let change: Change<'_, 'r, 'c> = &mut |g, e, scope| g.change_at(e, scope);
        match bodies.get(which) {
            None => {
                let mut scope = Scope { makes: u8::MAX, rank: u8::MAX, forks: 2, ..Scope::default() };
                let mut at = self.c.below(main.size());
                self.visit(main, &mut scope, &mut at, change);
            }
            Some(&(i, m)) => {
                let mut body = self.w.classes[i].methods[m].body.clone();
                let mut scope = self.body_scope(i, m);
                let mut at = self.c.below(body.size());
                self.visit(&mut body, &mut scope, &mut at, change);
                self.w.classes[i].methods[m].body = body;
            }
        }
    }

    fn body_scope(&self, i: usize, m: usize) -> Scope {
        let decl = &self.w.classes[i].methods[m];
        let mut scope = self.class_scope(i);
        scope.vars.extend(decl.params.iter().map(|(t, x)| Binding { name: *x, ty: *t, ghost: false }));
        scope.locks = decl.requires[..].into();
        (scope.rank, scope.makes, scope.forks) = (decl.name, u8::MAX, 1);
        scope
    }

    /// Goes to place number `at` of an expression, with the scope there.
    fn visit(&mut self, e: &mut Expr, scope: &mut Scope, at: &mut usize, change: Change<'_, 'r, 'c>) -> bool {
        if *at == 0 {
            change(self, e, scope);
            return true;
        }
        *at -= 1;
        match e {
            Expr::Let(t, x, bound, body) => {
                if self.visit(bound, scope, at, change) {
                    return true;
                }
                scope.vars.push(Binding { name: *x, ty: *t, ghost: false });
                let done = self.visit(body, scope, at, change);
                scope.vars.pop();
                done
            }
            Expr::Sync(lock, body) => {
                if self.visit(lock, scope, at, change) {
                    return true;
                }
                let held = scope.locks.len();
                scope.locks.extend(lock.path());
                let done = self.visit(body, scope, at, change);
                scope.locks.truncate(held);
                done
            }
            Expr::Fork(body) => {
                let mut inner = scope.clone();
                inner.locks.clear();
                if !self.w.off(exp_fork2::FV_SHARED) {
                    inner.hidden.extend(inner.vars.iter().filter(|b| !self.w.shared(&b.ty)).map(|b| b.name));
                    inner.vars.retain(|b| self.w.shared(&b.ty));
                }
                self.visit(body, &mut inner, at, change)
            }
            other => {
                for child in other.children_mut() {
                    if self.visit(child, scope, at, change) {
                        return true;
                    }
                }
                false
            }
        }
    }

    /// Changes an expression.
    fn change_at(&mut self, e: &mut Expr, scope: &mut Scope) {
        if matches!(e, Expr::Holds(_)) {
            return;
        }
        let old = std::mem::replace(e, Expr::Null);
        let depth = 1 + self.c.below(2) as u32;
        *e = match self.c.weighted([22, 16, 10, 8, 8, 8, 8, 8, 6]) {
            0 => Expr::Seq(vec![self.statement(scope, depth), old]),
            1 => Expr::Seq(vec![old, self.statement(scope, depth)]),
            2 => self.statement(scope, depth),
            3 => match self.lock(scope, racefree_typeck::rules::exp_sync::LOCK_FINAL) {
                Some(l) => Expr::Sync(Box::new(l.expr()), Box::new(old)),
                None => old,
            },
            4 => {
                let t = match self.c.below(3) {
                    0 => Type::Int,
                    _ => self.class_type(scope, env_x::TYPE, u8::MAX),
                };
                self.expression(scope, &t, 1)
            }
            5 => {
                let children: Vec<Expr> = old.children().filter(|e| !matches!(e, Expr::Holds(_))).cloned().collect();
                self.c.pick(&children).cloned().unwrap_or(old)
            }
            6 => {
                let mut rest = Some(old);
                self.let_then(scope, 1, false, &mut |_, _| rest.take().unwrap_or(Expr::Null))
            }
            7 => match old {
                Expr::Let(t, x, bound, body) => {
                    let t = if self.c.percent(50) { self.class_type(scope, env_x::TYPE, u8::MAX) } else { t };
                    let x = if self.c.percent(30) { self.fresh(scope, env_x::FRESH) } else { x };
                    Expr::Let(t, x, bound, body)
                }
                Expr::New(_) => Expr::New(self.class_type(scope, racefree_typeck::rules::exp_new::TYPE, u8::MAX)),
                Expr::Var(_) => {
                    let names: Vec<u8> = scope.vars.iter().filter(|b| !b.ghost).map(|b| b.name).collect();
                    Expr::Var(self.c.pick(&names).copied().unwrap_or(THIS))
                }
                old => old,
            },
            _ => match (old, scope.forks) {
                (old, 0) => old,
                (old, _) => Expr::Seq(vec![Expr::Fork(Box::new(old.clone())), old]),
            },
        };
    }

    /// Changes a declaration.
    fn edit_class(&mut self) {
        let i = self.c.below(self.w.classes.len());
        if self.w.classes.is_empty() {
            return;
        }
        let scope = self.class_scope(i);
        let (fields, methods) = (self.w.classes[i].fields.len(), self.w.classes[i].methods.len());
        match self.c.below(9) {
            0 if fields > 0 => {
                let f = self.c.below(fields);
                self.w.classes[i].fields[f].is_final ^= true;
            }
            1 if fields > 0 => {
                let f = self.c.below(fields);
                let guard = if self.c.percent(30) { None } else { self.lock(&scope, field::GUARD_FINAL) };
                self.w.classes[i].fields[f].guard = guard;
            }
            2 if fields > 0 => {
                let f = self.c.below(fields);
                self.w.classes[i].fields[f].ty = self.value_type(&scope, field::TYPE, 80);
                self.w.classes[i].fields[f].init = None;
            }
            3 => self.w.classes[i].local ^= true,
            4 if methods > 0 => {
                let m = self.c.below(methods);
                let scope = self.body_scope(i, m);
                let requires = self.lock(&scope, method::REQUIRES_FINAL);
                self.w.classes[i].methods[m].requires = requires.into_iter().collect();
            }
            5 if methods > 0 => {
                let m = self.c.below(methods);
                let scope = self.body_scope(i, m);
                let t = self.value_type(&scope, env_x::TYPE, 90);
                let x = self.fresh(&scope, env_x::FRESH);
                self.w.classes[i].methods[m].params.push((t, x));
            }
            6 => {
                let limit = self.w.classes[i].name;
                let mut ghosts = scope.clone();
                ghosts.vars.retain(|b| b.ghost);
                if limit > FIRST {
                    self.w.classes[i].sup = self.class_type(&ghosts, class3::SUPER_TYPE, limit);
                }
            }
            7 => {
                let this = &scope.vars[scope.vars.len() - 1].ty;
                let taken = self.w.fields(this);
                let name = (0..).find(|fd| !taken.contains(fd)).unwrap_or(0);
                let ty = self.value_type(&scope, field::TYPE, 60);
                let is_final = self.c.percent(40);
                let guard = if is_final { None } else { self.lock(&scope, field::GUARD_FINAL) };
                self.w.classes[i].fields.push(Field { is_final, ty, name, guard, ..Field::default() });
            }
            _ => {
                let this = &scope.vars[scope.vars.len() - 1].ty;
                let taken = self.w.methods(this);
                let name = (0..).find(|mn| !taken.contains(mn)).unwrap_or(0);
                let mut inner = scope.clone();
                let t = self.value_type(&inner, env_x::TYPE, 90);
                let x = self.fresh(&inner, env_x::FRESH);
                inner.vars.push(Binding { name: x, ty: t, ghost: false });
                let requires: Vec<Path> = if self.c.percent(60) {
                    self.lock(&inner, method::REQUIRES_FINAL).into_iter().collect()
                } else {
                    Vec::new()
                };
                inner.locks = requires[..].into();
                inner.makes = u8::MAX;
                let ret = if self.c.percent(60) { Type::Int } else { t };
                let body = self.expected(method::BODY, &inner, &ret, 1);
                let method = Method { ret, name, params: vec![(t, x)], requires, body, ..Method::default() };
                self.w.classes[i].methods.push(method);
            }
        }
    }
}
