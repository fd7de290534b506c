//! The heads of methods: an owner variable for each position of the types of `this`, of parameters and of the result, and the formals that
//! parameters may bring.

use super::positions::{Head, MethodFormal, Positions, Ty};
use super::symbols::Sym;
use crate::sat::solver::L;
use racefree_grammar::ast::{Method, TypeId};
use racefree_grammar::name::Name;
use racefree_owners::owner::Owner;
use racefree_program::ClassId;

impl Positions<'_> {
    /// A head without owners.
    pub(super) fn blank(&self, m: u32, class: ClassId) -> Head {
        let method = &self.program.methods[m as usize];
        let names = self.program.params_of(method).iter().map(|p| p.name).collect();
        let (this, params, formals) = (Vec::new(), Vec::new(), Vec::new());
        Head { class, this, params, ret: Ty::Plain, names, formals, root: self.root(class, method).unwrap_or(m) }
    }

    /// The topmost method that one overrides.
    fn root(&self, class: ClassId, method: &Method) -> Option<u32> {
        let above = self.resolved.ancestors(class);
        above.filter_map(|c| self.resolved.own_method(c, method.name)).last()
    }

    /// Returns true if a method overrides another one, or is overridden.
    fn has_relatives(&self, m: u32) -> bool {
        let root = self.heads[m as usize].root;
        self.heads.iter().filter(|head| head.root == root).count() > 1
    }

    pub(super) fn head(&mut self, m: u32, next: &mut impl Iterator<Item = Name>) {
        let method = &self.program.methods[m as usize];
        let Head { class, root, .. } = self.heads[m as usize];
        if root != m && self.heads[root as usize].params.len() == method.params.len() {
            self.as_root(m, root);
            return;
        }
        let params: Vec<(TypeId, Name)> = self.program.params_of(method).iter().map(|p| (p.ty, p.name)).collect();
        let names: Vec<Name> = params.iter().map(|p| p.1).collect();
        let this = match self.program.clauses_of(method).receiver.and_then(|ty| self.given(ty, &names)) {
            Some(given) => given,
            None => self.any_this(class),
        };
        let given: Vec<Option<Vec<Sym>>> = params.iter().map(|&(ty, _)| self.given(ty, &names)).collect();
        let formals = self.may_bring(class, &params, &given, next);
        // In a method with relatives the parameters have other names in each.
        let alone = !self.has_relatives(m);
        let mut common = self.specials();
        common.extend(self.in_class(class));
        common.extend(self.paths_of(Name::THIS, class));
        let owners = |it: &mut Self, ty: TypeId, j: Option<usize>, given: Option<Vec<Sym>>| {
            let Some(of) = it.class_of(ty) else { return Ty::Plain };
            let owners = given.unwrap_or_else(|| {
                let mut all = common.clone();
                for (other, &(ty, x)) in params.iter().enumerate() {
                    if let Some(class) = it.class_of(ty).filter(|_| alone && Some(other) != j) {
                        all.extend(it.paths_of(x, class));
                    }
                }
                it.may_have(of, &all, &formals, j)
            });
            it.types.insert(ty, owners.clone());
            Ty::Class(of, owners)
        };
        let each = params.iter().zip(given).enumerate();
        let types = each.map(|(j, (&(ty, _), given))| owners(self, ty, Some(j), given)).collect();
        let given = self.given(method.ret, &names);
        let ret = owners(self, method.ret, None, given);
        self.heads[m as usize] = Head { class, this, params: types, ret, names, formals, root };
        self.bound(m);
    }

    /// The owners that `this` may have: each its formal, or one for all objects of the method.
    fn any_this(&mut self, class: ClassId) -> Vec<Sym> {
        let mut this = Vec::new();
        for (i, f) in self.formals[class.index()].clone().into_iter().enumerate() {
            let mut all = vec![Owner::Formal(f), Owner::OWN, Owner::READONLY, Owner::THIS_THREAD];
            all.extend((i == 0).then_some(Owner::UNIQUE));
            this.push(self.clauses.choice(&all));
        }
        this
    }

    /// The formals that the positions of parameters may bring, each one of its own, or the one that is written there.
    fn may_bring(
        &self,
        class: ClassId,
        params: &[(TypeId, Name)],
        given: &[Option<Vec<Sym>>],
        next: &mut impl Iterator<Item = Name>,
    ) -> Vec<MethodFormal> {
        let mut formals: Vec<MethodFormal> = Vec::new();
        for (j, (&(ty, _), written)) in params.iter().zip(given).enumerate() {
            for p in 0..self.class_of(ty).map_or(0, |of| self.arity(of)) {
                let name = match written.as_ref().map(|owners| owners[p][0].0) {
                    None => next.next(),
                    Some(Owner::Formal(f)) => {
                        let known = self.formals[class.index()].contains(&f) || formals.iter().any(|g| g.name == f);
                        (!known).then_some(f)
                    }
                    Some(_) => None,
                };
                formals.extend(name.map(|name| MethodFormal { name, at: (j + 1, p) }));
            }
        }
        formals
    }

    /// The owners that a parameter's type may have, or the result's: these, and the formals of positions up to its own.
    fn may_have(&mut self, of: ClassId, all: &[Owner], formals: &[MethodFormal], j: Option<usize>) -> Vec<Sym> {
        let mut owners = Vec::new();
        for p in 0..self.arity(of) {
            let first = |o: &Owner| p == 0 || *o != Owner::UNIQUE;
            let before = |f: &&MethodFormal| j.is_none_or(|j| f.at <= (j + 1, p));
            let formals = formals.iter().filter(before).map(|f| Owner::Formal(f.name));
            let all: Vec<Owner> = all.iter().copied().filter(first).chain(formals).collect();
            owners.push(self.clauses.choice(&all));
        }
        owners
    }

    /// A formal of a method is one only if the position that brings it has it.
    fn bound(&mut self, m: u32) {
        let head = self.heads[m as usize].clone();
        for formal in &head.formals {
            let (j, p) = formal.at;
            let Some(Ty::Class(_, owners)) = head.params.get(j - 1) else { continue };
            let brings = self.clauses.is(&owners[p], Owner::Formal(formal.name));
            let all = head.params.iter().chain([&head.ret]);
            for (i, ty) in all.enumerate() {
                let Ty::Class(_, owners) = ty else { continue };
                for (q, sym) in owners.iter().enumerate() {
                    let l = self.clauses.is(sym, Owner::Formal(formal.name));
                    if (i + 1, q) != (j, p) && l != !self.clauses.truth {
                        self.clauses.add(&[!l, brings]);
                    }
                }
            }
        }
    }

    /// The types of the method that is overridden.
    fn as_root(&mut self, m: u32, root: u32) {
        let method = &self.program.methods[m as usize];
        let from = self.heads[root as usize].clone();
        let class = self.heads[m as usize].class;
        let params: Vec<TypeId> = self.program.params_of(method).iter().map(|p| p.ty).collect();
        for (ty, known) in params.into_iter().zip(&from.params).chain([(method.ret, &from.ret)]) {
            if let Ty::Class(_, owners) = known {
                self.types.insert(ty, owners.clone());
            }
        }
        let mut this = from.this.clone();
        for &f in self.formals[class.index()].iter().skip(this.len()) {
            this.push(self.clauses.constant(Owner::Formal(f)));
        }
        this.truncate(self.arity(class));
        let names = self.heads[m as usize].names.clone();
        self.heads[m as usize] = Head { class, this, names, ..from };
    }

    /// A formal in code is one that the head brings.
    pub(crate) fn in_head(&mut self, m: u32, owners: &[Sym]) {
        for &(o, l) in owners.iter().flat_map(|sym| sym.iter()) {
            if let Some(f) = o.formal()
                && let Some(brings) = self.brings(m, f)
            {
                self.clauses.add(&[!l, brings]);
            }
        }
    }

    /// The literal under which a head has a formal.
    pub(crate) fn brings(&self, m: u32, f: Name) -> Option<L> {
        let head = &self.heads[m as usize];
        if let Some(i) = self.formals[head.class.index()].iter().position(|&g| g == f) {
            return head.this.get(i).map(|sym| self.clauses.is(sym, Owner::Formal(f)));
        }
        let formal = head.formals.iter().find(|known| known.name == f)?;
        match &head.params[formal.at.0 - 1] {
            Ty::Class(_, owners) => Some(self.clauses.is(&owners[formal.at.1], Owner::Formal(f))),
            _ => None,
        }
    }
}
