//! All expressions of the normal form, by size, in a scope, and the number of all bodies. Lists are made once and shared.

use super::budget::{EnumerationBudget, PIECE};
use super::node::Node;
use super::slots::{Erased, ErasedEnv, Shapes, with_args};
use crate::tree::{ClassName, FIRST, MethodName, OBJECT, Type, Var};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Expressions with their erased types.
pub(super) type Values = Rc<Listed>;

/// The same while they are listed.
pub(super) type Listed = Vec<(Rc<Node>, Erased)>;

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Sort {
    /// V
    Values,
    /// R
    Acts,
    /// S
    Statements,
    /// S whose last part is a V of a type
    Results(Erased),
}

/// `let t x = B in …`
pub(super) struct Head {
    pub(super) x: Var,
    pub(super) ty: Type,
    pub(super) bound: Rc<Node>,
    /// The scope of the body, and its size.
    pub(super) scope: ErasedEnv,
    pub(super) room: usize,
}

/// Makes expressions for the bodies of one skeleton.
pub struct Bodies<'s> {
    pub(super) shapes: Shapes<'s>,
    values: FxHashMap<(ErasedEnv, usize, Sort), Values>,
    counts: FxHashMap<(ErasedEnv, usize, Sort), Rc<Vec<u128>>>,
    /// Ghosts can be named in locks and types, and nowhere else.
    ghosts: usize,
    /// Bound on the numbers of methods that may be called.
    callable: MethodName,
    /// Variables bound before any `let`.
    pub(super) bound: usize,
    pub(super) limit: &'s EnumerationBudget<'s>,
}

