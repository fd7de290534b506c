//! Skeletons: all declarations but for the bodies of methods, in two passes. First the shapes of classes, which fix names and
//! erased types; then superclasses' ghost arguments, guards, types, initialisers and requires clauses.

use super::signature::Signature;
use super::slots::{Erased, ErasedEnv, Shapes, with_args};
use crate::tree::{
    Class, ClassName, Expr, FIRST, Field, FieldName, Method, MethodName, OBJECT, Path, THIS, Tree, Type, Var,
};

/// A field's shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeField {
    pub(super) is_final: bool,
    pub(super) ty: Erased,
    pub(super) name: FieldName,
}

/// A method's shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeMethod {
    pub(super) name: MethodName,
    pub(super) ret: Erased,
    pub(super) params: Vec<Erased>,
}

/// A class's shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSkeleton {
    pub(super) local: bool,
    /// The erased types of the ghosts.
    pub(super) ghosts: Vec<ClassName>,
    /// Number of formal owners.
    pub(super) formals: usize,
    pub(super) sup: ClassName,
    pub(super) fields: Vec<ShapeField>,
    pub(super) methods: Vec<ShapeMethod>,
}

/// A skeleton: a program with trivial bodies.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// The program; its bodies are `1` and `null`, its main expression is `1`.
    pub tree: Tree,
    /// The nodes of its declarations, bodies left out.
    pub size: usize,
    pub(super) shapes: Vec<ClassSkeleton>,
}

/// Calls `f` with every skeleton of a bounded number of nodes, in a fixed order; it may stop it by `false`.
pub fn skeletons(signature: &Signature, budget: usize, f: &mut dyn FnMut(Skeleton) -> bool) -> bool {
    (1..=signature.classes).all(|n| {
        let mut maker = Shaping { signature, n, total: budget, shapes: Vec::new(), f };
        maker.class(budget)
    })
}

struct Shaping<'a> {
    signature: &'a Signature,
    /// Number of classes in all.
    n: usize,
    /// The nodes of skeletons with a node for each body.
    total: usize,
    shapes: Vec<ClassSkeleton>,
    f: &'a mut dyn FnMut(Skeleton) -> bool,
}

