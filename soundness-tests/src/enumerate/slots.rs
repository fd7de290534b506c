//! Tables of declarations, built from their shapes: erased types, members by erased type, all locks of an environment.

use super::signature::Signature;
use super::skeletons::{ClassSkeleton, ShapeMethod};
use crate::tree::{ClassName, FIRST, FieldName, MethodName, OBJECT, Path, THIS, Type, Var};
use racefree_grammar::ast::Special;

/// An erased type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Erased {
    /// `int`
    Int,
    /// The type of `null`.
    Null,
    /// A class, its ghosts forgotten.
    Class(ClassName),
    /// A formal owner is in the environment, which is no value.
    Owner,
}

/// An erased typing environment: variables with their erased types.
pub type ErasedEnv = Vec<(Var, Erased)>;

/// The shapes of all classes.
pub struct Shapes<'s> {
    pub(super) signature: &'s Signature,
    pub(super) classes: &'s [ClassSkeleton],
}

impl Shapes<'_> {
    /// A class of the program.
    pub(super) fn shape(&self, c: ClassName) -> Option<&ClassSkeleton> {
        self.classes.get(usize::from(c.checked_sub(FIRST)?))
    }

    /// A class and its superclasses, the nearest first.
    pub(super) fn chain(&self, c: ClassName) -> Vec<ClassName> {
        let mut chain = vec![c];
        while let Some(shape) = chain.last().and_then(|&c| self.shape(c)) {
            chain.push(shape.sup);
        }
        chain
    }

    /// Returns true if a value of type `s` may be where one of type `t` is wanted.
    pub(super) fn fits(&self, s: Erased, t: Erased) -> bool {
        match (s, t) {
            (Erased::Null, Erased::Class(_)) => true,
            (Erased::Class(c), Erased::Class(d)) => self.chain(c).contains(&d),
            (s, t) => s == t,
        }
    }

    /// The fields of a class, inherited ones included.
    pub(super) fn fields(&self, c: ClassName) -> Vec<(FieldName, Erased)> {
        let shapes = self.chain(c).into_iter().filter_map(|c| self.shape(c));
        shapes.flat_map(|s| s.fields.iter().map(|f| (f.name, f.ty))).collect()
    }

    /// The methods of a class, inherited ones included, each name once.
    pub(super) fn methods(&self, c: ClassName) -> Vec<&ShapeMethod> {
        let mut found: Vec<&ShapeMethod> = Vec::new();
        for shape in self.chain(c).into_iter().filter_map(|c| self.shape(c)) {
            for m in &shape.methods {
                if found.iter().all(|f| f.name != m.name) {
                    found.push(m);
                }
            }
        }
        found
    }

    /// `this` and the ghosts of a class, or its formal owners.
    pub(super) fn class_scope(&self, i: usize) -> ErasedEnv {
        let shape = &self.classes[i];
        let ghosts = shape.ghosts.iter().enumerate().map(|(g, &c)| (g as Var + 1, Erased::Class(c)));
        let formals = (1..=shape.formals).map(|f| (f as Var, Erased::Owner));
        std::iter::once((THIS, Erased::Class(i as ClassName + FIRST))).chain(ghosts).chain(formals).collect()
    }

    /// The scope of a method: that of its class, its parameters, and a formal owner of its own, if it may have one.
    pub(super) fn method_scope(&self, i: usize, m: &ShapeMethod) -> ErasedEnv {
        let mut scope = self.class_scope(i);
        let first = scope.len();
        scope.extend(m.params.iter().enumerate().map(|(j, &t)| ((first + j) as Var, t)));
        if self.signature.polymorphic && !m.params.is_empty() {
            scope.push((scope.len() as Var, Erased::Owner));
        }
        scope
    }

    /// All locks of a scope with their erased classes and their nodes, shorter ones first.
    pub(super) fn locks(&self, scope: &ErasedEnv) -> Vec<(Path, ClassName, usize)> {
        let roots = scope.iter().filter_map(|&(x, t)| match t {
            Erased::Class(c) => Some((Path::var(x), c, 1)),
            Erased::Int | Erased::Null | Erased::Owner => None,
        });
        let mut all: Vec<(Path, ClassName, usize)> = roots.collect();
        let mut from = 0;
        for _ in 0..self.signature.path {
            let to = all.len();
            for i in from..to {
                let (path, c, size) = all[i];
                for (fd, t) in self.fields(c) {
                    if let Erased::Class(d) = t {
                        all.push((path.field(fd), d, size + 1));
                    }
                }
            }
            from = to;
        }
        all
    }

    /// Guards for a field and locks for `requires` in a scope, with their nodes: formal owners beside locks.
    pub(super) fn guards(&self, scope: &ErasedEnv) -> Vec<(Path, usize)> {
        let formals = || scope.iter().filter(|(_, t)| *t == Erased::Owner).map(|(f, _)| *f);
        let locks = self.locks(scope);
        let qualified = |f| locks.iter().map(move |(l, _, cost)| (Path::qualified(f, l), 2 + cost));
        let mut all: Vec<(Path, usize)> = formals().map(|f| (Path::var(f), 1)).collect();
        if self.signature.qualified {
            all.extend(formals().flat_map(qualified));
        }
        all.extend(locks.iter().map(|(l, _, cost)| (*l, *cost)));
        all
    }

    /// All lists of a number of owners in a scope, with their nodes, within a budget.
    fn owners(&self, n: usize, scope: &ErasedEnv, budget: usize) -> Vec<(Vec<Path>, usize)> {
        let each = Special::ALL.into_iter().map(|special| (Path::special(special), 1));
        let each: Vec<(Path, usize)> = each.chain(self.guards(scope)).collect();
        let mut all = vec![(Vec::new(), 0)];
        for _ in 0..n {
            let longer = all.iter().flat_map(|(owners, size)| {
                let fitting = each.iter().filter(move |(_, cost)| size + cost <= budget);
                fitting.map(move |(o, cost)| (owners.iter().copied().chain([*o]).collect(), size + cost))
            });
            all = longer.collect();
        }
        all
    }

    /// All ghost arguments for a class in a scope, with their nodes, within a budget.
    pub(super) fn args(&self, c: ClassName, scope: &ErasedEnv, budget: usize) -> Vec<(Vec<Path>, usize)> {
        if self.signature.formals > 0 {
            return self.owners(self.shape(c).map_or(1, |s| s.formals), scope, budget);
        }
        let wanted = self.shape(c).map_or(&[][..], |s| &s.ghosts);
        let mut all = vec![(Vec::new(), 0)];
        if wanted.is_empty() {
            return all;
        }
        let locks = self.locks(scope);
        for &ghost in wanted {
            let mut longer = Vec::new();
            for (args, size) in &all {
                for (path, d, more) in &locks {
                    let fits = self.signature.mistyped || self.chain(*d).contains(&ghost);
                    if size + more <= budget && fits {
                        let mut args = args.clone();
                        args.push(*path);
                        longer.push((args, size + more));
                    }
                }
            }
            all = longer;
        }
        all
    }

    /// The method of a name in a class.
    pub(super) fn method(&self, c: ClassName, mn: MethodName) -> Option<&ShapeMethod> {
        self.methods(c).into_iter().find(|m| m.name == mn)
    }
}

/// An erased type with ghost arguments put in.
pub fn with_args(t: Erased, args: Vec<Path>) -> Type {
    match t {
        Erased::Int => Type::Int,
        Erased::Null | Erased::Owner => Type::plain(OBJECT),
        Erased::Class(c) => Type::Class(c, args.into()),
    }
}
