//! Final expressions; what a lock is called elsewhere.

use super::atomicities::{A, Lock, Put};
use super::over::Written;
use super::theta::{Step, Theta};
use super::{At, Model};
use crate::rules::atom_invoke;
use crate::system::GHOSTS_FIRST;
use racefree_grammar::ast::{Atom, Class, Expr, ExprId, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_typeck::model::{self, Cn};

impl<'p> Model<'p> {
    /// An expression as a lock, if it is a path.
    pub(super) fn lock(&self, e: ExprId) -> Option<Lock> {
        let l = model::Lock::of(self.program, e);
        matches!(l.root, Root::Var(_)).then(|| Lock::path(super::over::path(self.program, &l)))
    }

    /// An expression as what is put in for a variable: what is no path is none anywhere.
    pub(super) fn path(&self, e: ExprId) -> Vec<String> {
        super::over::path(self.program, &model::Lock::of(self.program, e))
    }

    /// A lock that is written at a place, or in the head of its method.
    pub(super) fn written_lock(&self, at: &At, l: ExprId, in_head: bool) -> Option<Lock> {
        let written = Written { class: at.class, head: at.within.filter(|_| in_head) };
        let l = self.beneath.lock(written, l, &|x| at.env.iter().any(|(y, _)| *y == x))?;
        Some(self.named(at, l))
    }

    /// `f` for `f$p`, where f is never `self`.
    pub(super) fn named(&self, at: &At, l: Lock) -> Lock {
        match &l.owner {
            Some(f) if at.not_self.contains(f) => Lock { path: Vec::new(), ..l },
            _ => l,
        }
    }

    /// The declaration of a class.
    pub(super) fn class(&self, cn: Cn) -> Option<Class> {
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

    /// The method that a class itself declares under a name.
    pub(super) fn own_method(&self, cn: Cn, mn: Name) -> Option<usize> {
        self.class(cn)?.methods.indices().find(|&m| self.program.methods[m].name == mn)
    }

    /// P; E ⊢final l : c for some c; of a formal owner, its path
    pub(super) fn is_final(&self, at: &At, l: &Lock) -> bool {
        let Some((x, fields)) = l.path.split_first() else { return true };
        let Some((_, class)) = at.env.iter().rev().find(|(y, _)| self.program.text(*y) == x) else { return false };
        fields.iter().try_fold(*class, |cn, fd| self.final_field(cn?, fd).map(Some)).flatten().is_some()
    }

    /// The class of the final field of a class.
    fn final_field(&self, cn: Cn, fd: &str) -> Option<Cn> {
        let field =
            self.beneath.above(cn).into_iter().find_map(|cn| {
                self.program.fields_of(&self.class(cn)?).iter().find(|f| self.program.text(f.name) == fd)
            });
        field.filter(|f| f.is_final).and_then(|f| self.class_of(f.ty))
    }

    /// What the test of a lock becomes that is called so here (D-A4, D-A5).
    pub(super) fn here(&self, at: &At, put: Put) -> Put {
        let escaping = || if self.on(atom_invoke::ESCAPING) { Put::Either } else { Put::Held };
        match put {
            Put::Held | Put::Unheld => put,
            Put::Either => escaping(),
            Put::Lock(l) => match self.named(at, l) {
                l if !self.is_final(at, &l) => escaping(),
                l if l.path.len() > self.longest + 1 => Put::Either,
                l => Put::Lock(l),
            },
        }
    }

    /// (held l ? a : b), where l may be no lock here.
    pub(super) fn test(&self, at: &At, l: Put, a: &A, b: &A) -> A {
        match self.here(at, l) {
            Put::Lock(l) => A::test(&l, a, b),
            Put::Held => a.clone(),
            Put::Unheld => b.clone(),
            Put::Either => a.join(b),
        }
    }

    /// θa
    pub(super) fn substitute(&self, at: &At, a: &A, theta: &Theta) -> A {
        a.put(&|l| self.here(at, theta.of(self.program, l)))
    }

    /// [lᵢ/xᵢ] and the rest at once, or one after the other.
    pub(super) fn theta(&self, ghosts: Step, rest: Vec<(Name, Vec<String>)>) -> Theta {
        let rest = Step { vars: rest, formals: Vec::new() };
        match self.options.reads(GHOSTS_FIRST) {
            true => Theta(vec![ghosts, rest]),
            false => Theta(vec![Step { vars: [ghosts.vars, rest.vars].concat(), ..ghosts }]),
        }
    }

    /// max(2, the fields of the longest lock path that the program writes)
    pub(super) fn longest(p: &Program) -> usize {
        let mut locks: Vec<ExprId> = p.fields.iter().flat_map(|f| f.guard.into_iter().chain(f.write_guard)).collect();
        locks.extend(p.classes.iter().filter_map(|c| c.guard));
        locks.extend(p.methods.iter().flat_map(|m| p.list(m.requires)));
        locks.extend((0..p.types.len() as u32).flat_map(|t| p.locks_of(TypeId::new(t))));
        locks.extend(p.atoms.iter().filter_map(|a| if let Atom::Held { lock, .. } = a { Some(*lock) } else { None }));
        locks.extend(p.exprs.iter().filter_map(|e| match e {
            Expr::Sync { lock, .. } | Expr::Holds(lock) => Some(*lock),
            _ => None,
        }));
        let path = |l| if let Expr::Qualified { path, .. } = p.expr(l) { path } else { l };
        let paths = locks.into_iter().map(|l| model::Lock::of(p, path(l))).filter(|l| matches!(l.root, Root::Var(_)));
        paths.map(|l| l.fields.len()).max().unwrap_or(0).max(2)
    }
}
