//! Types: as they are written, with owners put in, seen at a superclass; which is below which, and what two have in common.

use crate::owner::{Owner, Owners, Theta, Ty};
use crate::typing::Typing;
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_kernel::PremiseId;
use racefree_program::ClassId;
use smallvec::SmallVec;

impl Typing<'_> {
    /// True if a type's first owner is `unique`.
    pub(crate) fn is_unique(&self, t: Ty) -> bool {
        matches!(t, Ty::Class(_, owners) if self.lists.first(owners) == Some(Owner::UNIQUE))
    }

    /// θt
    pub(crate) fn put(&mut self, t: Ty, theta: &Theta) -> Ty {
        let Ty::Class(class, owners) = t else { return t };
        let before = self.lists.get(owners);
        if before.iter().all(|o| matches!(o, Owner::Special(_) | Owner::Other(_))) {
            return t;
        }
        let owners: SmallVec<[Owner; 4]> = before.iter().map(|&o| theta.apply(o, &mut self.paths)).collect();
        Ty::Class(class, self.lists.add(&owners))
    }

    /// The type that is written, in the current environment.
    pub(crate) fn meant(&mut self, ty: TypeId) -> Ty {
        self.read_type(ty, &|it, x| it.binding(x).is_some(), &|it, f| it.is_formal(f))
    }

    /// The type that is written, where some names are variables and some are formals.
    pub(crate) fn read_type(
        &mut self,
        ty: TypeId,
        variable: &dyn Fn(&Self, Name) -> bool,
        formal: &dyn Fn(&Self, Name) -> bool,
    ) -> Ty {
        let TypeKind::Class { name, args } = self.program.ty(ty).kind else {
            return match self.program.ty(ty).kind {
                TypeKind::Int => Ty::Int,
                TypeKind::Boolean => Ty::Boolean,
                TypeKind::Void | TypeKind::Class { .. } | TypeKind::Array { .. } => Ty::Void,
            };
        };
        let Some(class) = self.resolved.find(name) else { return Ty::Error };
        if args.len as usize != self.arity(class) {
            return Ty::Error;
        }
        let owners: SmallVec<[Owner; 4]> =
            self.program.list(args).iter().map(|&o| self.read_owner(o, variable, formal)).collect();
        Ty::Class(class, self.lists.add(&owners))
    }

    /// Returns the number of owners that types of a class have.
    pub(crate) fn arity(&self, class: ClassId) -> usize {
        match self.resolved.decl(class) {
            Some(decl) => self.program.owners_of(&decl).formals.len(),
            None => usize::from(class == ClassId::OBJECT),
        }
    }

    /// The owner that is written: a name is a variable if there is one, else a formal.
    pub(crate) fn read_owner(
        &mut self,
        o: ExprId,
        variable: &dyn Fn(&Self, Name) -> bool,
        formal: &dyn Fn(&Self, Name) -> bool,
    ) -> Owner {
        let is_formal = matches!(self.program.expr(o), Expr::Var(x) if !variable(self, x) && formal(self, x));
        Owner::written(self.program, &mut self.paths, o, is_formal)
    }

    /// The type of an object of class `class` with these owners, seen as one of `above`.
    pub(crate) fn seen_as(&mut self, class: ClassId, owners: Owners, above: ClassId) -> Option<Owners> {
        let (mut class, mut owners) = (class, owners);
        if class == ClassId::STRING && above == ClassId::OBJECT || !self.resolved.below(class, above) {
            return None;
        }
        while class != above {
            let far = self.jumps.get(class.index()).copied().filter(|&(far, _)| self.resolved.below(far, above));
            let (up, written) = match far {
                Some(jump) => jump,
                None => (self.resolved.get(class).superclass()?, self.supers[class.index()]),
            };
            let theta = self.instance(class, owners);
            let Ty::Class(_, next) = self.put(Ty::Class(up, written), &theta) else { return None };
            (class, owners) = (up, next);
        }
        Some(owners)
    }

    /// For each class a superclass far above it, seen from it, so that every superclass is a few jumps away in the depth's logarithm
    /// (Myers, *An applicative random-access stack*, 1983): a chain of classes is not gone through step by step for each member.
    pub(crate) fn far_superclasses(&mut self) -> Vec<(ClassId, Owners)> {
        let classes: Vec<(ClassId, Option<ClassId>)> =
            self.resolved.iter().map(|(id, c)| (id, c.superclass())).collect();
        let mut depths = vec![0u32; classes.len()];
        let mut jumps: Vec<(ClassId, Owners)> = Vec::with_capacity(classes.len());
        for (id, superclass) in classes {
            let near = superclass.unwrap_or(id);
            let mut jump = (near, self.supers[id.index()]);
            if let (Some(up), true) = (superclass, near.index() < jumps.len()) {
                depths[id.index()] = depths[up.index()] + 1;
                let (far, written) = jumps[up.index()];
                let further = jumps[far.index()].0;
                let depth = |class: ClassId| depths[class.index()];
                if far != up && depth(up) - depth(far) == depth(far) - depth(further) {
                    let (beyond, above) = jumps[far.index()];
                    let theta = self.instance(up, jump.1);
                    let seen = self.put(Ty::Class(far, written), &theta);
                    if let Ty::Class(_, owners) = seen {
                        let theta = self.instance(far, owners);
                        if let Ty::Class(_, owners) = self.put(Ty::Class(beyond, above), &theta) {
                            jump = (beyond, owners);
                        }
                    }
                }
            }
            jumps.push(jump);
        }
        jumps
    }

    /// [oᵢ/fᵢ] for a class.
    pub(crate) fn instance(&self, class: ClassId, owners: Owners) -> Theta {
        let mut theta = Theta::default();
        for (&f, &o) in self.formals_of(class).iter().zip(self.lists.get(owners).iter()) {
            theta.add(f, o);
        }
        theta
    }

    pub(crate) fn superclass_owners(&mut self) -> Vec<Owners> {
        let classes: Vec<(ClassId, Option<ClassId>)> =
            self.resolved.iter().map(|(id, c)| (id, c.superclass())).collect();
        let mut found = Vec::with_capacity(classes.len());
        for (id, superclass) in classes {
            let formals = self.formals_of(id);
            let written = self.resolved.decl(id).and_then(|decl| decl.extends);
            let read = written.map(|ty| self.read_type(ty, &|_, _| false, &|_, f| formals.contains(&f)));
            let first = formals.first().map_or(Owner::OWN, |&f| Owner::Formal(f));
            found.push(match read {
                Some(Ty::Class(class, owners)) if Some(class) == superclass => owners,
                _ if superclass == Some(ClassId::OBJECT) => self.lists.add(&[first]),
                _ => Owners(0),
            });
        }
        found
    }

    /// The premise of P; E ⊢ s <: t that fails, if one does.
    pub(crate) fn not_below(&mut self, s: Ty, t: Ty) -> Option<PremiseId> {
        use crate::rules::subtype_class;
        let (Ty::Class(c, os), Ty::Class(d, ot)) = (s, t) else {
            let fits = s == t || s == Ty::Error || t == Ty::Error || s == Ty::Null && t.is_reference();
            return (!fits).then_some(subtype_class::BELOW);
        };
        if c == ClassId::STRING && (d == ClassId::OBJECT || d == ClassId::STRING) {
            return None;
        }
        let Some(seen) = self.seen_as(c, os, d) else { return Some(subtype_class::BELOW) };
        let (seen, ot) = (self.lists.get(seen), self.lists.get(ot));
        let same = seen.len() == ot.len() && seen.iter().zip(ot.iter()).all(|(&a, &b)| self.same(a, b));
        let off = self.is_off(subtype_class::GHOST_ARGS);
        (!same && !off).then_some(subtype_class::GHOST_ARGS)
    }

    /// The least common supertype of two types; void if there is none.
    pub(crate) fn join(&mut self, s: Ty, t: Ty) -> Ty {
        if s == Ty::Error || t == Ty::Error {
            return Ty::Error;
        }
        if self.not_below(s, t).is_none() {
            return t;
        }
        if self.not_below(t, s).is_none() {
            return s;
        }
        let (Ty::Class(c, owners), Ty::Class(..)) = (s, t) else { return Ty::Void };
        let above: Vec<ClassId> = self.resolved.ancestors(c).skip(1).collect();
        for up in above {
            let seen = self.seen_as(c, owners, up).map(|owners| Ty::Class(up, owners));
            if let Some(seen) = seen
                && self.not_below(t, seen).is_none()
            {
                return seen;
            }
        }
        Ty::Void
    }
}
