//! The heads of methods: an owner variable for each position of the types of `this`, of parameters and of the result, and the formals that
//! parameters may bring.

use super::positions::{Head, MethodFormal, Positions, Ty};
use super::symbols::{OWN, READONLY, Sym};
use crate::sat::solver::L;
use racefree_grammar::ast::{Method, TypeId};
use racefree_grammar::name::Name;
use racefree_owners::owner::Owner;
use racefree_program::ClassId;

impl Positions<'_> {
    /// A head without owners.
    pub(super) fn blank(&self, m: u32) -> Head {
        let method = &self.program.methods[m as usize];
        let class = self.class_around(m);
        let names = self.program.params_of(method).iter().map(|p| p.name).collect();
        let (this, params, formals) = (Vec::new(), Vec::new(), Vec::new());
        Head { class, this, params, ret: Ty::Plain, names, formals, root: self.root(class, method).unwrap_or(m) }
    }

    fn class_around(&self, m: u32) -> ClassId {
        let at = self.program.classes.iter().position(|c| c.methods.indices().contains(&(m as usize)));
        at.map_or(ClassId::OBJECT, |i| self.resolved.of_declaration(i))
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
        let own = self.formals[class.index()].clone();
        let params: Vec<(TypeId, Name)> = self.program.params_of(method).iter().map(|p| (p.ty, p.name)).collect();
        let names: Vec<Name> = params.iter().map(|p| p.1).collect();
        let this = match self.program.clauses_of(method).receiver.and_then(|ty| self.given(ty, &names)) {
            Some(given) => given,
            None => {
                let special = [OWN, READONLY, Owner::THIS_THREAD];
                let mut this = Vec::new();
                for (i, &f) in own.iter().enumerate() {
                    let all: Vec<Owner> = std::iter::once(Owner::Formal(f))
                        .chain(special)
                        .chain((i == 0).then_some(Owner::UNIQUE))
                        .collect();
                    this.push(self.clauses.choice(&all));
                }
                this
            }
        };
        // Each position of a parameter may bring a formal; which names the text has already is as it is.
        let mut formals: Vec<MethodFormal> = Vec::new();
        let mut given: Vec<Option<Vec<Sym>>> = Vec::new();
        for (j, &(ty, _)) in params.iter().enumerate() {
            let Some(of) = self.class_of(ty) else {
                given.push(None);
                continue;
            };
            let written = self.given(ty, &names);
            for p in 0..self.arity(of) {
                match &written {
                    Some(owners) => {
                        if let Owner::Formal(f) = owners[p][0].0
                            && !own.contains(&f)
                            && formals.iter().all(|known| known.name != f)
                        {
                            formals.push(MethodFormal { name: f, at: (j + 1, p) });
                        }
                    }
                    None => formals.extend(next.next().map(|name| MethodFormal { name, at: (j + 1, p) })),
                }
            }
            given.push(written);
        }
        let alone = !self.has_relatives(m);
        let mut common = self.specials();
        common.extend(self.in_class(class));
        let of_this = self.paths_of(Name::THIS, class);
        common.extend(of_this);
        let mut types = Vec::new();
        for (j, &(ty, _)) in params.iter().enumerate() {
            let Some(of) = self.class_of(ty) else {
                types.push(Ty::Plain);
                continue;
            };
            let owners = match given[j].clone() {
                Some(owners) => owners,
                None => {
                    let mut all = common.clone();
                    for (other, (ty, x)) in params.iter().enumerate() {
                        if let Some(class) = self.class_of(*ty).filter(|_| alone && other != j) {
                            all.extend(self.paths_of(*x, class));
                        }
                    }
                    let mut owners = Vec::new();
                    for p in 0..self.arity(of) {
                        let mut all = all.clone();
                        all.extend(formals.iter().filter(|f| f.at <= (j + 1, p)).map(|f| Owner::Formal(f.name)));
                        all.retain(|&o| p == 0 || o != Owner::UNIQUE);
                        owners.push(self.clauses.choice(&all));
                    }
                    owners
                }
            };
            self.types.insert(ty, owners.clone());
            types.push(Ty::Class(of, owners));
        }
        let ret = match self.class_of(method.ret) {
            None => Ty::Plain,
            Some(of) => {
                let owners = match self.given(method.ret, &names) {
                    Some(owners) => owners,
                    None => {
                        let mut all = common.clone();
                        all.extend(formals.iter().map(|f| Owner::Formal(f.name)));
                        for (ty, x) in &params {
                            if let Some(class) = self.class_of(*ty).filter(|_| alone) {
                                all.extend(self.paths_of(*x, class));
                            }
                        }
                        self.choices(of, &all)
                    }
                };
                self.types.insert(method.ret, owners.clone());
                Ty::Class(of, owners)
            }
        };
        self.heads[m as usize] = Head { class, this, params: types, ret, names, formals, root };
        self.bound(m);
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
            if let Owner::Formal(f) | Owner::Qualified(f, _) = o
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
