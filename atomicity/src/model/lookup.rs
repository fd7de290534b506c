//! Members by going up one class at a time; final expressions; what a lock is called elsewhere.

use super::atomicities::{A, Lock, Put};
use super::{At, Model};
use crate::rules::atom_invoke;
use crate::system::GHOSTS_FIRST;
use racefree_grammar::ast::{Atom, Class, Expr, ExprId, Field, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_typeck::model::{self, Cn, Type};

/// θ: what is put in for variables, at once, or by the literal reading of D-A10 the ghosts first. What is no path is none.
#[derive(Clone, Default)]
pub(super) struct Theta(pub(super) Vec<Vec<(Name, Option<Lock>)>>);

impl Theta {
    /// What stands for a variable, in one of the steps.
    pub(super) fn puts(&self, x: &str, model: &Model<'_>) -> bool {
        self.0.iter().flatten().any(|(y, _)| model.program.text(*y) == x)
    }

    /// θl
    pub(super) fn of(&self, l: &Lock, model: &Model<'_>) -> Option<Lock> {
        self.0.iter().try_fold(l.clone(), |l, step| {
            let Some((_, put)) = step.iter().find(|(x, _)| model.program.text(*x) == l.0[0]) else { return Some(l) };
            Some(Lock([&put.as_ref()?.0[..], &l.0[1..]].concat()))
        })
    }
}

impl<'p> Model<'p> {
    /// An expression as a lock, if it is a path.
    pub(super) fn lock(&self, e: ExprId) -> Option<Lock> {
        self.path(&model::Lock::of(self.program, e))
    }

    pub(super) fn path(&self, l: &model::Lock) -> Option<Lock> {
        let Root::Var(x) = l.root else { return None };
        let names = std::iter::once(&x).chain(&l.fields);
        Some(Lock(names.map(|&name| self.program.text(name).to_owned()).collect()))
    }

    /// The declaration of a class.
    pub(super) fn class(&self, cn: Cn) -> Option<&'p Class> {
        match cn {
            Cn::Declared(i) => self.program.classes.get(i),
            Cn::Object | Cn::String => None,
        }
    }

    /// The class of a written type, if it is one; it may be given too few ghosts, which is an error by itself.
    pub(super) fn class_of(&self, t: TypeId) -> Option<Cn> {
        match self.program.ty(t).kind {
            TypeKind::Class { name, .. } => Cn::of(self.program, name),
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void => None,
        }
    }

    /// The type of an expression.
    pub(super) fn class_type(&self, e: ExprId) -> Option<(Cn, Vec<Option<Lock>>)> {
        match self.types.get(&e)? {
            Type::Class(cn, ls) => Some((*cn, ls.iter().map(|l| self.path(l)).collect())),
            _ => None,
        }
    }

    /// [lᵢ/xᵢ] for a class type cn<l₁…ₙ>
    pub(super) fn ghosts(&self, cn: Cn, ls: &[Option<Lock>]) -> Vec<(Name, Option<Lock>)> {
        let ghosts = self.class(cn).map_or(&[][..], |class| self.program.ghosts_of(class));
        ghosts.iter().map(|ghost| ghost.name).zip(ls.iter().cloned()).collect()
    }

    /// [lᵢ/xᵢ] for a written type.
    pub(super) fn ghosts_written(&self, t: TypeId) -> Vec<(Name, Option<Lock>)> {
        match Type::written(self.program, t) {
            Type::Class(cn, ls) => self.ghosts(cn, &ls.iter().map(|l| self.path(l)).collect::<Vec<_>>()),
            _ => Vec::new(),
        }
    }

    /// A class type and its superclasses, the nearest first, each as a class type seen from the first.
    pub(super) fn supertypes(&self, cn: Cn, ls: Vec<Option<Lock>>) -> Vec<(Cn, Vec<Option<Lock>>)> {
        let mut all = vec![(cn, ls)];
        // A class that is its own superclass is an error that is reported.
        while let Some((cn, ls)) = all.last().filter(|_| all.len() <= self.program.classes.len() + 2) {
            let Some(class) = self.class(*cn) else { break };
            let Some(Type::Class(above, written)) = class.extends.map(|t| Type::written(self.program, t)) else {
                all.push((Cn::Object, Vec::new()));
                break;
            };
            let theta = Theta(vec![self.ghosts(*cn, ls)]);
            let put = |l: &model::Lock| self.path(l).and_then(|l| theta.of(&l, self));
            all.push((above, written.iter().map(put).collect()));
        }
        all
    }

    /// P; E ⊢ field ∈ c, with the class type that declares it.
    pub(super) fn field_in(&self, recv: ExprId, fd: Name) -> Option<(&'p Field, Cn, Vec<Option<Lock>>)> {
        let (cn, ls) = self.class_type(recv)?;
        self.supertypes(cn, ls).into_iter().find_map(|(cn, ls)| {
            let field = self.program.fields_of(self.class(cn)?).iter().find(|f| f.name == fd)?;
            Some((field, cn, ls))
        })
    }

    /// The method that a class itself declares under a name.
    pub(super) fn own_method(&self, cn: Cn, mn: Name) -> Option<usize> {
        self.class(cn)?.methods.indices().find(|&m| self.program.methods[m].name == mn)
    }

    /// P; E ⊢final l : c for some c
    pub(super) fn is_final(&self, at: &At, l: &Lock) -> bool {
        let Some((_, class)) = at.env.iter().rev().find(|(x, _)| self.program.text(*x) == l.0[0]) else { return false };
        l.0[1..].iter().try_fold(*class, |cn, fd| self.final_field(cn?, fd).map(Some)).flatten().is_some()
    }

    /// The class of the final field of a class.
    fn final_field(&self, cn: Cn, fd: &str) -> Option<Cn> {
        let field = self.supertypes(cn, Vec::new()).into_iter().find_map(|(cn, _)| {
            self.program.fields_of(self.class(cn)?).iter().find(|f| self.program.text(f.name) == fd)
        });
        field.filter(|f| f.is_final).and_then(|f| self.class_of(f.ty))
    }

    /// What the test of a lock becomes that is called so here (D-A4, D-A5).
    pub(super) fn here(&self, at: &At, l: Option<Lock>) -> Put {
        match l.filter(|l| self.is_final(at, l)) {
            None if self.on(atom_invoke::ESCAPING) => Put::Either,
            None => Put::Held,
            Some(l) if l.0.len() - 1 > self.longest => Put::Either,
            Some(l) => Put::Lock(l),
        }
    }

    /// (held l ? a : b), where l may be no lock here.
    pub(super) fn test(&self, at: &At, l: Option<Lock>, a: &A, b: &A) -> A {
        match self.here(at, l) {
            Put::Lock(l) => A::test(&l, a, b),
            Put::Held => a.clone(),
            Put::Unheld => b.clone(),
            Put::Either => a.join(b),
        }
    }

    /// θa
    pub(super) fn substitute(&self, at: &At, a: &A, theta: &Theta) -> A {
        a.put(&|l| self.here(at, theta.of(l, self)))
    }

    /// [lᵢ/xᵢ] and the rest at once, or one after the other.
    pub(super) fn theta(&self, ghosts: Vec<(Name, Option<Lock>)>, rest: Vec<(Name, Option<Lock>)>) -> Theta {
        match self.options.reads(GHOSTS_FIRST) {
            true => Theta(vec![ghosts, rest]),
            false => Theta(vec![[ghosts, rest].concat()]),
        }
    }

    /// max(2, the fields of the longest lock path that the program writes)
    pub(super) fn longest(p: &Program) -> usize {
        let mut locks: Vec<ExprId> = p.fields.iter().flat_map(|f| f.guard.into_iter().chain(f.write_guard)).collect();
        locks.extend(p.classes.iter().filter_map(|c| c.guard));
        locks.extend(p.methods.iter().flat_map(|m| p.list(m.requires)));
        locks.extend((0..p.types.len() as u32).flat_map(|t| p.locks_of(TypeId(t))));
        locks.extend(p.atoms.iter().filter_map(|a| if let Atom::Held { lock, .. } = a { Some(*lock) } else { None }));
        locks.extend(p.exprs.iter().filter_map(|e| match e {
            Expr::Sync { lock, .. } | Expr::Holds(lock) => Some(*lock),
            _ => None,
        }));
        let paths = locks.into_iter().map(|l| model::Lock::of(p, l)).filter(|l| matches!(l.root, Root::Var(_)));
        paths.map(|l| l.fields.len()).max().unwrap_or(0).max(2)
    }
}
