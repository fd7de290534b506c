//! Types: as they are written, with owners put in, seen at a superclass; which is below which, and what two have in common.

use crate::owner::{Owner, Owners, Theta, Ty};
use crate::typing::Typing;
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_kernel::PremiseId;
use racefree_program::ClassId;
use smallvec::SmallVec;
use std::rc::Rc;

impl Typing<'_> {
    /// The owners of a type.
    pub(crate) fn owners_of(&self, t: Ty) -> Rc<[Owner]> {
        if let Ty::Class(_, owners) = t { self.lists.get(owners) } else { Rc::default() }
    }

    /// The first owner of a type.
    pub(crate) fn first_owner(&self, t: Ty) -> Option<Owner> {
        if let Ty::Class(_, owners) = t { self.lists.first(owners) } else { None }
    }

    /// True if a type's first owner is `unique`.
    pub(crate) fn is_unique(&self, t: Ty) -> bool {
        self.first_owner(t) == Some(Owner::UNIQUE)
    }

    /// θt
    pub(crate) fn put(&mut self, t: Ty, theta: &Theta) -> Ty {
        if let Ty::Class(class, owners) = t { Ty::Class(class, self.put_in_owners(owners, theta)) } else { t }
    }

    fn put_in_owners(&mut self, owners: Owners, theta: &Theta) -> Owners {
        let before = self.lists.get(owners);
        if before.iter().all(|o| matches!(o, Owner::Special(_) | Owner::Other(_))) {
            return owners;
        }
        let after: SmallVec<[Owner; 4]> = before.iter().map(|&o| theta.apply(o, &mut self.paths)).collect();
        self.lists.add(&after)
    }

    /// The type that is written, in the current environment.
    pub(crate) fn meant(&mut self, ty: TypeId) -> Ty {
        self.read_type(ty, &Self::means_formal)
    }

    /// The type that is written, where some names are formals.
    pub(crate) fn read_type(&mut self, ty: TypeId, formal: &dyn Fn(&Self, Name) -> bool) -> Ty {
        let (name, args) = match self.program.ty(ty).kind {
            TypeKind::Class { name, args } => (name, args),
            TypeKind::Int => return Ty::Int,
            TypeKind::Boolean => return Ty::Boolean,
            TypeKind::Void | TypeKind::Array { .. } => return Ty::Void,
        };
        let Some(class) = self.resolved.find(name) else { return Ty::Error };
        if args.len as usize != self.arity(class) {
            return Ty::Error;
        }
        let owners: SmallVec<[Owner; 4]> =
            self.program.list(args).iter().map(|&o| self.read_owner(o, formal)).collect();
        Ty::Class(class, self.lists.add(&owners))
    }

    /// Returns the number of owners that types of a class have.
    pub(crate) fn arity(&self, class: ClassId) -> usize {
        match self.resolved.decl(class) {
            Some(decl) => self.program.owners_of(&decl).formals.len(),
            None => usize::from(class == ClassId::OBJECT),
        }
    }

    /// The owner that is written, where some names are formals.
    pub(crate) fn read_owner(&mut self, o: ExprId, formal: &dyn Fn(&Self, Name) -> bool) -> Owner {
        let is_formal = matches!(self.program.expr(o), Expr::Var(x) if formal(self, x));
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
            (class, owners) = (up, self.through(class, owners, written));
        }
        Some(owners)
    }

    /// The owners of a superclass as a class declares them, where the class itself has these.
    fn through(&mut self, class: ClassId, owners: Owners, declared: Owners) -> Owners {
        let theta = self.instance(class, owners);
        self.put_in_owners(declared, &theta)
    }

    /// For each class its superclass, and one far above it, seen from it, so that every superclass is a few jumps away in the depth's
    /// logarithm (Myers, *An applicative random-access stack*, 1983): a chain of classes is not gone through step by step for each
    /// member.
    pub(crate) fn add_superclasses(&mut self) {
        let classes: Vec<_> = self.resolved.iter().map(|(id, c)| (id, c.superclass())).collect();
        let mut depths = vec![0u32; classes.len()];
        for (id, superclass) in classes {
            let owners = self.superclass_owners(id, superclass);
            let mut jump = (superclass.unwrap_or(id), owners);
            if let Some(up) = superclass.filter(|up| up.index() < self.jumps.len()) {
                depths[id.index()] = depths[up.index()] + 1;
                let (far, of_far) = self.jumps[up.index()];
                let (further, of_further) = self.jumps[far.index()];
                let depth = |class: ClassId| depths[class.index()];
                if far != up && depth(up) - depth(far) == depth(far) - depth(further) {
                    let of_far = self.through(up, owners, of_far);
                    jump = (further, self.through(far, of_far, of_further));
                }
            }
            self.supers.push(owners);
            self.jumps.push(jump);
        }
    }

    /// The owners that a class gives its superclass, in its formals.
    fn superclass_owners(&mut self, id: ClassId, superclass: Option<ClassId>) -> Owners {
        let formals = self.formals_of(id);
        let written = self.resolved.decl(id).and_then(|decl| decl.extends);
        match written.map(|ty| self.read_type(ty, &|_, f| formals.contains(&f))) {
            Some(Ty::Class(class, owners)) if Some(class) == superclass => owners,
            _ if superclass == Some(ClassId::OBJECT) => {
                self.lists.add(&[formals.first().map_or(Owner::OWN, |&f| Owner::Formal(f))])
            }
            _ => Owners(0),
        }
    }

    /// [oᵢ/fᵢ] for a class.
    pub(crate) fn instance(&self, class: ClassId, owners: Owners) -> Theta {
        self.formals_of(class).iter().copied().zip(self.lists.get(owners).iter().copied()).collect()
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
        let off = self.is_off(subtype_class::GHOST_ARGS);
        (!self.same_owners(seen, ot) && !off).then_some(subtype_class::GHOST_ARGS)
    }

    /// o₁…ₙ ≡ o'₁…ₙ
    pub(crate) fn same_owners(&self, a: Owners, b: Owners) -> bool {
        let (a, b) = (self.lists.get(a), self.lists.get(b));
        a.len() == b.len() && a.iter().zip(b.iter()).all(|(&a, &b)| self.same(a, b))
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
