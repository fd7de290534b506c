//! FV(e): the free variables of an expression, those in the types that it writes among them (calculus, D9), and the walk with
//! scopes that finds them fast.
//!
//! [`Program::free`] is the definition. It costs the square of the depth; [`Scopes::walk`] visits each expression once, and a
//! property (`grammar/tests/free.rs`) holds the two equal.

use crate::ast::{Expr, ExprId, Program};
use crate::name::Name;
use crate::stack::deep;
use std::collections::BTreeSet;

/// An occurrence of a variable, as an expression or as the start of a lock in a written type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The variable.
    pub name: Name,
    /// The [`Expr::Var`] that it is.
    pub at: ExprId,
}

impl Program {
    /// FV(e)
    pub fn free_variables(&self, e: ExprId) -> BTreeSet<Name> {
        self.free(e).into_iter().map(|occurrence| occurrence.name).collect()
    }

    /// The free occurrences of variables in e, in source order: FV(x) = {x}, and of any other expression all that are free in
    /// its parts, but for the variable that it binds in the last of them.
    pub fn free(&self, e: ExprId) -> Vec<Occurrence> {
        deep(|| {
            if let Expr::Var(name) = self.expr(e) {
                return vec![Occurrence { name, at: e }];
            }
            let parts = self.parts(e);
            let locks = parts.ty.map_or(&[][..], |t| self.locks_of(t)).iter().copied();
            let mut free: Vec<Occurrence> = locks.flat_map(|l| self.free(l)).collect();
            for child in parts.children() {
                let bound = parts.binds.filter(|_| parts.last() == Some(child));
                free.extend(self.free(child).into_iter().filter(|occurrence| Some(occurrence.name) != bound));
            }
            free
        })
    }

    /// The variables that are free in the code of an expression, its types aside, in the order of their first occurrences. Locks
    /// count.
    pub fn code_variables(&self, e: ExprId) -> Vec<Name> {
        let mut found = Vec::new();
        self.collect_variables(e, &mut Vec::new(), &mut found);
        found
    }

    fn collect_variables(&self, e: ExprId, bound: &mut Vec<Name>, found: &mut Vec<Name>) {
        if let Expr::Var(x) = self.expr(e) {
            if !bound.contains(&x) && !found.contains(&x) {
                found.push(x);
            }
            return;
        }
        let parts = self.parts(e);
        let last = parts.last();
        for child in parts.children() {
            let binds = parts.binds.filter(|_| Some(child) == last);
            bound.extend(binds);
            deep(|| self.collect_variables(child, bound, found));
            if binds.is_some() {
                bound.pop();
            }
        }
    }
}

/// Visitor of a walk with scopes.
pub trait Visitor {
    /// Data kept with a binding while its scope lasts.
    type Binding: Copy;

    /// An expression, before its parts. Variables go to [`Visitor::var`] too.
    fn enter(&mut self, _: ExprId, _: Expr) {}

    /// An expression other than a variable, after its parts.
    fn leave(&mut self, _: ExprId, _: Expr) {}

    /// The expression binds x: called between its other children and the last, which is the scope.
    fn bind(&mut self, e: ExprId, x: Name) -> Self::Binding;

    /// A variable occurs, in code or in a written type; without a binding, it is free in the walked part.
    fn var(&mut self, occurrence: Occurrence, binding: Option<Self::Binding>);
}

/// The bindings in scope, by name. To be kept from one walk to the next: walking through many small expressions then costs no
/// more than walking through one large one.
#[derive(Debug)]
pub struct Scopes<B> {
    bindings: Vec<Option<B>>,
}

impl<B> Default for Scopes<B> {
    fn default() -> Self {
        Scopes { bindings: Vec::new() }
    }
}

impl<B: Copy> Scopes<B> {
    /// Walks through an expression and the locks in the types that it writes, in source order, in time linear in their number.
    pub fn walk(&mut self, program: &Program, e: ExprId, visitor: &mut impl Visitor<Binding = B>) {
        let expr = program.expr(e);
        visitor.enter(e, expr);
        if let Expr::Var(name) = expr {
            let binding = self.bindings.get(name.index()).copied().flatten();
            return visitor.var(Occurrence { name, at: e }, binding);
        }
        let parts = program.parts(e);
        for &l in parts.ty.map_or(&[][..], |t| program.locks_of(t)) {
            deep(|| self.walk(program, l, visitor));
        }
        let mut children = parts.children();
        let scope = parts.binds.and_then(|x| Some((x, children.next_back()?)));
        for child in children {
            deep(|| self.walk(program, child, visitor));
        }
        if let Some((x, body)) = scope {
            let binding = visitor.bind(e, x);
            let hidden = self.set(x, Some(binding));
            deep(|| self.walk(program, body, visitor));
            self.set(x, hidden);
        }
        visitor.leave(e, expr);
    }

    /// Sets the binding of `x`, or none; returns the former one.
    fn set(&mut self, x: Name, binding: Option<B>) -> Option<B> {
        if self.bindings.len() <= x.index() {
            self.bindings.resize(x.index() + 1, None);
        }
        std::mem::replace(&mut self.bindings[x.index()], binding)
    }
}

/// Visits the free occurrences alone.
struct FreeOnly<F>(F);

impl<F: FnMut(Occurrence)> Visitor for FreeOnly<F> {
    type Binding = ();

    fn bind(&mut self, _: ExprId, _: Name) {}

    fn var(&mut self, occurrence: Occurrence, binding: Option<()>) {
        if binding.is_none() {
            (self.0)(occurrence);
        }
    }
}

impl Scopes<()> {
    /// Visits the free occurrences of variables in e, in source order, in linear time.
    pub fn free(&mut self, program: &Program, e: ExprId, tell: impl FnMut(Occurrence)) {
        self.walk(program, e, &mut FreeOnly(tell));
    }
}
