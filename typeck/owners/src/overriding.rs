//! OverridesOK: the types of this, of parameters and of results, method formals up to renaming, and the clauses.

use crate::declarations::Wrong;
use crate::error::{Blamed, Why};
use crate::owner::{Owner, Owners, Theta, Ty};
use crate::rules::prog;
use crate::signature::Signature;
use crate::typing::{Mode, OWN_FORMALS_NARROWED, Typing, WHERE_OF_ANY_THIS};
use racefree_grammar::ast::Method;
use racefree_program::{ClassId, MethodId};
use rustc_hash::FxHashSet;

impl Typing<'_> {
    /// OverridesOK
    pub(crate) fn overrides(&mut self, wrong: &mut Wrong) {
        for i in 0..self.program.classes.len() {
            let class = self.resolved.of_declaration(i);
            let Some(superclass) = self.resolved.get(class).superclass() else { continue };
            self.enter(Some(class));
            for m in self.program.classes[i].methods.indices() {
                let decl = &self.program.methods[m];
                let Some((owner, over)) = self.resolved.method(superclass, decl.name) else { continue };
                let ours = self.signature(class, MethodId::Declared(m as u32));
                let theirs = self.signature(owner, over);
                self.enter_method(decl, &ours);
                match self.matches(class, owner, &ours, &theirs) {
                    None => {
                        let cause = Why::OverridesType(m as u32, owner).cause();
                        let blamed = self.confused_by(&ours, &theirs);
                        wrong.push((prog::OVERRIDE_TYPE, decl.span, cause.blames(blamed)));
                    }
                    Some(theta) if !self.same_locks(&ours, &theirs, &theta) => {
                        let cause = Why::OverridesLocks(m as u32, owner).cause();
                        let blamed = [over, MethodId::Declared(m as u32)].into_iter().filter_map(|m| match m {
                            MethodId::Declared(m) => Some(Blamed::Method(m)),
                            MethodId::Predefined(_) => None,
                        });
                        wrong.push((prog::OVERRIDE_REQUIRES, decl.span, cause.blames(blamed)));
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Of the clauses `where f != self` of the class a method has those whose formal its type of `this` repeats: of an object that
    /// may have anything there, nothing is known.
    pub(crate) fn enter_method(&mut self, method: &Method, head: &Signature) {
        self.repeated = None;
        let any = self.options.reads(WHERE_OF_ANY_THIS) || self.program.clauses_of(method).receiver.is_none();
        if let Ty::Class(of, owners) = head.this
            && !any
            && !self.not_self.is_empty()
        {
            let (clauses, formals, owners) = (self.not_self_of(of), self.formals_of(of), self.lists.get(owners));
            let pairs = formals.iter().zip(owners.iter()).filter(|(f, _)| clauses.contains(f));
            self.repeated =
                Some(pairs.filter_map(|(_, o)| if let Owner::Formal(g) = o { Some(*g) } else { None }).collect());
        }
    }

    /// The classes of two signatures that differ in owners alone; anything, if they differ in more.
    fn confused_by(&self, ours: &Signature, theirs: &Signature) -> Vec<Blamed> {
        let erased = |s: Ty, t: Ty| if s.class().is_some() { s.class() == t.class() } else { s == t };
        let mut pairs = ours.params.iter().zip(&theirs.params);
        let same = ours.params.len() == theirs.params.len() && pairs.all(|(a, b)| erased(a.0, b.0));
        if !same || !erased(ours.ret, theirs.ret) {
            return vec![Blamed::All];
        }
        let types = ours.params.iter().map(|p| p.0).chain([ours.ret, ours.this, theirs.this]);
        types.filter_map(Ty::class).map(Blamed::Confused).collect()
    }

    /// Returns the substitution of the overridden method's formals and parameters by the overriding method's, if the
    /// types are the same: formals that its type of `this` binds become the owners of the superclass, the others are
    /// renamed.
    pub(crate) fn matches(
        &mut self,
        class: ClassId,
        owner: ClassId,
        ours: &Signature,
        theirs: &Signature,
    ) -> Option<Theta> {
        let Ty::Class(of, owners) = ours.this else { return Some(Theta::default()).filter(|_| ours.this == Ty::Error) };
        if of != class || ours.params.len() != theirs.params.len() {
            return Some(Theta::default()).filter(|_| of != class);
        }
        if !self.is_general(class, owner, owners, ours, theirs) {
            return None;
        }
        let this = Ty::Class(owner, self.seen_as(class, owners, owner)?);
        let mut theta = Theta::default();
        for ((_, ours), (_, theirs)) in ours.params.iter().zip(&theirs.params) {
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                let path = self.paths.var(*ours);
                theta.vars.add(*theirs, path);
            }
        }
        // Owners in our type of `this` cannot be the new name of another formal.
        let mut taken: FxHashSet<Owner> = self.lists.get(owners).iter().copied().collect();
        let given = std::iter::once(this).chain(ours.params.iter().map(|p| p.0));
        let pairs: Vec<(Ty, Ty)> = theirs.types().zip(given).collect();
        for (i, &(declared, given)) in pairs.iter().enumerate() {
            let (Ty::Class(c, a), Ty::Class(d, b)) = (declared, given) else { continue };
            if c != d {
                return None;
            }
            let (a, b) = (self.lists.get(a), self.lists.get(b));
            for (&a, &b) in a.iter().zip(b.iter()) {
                let Owner::Formal(f) = a else { continue };
                if !theirs.formals.contains(&f) || theta.get(f).is_some() {
                    continue;
                }
                let renamed = matches!(b, Owner::Formal(g) if ours.formals.contains(&g)) && !taken.contains(&b);
                if i > 0 && !renamed {
                    return None;
                }
                taken.insert(b);
                theta.add(f, b);
            }
        }
        let all = pairs.into_iter().chain([(theirs.ret, ours.ret)]);
        for (declared, given) in all {
            let put = self.put(declared, &theta);
            if put != given && !self.equal(put, given) {
                return None;
            }
        }
        Some(theta)
    }

    /// True if an override's `this` can be every object of its class that the overridden method's `this` can be: a
    /// formal of the class that has to be one owner there is that owner, which the types show; every other one is a
    /// formal of the method, each another.
    fn is_general(
        &mut self,
        class: ClassId,
        owner: ClassId,
        owners: Owners,
        ours: &Signature,
        theirs: &Signature,
    ) -> bool {
        let Ty::Class(_, own) = self.this_type(class) else { return true };
        if own == owners {
            return true;
        }
        let Ty::Class(_, declared) = theirs.this else { return true };
        let Some(seen) = self.seen_as(class, own, owner) else { return true };
        let (seen, declared) = (self.lists.get(seen), self.lists.get(declared));
        let free = |o: &Owner| matches!(o, Owner::Formal(f) if theirs.formals.contains(f));
        let forced: FxHashSet<Owner> =
            seen.iter().zip(declared.iter()).filter(|(_, declared)| !free(declared)).map(|(o, _)| *o).collect();
        let inherited: FxHashSet<Owner> = seen.iter().copied().collect();
        let mut taken = FxHashSet::default();
        let (own, owners) = (self.lists.get(own), self.lists.get(owners));
        let narrowed = self.options.reads(OWN_FORMALS_NARROWED);
        own.iter()
            .zip(owners.iter())
            .filter(|(f, _)| !forced.contains(f) && (inherited.contains(f) || !narrowed))
            .all(|(_, &o)| matches!(o, Owner::Formal(g) if ours.formals.contains(&g)) && taken.insert(o))
    }

    /// s and t are the same type, owners compared by ≡.
    fn equal(&self, s: Ty, t: Ty) -> bool {
        match (s, t) {
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Class(c, a), Ty::Class(d, b)) => c == d && self.same_owners(a, b),
            _ => s == t,
        }
    }

    fn same_locks(&mut self, ours: &Signature, theirs: &Signature, theta: &Theta) -> bool {
        let put: Vec<(Owner, Mode)> =
            theirs.locks.iter().map(|&(l, mode)| (theta.apply(l, &mut self.paths), mode)).collect();
        let within = |it: &Self, some: &[(Owner, Mode)], all: &[(Owner, Mode)]| {
            some.iter().all(|&(l, mode)| all.iter().any(|&(other, of)| of == mode && it.same(l, other)))
        };
        within(self, &put, &ours.locks) && within(self, &ours.locks, &put)
    }
}