impl<'s> Bodies<'s> {
    /// Lists for bodies whose scope begins with `this` and a number of ghosts, has a number of variables, and may call
    /// methods below a number.
    pub fn new(
        shapes: Shapes<'s>,
        ghosts: usize,
        bound: usize,
        callable: MethodName,
        limit: &'s EnumerationBudget<'s>,
    ) -> Bodies<'s> {
        Bodies { shapes, values: FxHashMap::default(), counts: FxHashMap::default(), ghosts, callable, bound, limit }
    }

    fn is_ghost(&self, x: Var) -> bool {
        x > 0 && usize::from(x) <= self.ghosts
    }

    /// Expressions of a sort and a size: made once.
    fn once(
        &mut self,
        scope: &ErasedEnv,
        size: usize,
        sort: Sort,
        make: fn(&mut Self, &ErasedEnv, usize) -> Listed,
    ) -> Values {
        let key = (scope.clone(), size, sort);
        if let Some(known) = self.values.get(&key) {
            return known.clone();
        }
        let all = make(self, scope, size);
        self.limit.grown(all.len());
        self.limit.kept::<(ErasedEnv, usize, Sort)>(size_of_val(&key.0[..]) + PIECE);
        let all = Rc::new(all);
        self.values.insert(key, all.clone());
        all
    }

    /// All V of a size.
    pub(super) fn values(&mut self, scope: &ErasedEnv, size: usize) -> Values {
        self.once(scope, size, Sort::Values, Bodies::make_values)
    }

    fn make_values(&mut self, scope: &ErasedEnv, size: usize) -> Listed {
        let mut all = Vec::new();
        if size == 1 {
            let variables = scope.iter().filter(|(x, t)| !self.is_ghost(*x) && *t != Erased::Owner);
            all.extend(variables.map(|&(x, t)| (Rc::new(Node::Var(x)), t)));
            if self.shapes.signature.int {
                all.push((Rc::new(Node::One), Erased::Int));
            }
            if self.shapes.signature.null {
                all.push((Rc::new(Node::Null), Erased::Null));
            }
        }
        if size >= 1 {
            for c in self.classes() {
                let args = self.shapes.args(c, scope, size - 1).into_iter().filter(|(_, cost)| *cost + 1 == size);
                all.extend(args.map(|(args, _)| (Rc::new(Node::New(c, args)), Erased::Class(c))));
            }
        }
        if size >= 2 {
            for (v, t) in self.values(scope, size - 1).iter() {
                if let Erased::Class(c) = t {
                    let fields = self.shapes.fields(*c).into_iter();
                    all.extend(fields.map(|(fd, t)| (Rc::new(Node::Field(v.clone(), fd)), t)));
                }
            }
        }
        if self.shapes.signature.moves && size >= 2 {
            let places = self.values(scope, size - 1);
            let places = places
                .iter()
                .filter(|(v, t)| matches!(**v, Node::Var(_) | Node::Field(..)) && matches!(t, Erased::Class(_)));
            all.extend(places.map(|(v, t)| (Rc::new(Node::Move(v.clone())), *t)));
        }
        if self.shapes.signature.nested {
            self.nested(scope, size, &mut all);
        }
        all
    }

    /// All `let t x = B in V` of a size.
    fn nested(&mut self, scope: &ErasedEnv, size: usize, all: &mut Listed) {
        for Head { x, ty, bound, scope, room } in self.heads(scope, size) {
            let bodies = self.values(&scope, room);
            all.extend(bodies.iter().map(|(v, t)| (Rc::new(Node::Let(ty, x, bound.clone(), v.clone())), *t)));
        }
    }

    /// The heads of all lets of a size.
    pub(super) fn heads(&mut self, scope: &ErasedEnv, size: usize) -> Vec<Head> {
        let mut all = Vec::new();
        if scope.len() - self.bound >= self.shapes.signature.locals {
            return all;
        }
        // The first name that is not in scope.
        let x = scope.iter().map(|s| s.0 + 1).max().unwrap_or(1).max(1);
        for first in 1..size.saturating_sub(1) {
            let (bounds, calls, left) = (self.values(scope, first), self.calls(scope, first), size - 2 - first);
            for (bound, t) in bounds.iter().chain(&calls) {
                for c in self.bound_classes(*t) {
                    for (args, cost) in self.shapes.args(c, scope, left) {
                        let inner = scope.iter().copied().chain([(x, Erased::Class(c))]).collect();
                        let (ty, bound) = (with_args(Erased::Class(c), args), bound.clone());
                        all.push(Head { x, ty, bound, scope: inner, room: left + 1 - cost });
                    }
                }
            }
        }
        all
    }

    fn classes(&self) -> Vec<ClassName> {
        let declared = (0..self.shapes.classes.len()).map(|c| c as ClassName + FIRST);
        declared.chain(self.shapes.signature.object.then_some(OBJECT)).collect()
    }

    /// All V.m(V*) of a size.
    pub(super) fn calls(&mut self, scope: &ErasedEnv, size: usize) -> Listed {
        let mut all = Vec::new();
        for first in 1..size {
            for (v, t) in self.values(scope, first).iter() {
                let Erased::Class(c) = *t else { continue };
                let methods: Vec<MethodName> =
                    self.shapes.methods(c).iter().map(|m| m.name).filter(|&m| m < self.callable).collect();
                for mn in methods {
                    let Some(m) = self.shapes.method(c, mn).cloned() else { continue };
                    for args in self.arguments(scope, &m.params, size - 1 - first) {
                        all.push((Rc::new(Node::Call(v.clone(), mn, args)), m.ret));
                    }
                }
            }
        }
        all
    }

    /// All lists of arguments with a given sum of nodes.
    fn arguments(&mut self, scope: &ErasedEnv, params: &[Erased], size: usize) -> Vec<Vec<Rc<Node>>> {
        let Some((&first, rest)) = params.split_first() else {
            return if size == 0 { vec![Vec::new()] } else { Vec::new() };
        };
        let mut all = Vec::new();
        for n in 1..=size {
            let values = self.values(scope, n);
            let tails = self.arguments(scope, rest, size - n);
            for (v, _) in values.iter().filter(|(_, t)| self.shapes.fits(*t, first)) {
                all.extend(tails.iter().map(|tail| std::iter::once(v.clone()).chain(tail.iter().cloned()).collect()));
            }
        }
        all
    }

    /// All R of a size.
    fn acts(&mut self, scope: &ErasedEnv, size: usize) -> Values {
        self.once(scope, size, Sort::Acts, Bodies::make_acts)
    }

    fn make_acts(&mut self, scope: &ErasedEnv, size: usize) -> Listed {
        let reads = self.values(scope, size);
        let mut all: Vec<_> = reads.iter().filter(|(v, _)| is_read(v)).cloned().collect();
        for first in 1..size.saturating_sub(1) {
            let (receivers, written) = (self.values(scope, first), self.values(scope, size - 1 - first));
            for (v, t) in receivers.iter() {
                let Erased::Class(c) = *t else { continue };
                for (fd, t) in self.shapes.fields(c) {
                    let fitting = written.iter().filter(|(_, s)| self.shapes.fits(*s, t));
                    all.extend(fitting.map(|(w, _)| (Rc::new(Node::Assign(v.clone(), fd, w.clone())), t)));
                }
            }
        }
        all.extend(self.calls(scope, size));
        all
    }

    /// Last parts of a body: an R, or a V of the type that is wanted.
    pub(super) fn last(&mut self, scope: &ErasedEnv, size: usize, sort: &Sort) -> Vec<Rc<Node>> {
        let acts = self.acts(scope, size);
        let wanted = match *sort {
            Sort::Results(t) => Some(t),
            _ if self.shapes.signature.values => None,
            _ => return acts.iter().map(|(a, _)| a.clone()).collect(),
        };
        let values = self.values(scope, size);
        let others = acts.iter().filter(|(a, _)| !is_read(a));
        let fits = |s: Erased| wanted.is_none_or(|t| self.shapes.fits(s, t));
        let fitting = values.iter().chain(others).filter(|(_, s)| fits(*s));
        // As a statement it is listed among those.
        let fitting = fitting.filter(|(v, _)| !matches!(**v, Node::Let(..)));
        fitting.map(|(v, _)| v.clone()).collect()
    }

    /// Number of bodies of a size, by their number of forks; nothing is listed.
    pub(super) fn count(&mut self, scope: &ErasedEnv, size: usize, sort: &Sort) -> Rc<Vec<u128>> {
        let key = (scope.clone(), size, sort.clone());
        if let Some(known) = self.counts.get(&key) {
            return known.clone();
        }
        let forks = self.shapes.signature.forks;
        if self.limit.is_over() {
            return Rc::new(vec![0; forks + 1]);
        }
        let mut all = self.alone(scope, size, sort);
        for first in 1..size.saturating_sub(1) {
            let alone = self.alone(scope, first, &Sort::Statements);
            let rests = self.count(scope, size - 1 - first, sort);
            for (f, a) in alone.iter().enumerate() {
                for (g, b) in rests.iter().enumerate().take(forks + 1 - f) {
                    all[f + g] += a * b;
                }
            }
        }
        for Head { scope, room, .. } in self.heads(scope, size) {
            let bodies = self.count(&scope, room, sort);
            all.iter_mut().zip(bodies.iter()).for_each(|(a, b)| *a += b);
        }
        self.limit.kept::<(ErasedEnv, usize, Sort)>(size_of_val(&key.0[..]) + size_of_val(&all[..]) + 2 * PIECE);
        let all = Rc::new(all);
        self.counts.insert(key, all.clone());
        all
    }

    /// Number of bodies of a size that are neither a sequence nor a let.
    fn alone(&mut self, scope: &ErasedEnv, size: usize, sort: &Sort) -> Vec<u128> {
        let forks = self.shapes.signature.forks;
        let mut all = vec![0; forks + 1];
        all[0] = self.last(scope, size, sort).len() as u128;
        if *sort == Sort::Statements && size >= 2 {
            let bodies = self.count(scope, size - 1, sort);
            (0..forks).for_each(|f| all[f + 1] += bodies[f]);
        }
        for (_, _, cost) in self.shapes.locks(scope).into_iter().filter(|(_, _, cost)| cost + 2 <= size) {
            let bodies = self.count(scope, size - 1 - cost, sort);
            all.iter_mut().zip(bodies.iter()).for_each(|(a, b)| *a += b);
        }
        all
    }

    /// The types that a variable may have that is bound to a value of a type.
    fn bound_classes(&self, t: Erased) -> Vec<ClassName> {
        match t {
            Erased::Int | Erased::Owner => Vec::new(),
            Erased::Null => self.classes(),
            Erased::Class(c) if self.shapes.signature.upcast => self.shapes.chain(c),
            Erased::Class(c) => vec![c],
        }
    }
}

/// Returns true if a V is an R by itself: it reads a field, or moves.
fn is_read(v: &Node) -> bool {
    matches!(v, Node::Field(..) | Node::Move(_))
}