impl Shaping<'_> {
    /// The next class within its budget, then the rest, and the bodies; or the skeletons of complete shapes.
    fn class(&mut self, budget: usize) -> bool {
        let i = self.shapes.len();
        if i == self.n {
            let shapes = self.shapes.clone();
            return Decorating::new(self.signature, &shapes).all(self.total, self.f);
        }
        // Every class that is to come takes a node.
        let Some(left) = budget.checked_sub(self.n - i) else { return true };
        let below = |c: usize| c as ClassName + FIRST;
        let sups = (0..i).filter(|_| self.signature.inherit).map(below);
        let sups: Vec<ClassName> = std::iter::once(OBJECT).chain(sups).collect();
        for local in [false, true] {
            if local && !self.signature.local {
                continue;
            }
            for &sup in &sups {
                let args = self.shapes.get((sup as usize).wrapping_sub(FIRST as usize)).map_or(0, |s| s.ghosts.len());
                let cost = if sup == OBJECT { 0 } else { 1 + args };
                let Some(left) = left.checked_sub(cost) else { continue };
                for formals in self.signature.formals.min(1)..=self.signature.formals {
                    let (fields, methods) = (Vec::new(), Vec::new());
                    let shape = ClassSkeleton { local, ghosts: Vec::new(), formals, sup, fields, methods };
                    let Some(left) = left.checked_sub(formals) else { continue };
                    if !self.ghosts(shape, left) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn ghosts(&mut self, shape: ClassSkeleton, left: usize) -> bool {
        if !self.fields(shape.clone(), left) {
            return false;
        }
        if shape.ghosts.len() == self.signature.ghosts || left == 0 {
            return true;
        }
        // Elsewhere a ghost's type has no ghosts of its own: there is no variable that it could mention.
        let dependent = self.signature.dependent;
        let plain = (0..self.shapes.len()).filter(|&c| dependent || self.shapes[c].ghosts.is_empty());
        let plain = plain.map(|c| c as ClassName + FIRST);
        let types: Vec<ClassName> = plain.chain(self.signature.object.then_some(OBJECT)).collect();
        types.into_iter().all(|c| {
            let mut shape = shape.clone();
            shape.ghosts.push(c);
            self.ghosts(shape, left - 1)
        })
    }

    fn types(&self) -> Vec<Erased> {
        let classes = (0..self.n).map(|c| Erased::Class(c as ClassName + FIRST));
        let int = self.signature.int.then_some(Erased::Int);
        int.into_iter().chain(classes).chain(self.signature.object.then_some(Erased::Class(OBJECT))).collect()
    }

    fn fields(&mut self, shape: ClassSkeleton, left: usize) -> bool {
        if !self.methods(shape.clone(), left) {
            return false;
        }
        if shape.fields.len() == self.signature.fields || left == 0 {
            return true;
        }
        let name = (self.shapes.iter().map(|s| s.fields.len()).sum::<usize>() + shape.fields.len()) as FieldName;
        for is_final in [false, true] {
            if is_final && !self.signature.finals {
                continue;
            }
            for ty in self.types() {
                // Fields are in one order of their shapes.
                if shape.fields.last().is_some_and(|last| (last.is_final, last.ty) > (is_final, ty)) {
                    continue;
                }
                let mut shape = shape.clone();
                shape.fields.push(ShapeField { is_final, ty, name });
                if !self.fields(shape, left - 1) {
                    return false;
                }
            }
        }
        true
    }

    fn methods(&mut self, shape: ClassSkeleton, left: usize) -> bool {
        self.shapes.push(shape.clone());
        let go_on = self.class(left + (self.n - self.shapes.len()));
        self.shapes.pop();
        // A method takes a node, and its body another one.
        if !go_on || shape.methods.len() == self.signature.methods || left < 2 {
            return go_on;
        }
        for m in self.signatures(&shape, left - 2) {
            let cost = 2 + m.params.len();
            let mut shape = shape.clone();
            shape.methods.push(m);
            if !self.methods(shape, left - cost) {
                return false;
            }
        }
        true
    }

    /// The method signatures that a class can go on with: a new name, or one of its superclasses'.
    fn signatures(&self, shape: &ClassSkeleton, left: usize) -> Vec<ShapeMethod> {
        let mut found = Vec::new();
        let known = Shapes { signature: self.signature, classes: &self.shapes };
        for m in known.methods(shape.sup) {
            if shape.methods.iter().all(|own| own.name < m.name) && m.params.len() <= left {
                found.push(m.clone());
            }
        }
        let names = self.shapes.iter().chain([shape]).flat_map(|s| &s.methods).map(|m| m.name + 1);
        let name = names.max().unwrap_or(0);
        let types = self.types();
        let mut params = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..self.signature.params.min(left) {
            let to = params.len();
            for i in from..to {
                let longer = types.iter().map(|&t| params[i].iter().copied().chain([t]).collect::<Vec<Erased>>());
                let longer: Vec<_> = longer.collect();
                params.extend(longer);
            }
            from = to;
        }
        for &ret in &types {
            found.extend(params.iter().map(|p| ShapeMethod { name, ret, params: p.clone() }));
        }
        found
    }
}

/// Filling of a slot of the declarations.
#[derive(Clone)]
enum Fill {
    Args(Vec<Path>),
    Clauses(Vec<bool>),
    Guard(Option<Path>),
    Init(Option<(ClassName, Vec<Path>)>),
    Requires(Vec<(Path, bool)>),
}

struct Decorating<'a> {
    shapes: Shapes<'a>,
}

impl<'a> Decorating<'a> {
    fn new(signature: &'a Signature, classes: &'a [ClassSkeleton]) -> Decorating<'a> {
        Decorating { shapes: Shapes { signature, classes } }
    }

    /// The nodes that the shapes take, without ghost arguments and bodies.
    fn base(&self) -> usize {
        let class = |s: &ClassSkeleton| {
            let methods = s.methods.iter().map(|m| 1 + m.params.len()).sum::<usize>();
            1 + s.ghosts.len() + s.formals + usize::from(s.sup != OBJECT) + s.fields.len() + methods
        };
        self.shapes.classes.iter().map(class).sum()
    }

    /// Every way to fill the slots, the bodies of methods taking a node each.
    fn all(&self, budget: usize, f: &mut dyn FnMut(Skeleton) -> bool) -> bool {
        let bodies: usize = self.shapes.classes.iter().map(|s| s.methods.len()).sum();
        let base = self.base();
        let Some(left) = budget.checked_sub(base + bodies) else { return true };
        let slots = self.slots(left);
        self.fill(&slots, &mut Vec::new(), left, base, f)
    }

    fn fill(
        &self,
        slots: &[Vec<(Fill, usize)>],
        filled: &mut Vec<Fill>,
        left: usize,
        size: usize,
        f: &mut dyn FnMut(Skeleton) -> bool,
    ) -> bool {
        let Some(slot) = slots.get(filled.len()) else {
            let mut fills = filled.iter().cloned();
            return f(Skeleton { tree: self.tree(&mut fills), size, shapes: self.shapes.classes.to_vec() });
        };
        slot.iter().filter(|(_, cost)| *cost <= left).all(|(fill, cost)| {
            filled.push(fill.clone());
            let go_on = self.fill(slots, filled, left - cost, size + cost, f);
            filled.pop();
            go_on
        })
    }

    /// The slots in the order in which [`Decorating::tree`] takes them.
    fn slots(&self, left: usize) -> Vec<Vec<(Fill, usize)>> {
        let mut slots = Vec::new();
        let args = |t: Erased, scope: &ErasedEnv| match t {
            Erased::Class(c) => {
                self.shapes.args(c, scope, left).into_iter().map(|(args, cost)| (Fill::Args(args), cost)).collect()
            }
            Erased::Int | Erased::Null | Erased::Owner => vec![(Fill::Args(Vec::new()), 0)],
        };
        for (i, shape) in self.shapes.classes.iter().enumerate() {
            let scope = self.shapes.class_scope(i);
            let plain = self.shapes.signature.formals > 0 && shape.sup == OBJECT;
            slots.push(args(if plain { Erased::Null } else { Erased::Class(shape.sup) }, &scope));
            slots.push(self.clauses(shape));
            for (g, &c) in shape.ghosts.iter().enumerate() {
                slots.push(args(Erased::Class(c), &scope[1..=g].to_vec()));
            }
            for field in &shape.fields {
                slots.push(args(field.ty, &scope));
                let mut guards = vec![(Fill::Guard(None), 0)];
                if self.shapes.signature.guards {
                    let locks = self.shapes.guards(&scope).into_iter();
                    guards.extend(locks.map(|(l, cost)| (Fill::Guard(Some(l)), cost)));
                }
                slots.push(guards);
                slots.push(self.inits(i, field, &scope, left));
            }
            for m in &shape.methods {
                let class = self.shapes.class_scope(i).len();
                let scope = self.shapes.method_scope(i, m);
                let (known, own) = (&scope[..class + m.params.len()], &scope[class + m.params.len()..]);
                for (j, &t) in m.params.iter().enumerate() {
                    slots.push(args(t, &[&known[..class + j], own].concat()));
                }
                slots.push(args(m.ret, &scope));
                slots.push(self.requires(&scope));
            }
        }
        slots
    }

    /// Sets of formals with a clause `where f != self`; it takes no node.
    fn clauses(&self, shape: &ClassSkeleton) -> Vec<(Fill, usize)> {
        let ways = if self.shapes.signature.clauses { 1 << shape.formals } else { 1 };
        let each = (0..ways).map(|bits| (0..shape.formals).map(|f| bits >> f & 1 == 1).collect());
        each.map(|clauses| (Fill::Clauses(clauses), 0)).collect()
    }

    fn inits(&self, i: usize, field: &ShapeField, scope: &ErasedEnv, left: usize) -> Vec<(Fill, usize)> {
        let mut inits = vec![(Fill::Init(None), 0)];
        let signature = self.shapes.signature;
        if !signature.init || left == 0 {
            return inits;
        }
        let earlier = (0..i).map(|c| c as ClassName + FIRST).chain(signature.object.then_some(OBJECT));
        for c in earlier.filter(|&c| self.shapes.fits(Erased::Class(c), field.ty)) {
            let args = self.shapes.args(c, scope, left - 1).into_iter();
            inits.extend(args.map(|(args, cost)| (Fill::Init(Some((c, args))), cost + 1)));
        }
        inits
    }

    /// All sets of locks, as lists in one order.
    fn requires(&self, scope: &ErasedEnv) -> Vec<(Fill, usize)> {
        let modes = if self.shapes.signature.reads { &[false, true][..] } else { &[false] };
        let locks: Vec<_> =
            self.shapes.guards(scope).into_iter().flat_map(|l| modes.iter().map(move |r| (l, *r))).collect();
        let mut sets = vec![(Vec::new(), 0, 0)];
        let mut from = 0;
        for _ in 0..self.shapes.signature.requires {
            let to = sets.len();
            for i in from..to {
                let (set, cost, next) = sets[i].clone();
                for (k, ((l, more), reads)) in locks.iter().enumerate().skip(next) {
                    let longer: Vec<(Path, bool)> = set.iter().copied().chain([(*l, *reads)]).collect();
                    sets.push((longer, cost + more, k + 1));
                }
            }
            from = to;
        }
        sets.into_iter().map(|(set, cost, _)| (Fill::Requires(set), cost)).collect()
    }

    /// The program, its slots filled in order.
    fn tree(&self, fills: &mut dyn Iterator<Item = Fill>) -> Tree {
        let args = |t: Erased, fills: &mut dyn Iterator<Item = Fill>| match fills.next() {
            Some(Fill::Args(args)) => with_args(t, args),
            _ => with_args(t, Vec::new()),
        };
        let mut classes = Vec::new();
        for (i, shape) in self.shapes.classes.iter().enumerate() {
            let sup = args(Erased::Class(shape.sup), fills);
            let clauses = if let Some(Fill::Clauses(clauses)) = fills.next() { clauses } else { Vec::new() };
            let formals = clauses.into_iter().enumerate().map(|(f, clause)| (f as Var + THIS + 1, clause)).collect();
            let ghosts = shape.ghosts.iter().enumerate();
            let ghosts = ghosts.map(|(g, &c)| (args(Erased::Class(c), fills), g as Var + THIS + 1)).collect();
            let mut fields = Vec::new();
            for field in &shape.fields {
                let ty = args(field.ty, fills);
                let guard = if let Some(Fill::Guard(guard)) = fills.next() { guard } else { None };
                let init = if let Some(Fill::Init(init)) = fills.next() { init } else { None };
                let init = init.map(|(c, args)| Expr::New(Type::Class(c, args.into())));
                fields.push(Field { is_final: field.is_final, ty, name: field.name, guard, init, ..Field::default() });
            }
            let mut methods = Vec::new();
            for m in &shape.methods {
                let scope = self.shapes.method_scope(i, m);
                let known = self.shapes.class_scope(i).len();
                let params = m.params.iter().enumerate().map(|(j, &t)| (args(t, fills), scope[known + j].0)).collect();
                let ret = args(m.ret, fills);
                let clauses = if let Some(Fill::Requires(set)) = fills.next() { set } else { Vec::new() };
                let of = |mode| clauses.iter().filter(move |(_, reads)| *reads == mode).map(|(l, _)| *l).collect();
                let (requires, reads, body) = (of(false), of(true), trivial(m.ret));
                methods.push(Method { ret, name: m.name, params, requires, reads, body, ..Method::default() });
            }
            classes.push(Class {
                name: i as ClassName + FIRST,
                local: shape.local,
                ghosts,
                formals,
                sup,
                fields,
                methods,
            });
        }
        Tree { classes, main: Expr::Int(1), dialect: self.shapes.signature.dialect() }
    }
}

/// A body of a type that is well typed in every context.
fn trivial(t: Erased) -> Expr {
    match t {
        Erased::Int => Expr::Int(1),
        Erased::Null | Erased::Class(_) | Erased::Owner => Expr::Null,
    }
}
