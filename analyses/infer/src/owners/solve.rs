//! Choice of the solution: first the fewest demands given up, then agreement with the observations, then the least: no
//! clause `where`, no unneeded formal, the defaults of step 9, the fewest required locks.

use super::judge::OwnerConstraints;
use super::positions::{Fresh, Ty, types_in};
use super::symbols::Sym;
use super::watch::{Observations, Protection};
use crate::sat::solver::L;
use racefree_grammar::ast::{Expr, TypeId};
use racefree_grammar::name::Name;
use racefree_owners::owner::Owner;
use racefree_owners::typing::Mode;
use racefree_program::{ClassId, FieldId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A solution, by position.
pub(crate) struct OwnerSolution {
    /// The owners of each written type.
    pub(crate) types: FxHashMap<TypeId, Vec<Owner>>,
    pub(crate) guards: FxHashMap<FieldId, Owner>,
    /// Guards of the fields with guarded writes alone.
    pub(crate) write_guards: FxHashMap<FieldId, Owner>,
    pub(crate) this: Vec<Vec<Owner>>,
    pub(crate) supers: Vec<Vec<Owner>>,
    /// Method, lock as it names it, mode.
    pub(crate) required: Vec<(u32, Owner, Mode)>,
    pub(crate) moves: Vec<racefree_grammar::ast::ExprId>,
    pub(crate) not_self: Vec<(ClassId, Name)>,
    /// Formals that nothing needs.
    pub(crate) unused: FxHashSet<(ClassId, Name)>,
    /// Number of demands given up.
    pub(crate) given_up: usize,
    /// Positions that are as was watched.
    pub(crate) watched: FxHashSet<TypeId>,
    /// Positions that took what there was nothing against.
    pub(crate) by_default: FxHashSet<TypeId>,
}

/// Solutions of one system.
pub(crate) struct OwnerSearch<'s, 'p> {
    pub(crate) system: &'s mut OwnerConstraints<'p>,
    wishes: Vec<(TypeId, L)>,
    guard_wishes: Vec<L>,
    defaults: Vec<(Option<TypeId>, L)>,
    least: Vec<L>,
    unused: Vec<((ClassId, Name), L)>,
}

impl<'s, 'p> OwnerSearch<'s, 'p> {
    /// Solver with the wishes of the observations.
    pub(crate) fn new(
        system: &'s mut OwnerConstraints<'p>,
        watched: &Observations,
        fresh: &Fresh,
    ) -> OwnerSearch<'s, 'p> {
        let mut it = OwnerSearch {
            system,
            wishes: Vec::new(),
            guard_wishes: Vec::new(),
            defaults: Vec::new(),
            least: Vec::new(),
            unused: Vec::new(),
        };
        it.wish(watched);
        it.default_owners();
        it.frugality(fresh);
        it
    }

    fn is(&self, sym: &Sym, o: Owner) -> Option<L> {
        let clauses = &self.system.at.clauses;
        Some(clauses.is(sym, o)).filter(|&l| l != !clauses.truth)
    }

    /// Wishes from the objects observed at each place, and from fields.
    fn wish(&mut self, watched: &Observations) {
        let program = self.system.at.program;
        let mut bound: FxHashMap<TypeId, TypeId> = FxHashMap::default();
        for (&ty, &of) in &self.system.bound_to {
            bound.insert(of, ty);
        }
        for (e, site) in program.exprs.iter().zip(&program.spans) {
            let (Expr::New(ty), Some(seen)) = (*e, watched.sites.get(site)) else { continue };
            let Some(first) = self.system.at.types.get(&ty).and_then(|owners| owners.first()).cloned() else {
                continue;
            };
            let owner = match seen.all() {
                Some(Protection::Thread) => Owner::THIS_THREAD,
                Some(Protection::Own) => Owner::OWN,
                Some(Protection::Readonly | Protection::Ordered) => Owner::UNIQUE,
                Some(Protection::Lock | Protection::Racy) | None => continue,
            };
            self.wishes.extend(self.is(&first, owner).map(|l| (ty, l)));
            let with = bound.get(&ty).copied();
            if let (Some(with), true) = (with, owner != Owner::UNIQUE)
                && let Some(first) = self.system.at.types.get(&with).and_then(|owners| owners.first())
            {
                self.wishes.extend(self.is(first, owner).map(|l| (with, l)));
            }
        }
        let this = self.system.at.clauses.paths.var(Name::THIS);
        let guards: Vec<(FieldId, Sym)> = self.system.at.all_guards().map(|(f, sym)| (f, sym.clone())).collect();
        for (f, sym) in guards {
            let seen = watched.fields.get(&f.0);
            let names = match self.system.at.write_guards.contains_key(&f) {
                true => seen.and_then(|seen| Some(&seen.writes.as_ref()?.names)),
                false => seen.and_then(|seen| seen.names.as_ref()),
            };
            let mut named: Vec<u32> = names.into_iter().flatten().copied().collect();
            named.sort_unstable();
            let found = named.first().and_then(|&g| {
                let path = self.system.at.clauses.paths.field(this, program.fields[g as usize].name);
                self.is(&sym, Owner::Path(path))
            });
            self.guard_wishes.extend(found);
        }
        self.guard_wishes.sort_unstable();
    }

    /// Step 9: fields `thisOwner`, parameters a formal of their own, others `thisThread`.
    fn default_owners(&mut self) {
        let this = self.system.at.clauses.paths.var(Name::THIS);
        let program = self.system.at.program;
        let mut seen: FxHashSet<TypeId> = FxHashSet::default();
        let mut found = Vec::new();
        for i in 0..program.classes.len() {
            let class = self.system.at.resolved.of_declaration(i);
            let own = self.system.at.formals[class.index()].first().map(|&f| Owner::Qualified(f, this));
            let Some(own) = own else { continue };
            for f in program.classes[i].fields.indices() {
                if let Some(sym) = self.system.at.guard_of(FieldId(f as u32)) {
                    found.extend(self.is(sym, own).map(|l| (None, l)));
                }
                let ty = program.fields[f].ty;
                seen.insert(ty);
                for sym in self.system.at.types.get(&ty).into_iter().flatten() {
                    found.extend(self.is(sym, own).map(|l| (Some(ty), l)));
                }
            }
        }
        for (m, method) in program.methods.iter().enumerate() {
            let head = self.system.at.heads[m].clone();
            seen.insert(method.ret);
            for formal in &head.formals {
                let (j, p) = formal.at;
                let ty = program.params_of(method).get(j - 1).map(|param| param.ty);
                seen.extend(ty);
                if let Some(Ty::Class(_, owners)) = head.params.get(j - 1) {
                    found.extend(self.is(&owners[p], Owner::Formal(formal.name)).map(|l| (ty, l)));
                }
            }
        }
        let mut others: Vec<TypeId> = self.system.at.types.keys().copied().filter(|ty| !seen.contains(ty)).collect();
        others.sort_unstable();
        for ty in others {
            for sym in &self.system.at.types[&ty] {
                found.extend(self.is(sym, Owner::THIS_THREAD).map(|l| (Some(ty), l)));
            }
        }
        self.defaults = found;
    }

    /// Wishes for as little as possible.
    fn frugality(&mut self, fresh: &Fresh) {
        let mut least: Vec<L> = Vec::new();
        let mut clauses: Vec<((ClassId, Name), L)> = self.system.at.not_self.iter().map(|(&k, &l)| (k, l)).collect();
        clauses.sort_unstable();
        least.extend(clauses.into_iter().map(|(_, l)| !l));
        for m in 0..self.system.at.heads.len() {
            let head = self.system.at.heads[m].clone();
            for (sym, &f) in head.this.iter().zip(&self.system.at.formals[head.class.index()]) {
                least.extend(self.is(sym, Owner::Formal(f)));
            }
        }
        self.mentions(fresh);
        least.extend(self.unused.iter().map(|&(_, l)| l));
        for mode in [Mode::Write, Mode::Read] {
            least.extend(self.system.required.iter().filter(|r| r.mode == mode).map(|r| !r.is));
        }
        self.least = least;
    }

    /// Literals for the further formals, each under which its class does not mention it.
    fn mentions(&mut self, fresh: &Fresh) {
        let program = self.system.at.program;
        for i in 0..program.classes.len() {
            let class = self.system.at.resolved.of_declaration(i);
            let at = &self.system.at;
            let mut syms: Vec<Sym> = at.supers[class.index()].clone();
            syms.extend(program.classes[i].fields.indices().filter_map(|f| at.guard_of(FieldId(f as u32)).cloned()));
            syms.extend(at.with_owners(types_in(program, &program.classes[i])).flat_map(|(_, owners)| owners));
            for &f in &fresh.of_classes {
                if !self.system.at.formals[class.index()].contains(&f) {
                    continue;
                }
                let unused = self.system.at.clauses.solver.fresh();
                for &(o, l) in syms.iter().flat_map(|sym| sym.iter()) {
                    if o.formal() == Some(f) {
                        self.system.at.clauses.add(&[!unused, !l]);
                    }
                }
                self.unused.push(((class, f), unused));
            }
        }
    }

    /// The best solution.
    pub(crate) fn solve(&mut self) -> Option<OwnerSolution> {
        let mut fixed: Vec<L> = Vec::new();
        let demands: Vec<L> = self.system.demands.iter().map(|&(l, _)| !l).collect();
        let kept = self.prefer(&mut fixed, &demands)?;
        let given_up = demands.len() - kept.len();
        let wishes: Vec<L> = self.wishes.iter().map(|w| w.1).chain(self.guard_wishes.iter().copied()).collect();
        let kept_wishes = self.prefer(&mut fixed, &wishes)?;
        let defaults: Vec<L> = self.defaults.iter().map(|d| d.1).collect();
        let least = self.least.clone();
        self.prefer(&mut fixed, &least)?;
        let kept_defaults = self.prefer(&mut fixed, &defaults)?;
        let (wished, by_default): (FxHashSet<L>, FxHashSet<L>) =
            (kept_wishes.into_iter().collect(), kept_defaults.into_iter().collect());
        let mut solution = self.read(given_up);
        solution.watched = self.wishes.iter().filter(|w| wished.contains(&w.1)).map(|w| w.0).collect();
        let defaults = self.defaults.iter().filter(|d| by_default.contains(&d.1)).filter_map(|d| d.0);
        solution.by_default = defaults.filter(|ty| !solution.watched.contains(ty)).collect();
        Some(solution)
    }

    /// Fixes as many of the wishes as possible, earlier ones first. Returns the wishes kept; none, if time ran out.
    fn prefer(&mut self, fixed: &mut Vec<L>, wishes: &[L]) -> Option<Vec<L>> {
        let mut kept = wishes.to_vec();
        loop {
            let all: Vec<L> = fixed.iter().chain(&kept).copied().collect();
            if self.system.at.clauses.solver.solve(&all).ok()? {
                fixed.extend(kept.iter().copied());
                return Some(kept);
            }
            let core = self.system.at.clauses.solver.core();
            let last = kept.iter().rposition(|l| core.contains(l))?;
            kept.remove(last);
        }
    }

    fn chosen(&self, sym: &Sym) -> Owner {
        let solver = &self.system.at.clauses.solver;
        sym.iter().find(|(_, l)| solver.value(*l)).map_or(Owner::THIS_THREAD, |(o, _)| *o)
    }

    fn read(&mut self, given_up: usize) -> OwnerSolution {
        let solver = &self.system.at.clauses.solver;
        let required = self.system.required.iter().filter(|r| solver.value(r.is)).map(|r| (r.root, r.lock, r.mode));
        let roots: Vec<(u32, Owner, Mode)> = required.collect();
        let mut required = Vec::new();
        for m in 0..self.system.at.heads.len() as u32 {
            let root = self.system.at.heads[m as usize].root;
            for &(_, lock, mode) in roots.iter().filter(|r| r.0 == root) {
                required.push((m, self.system.renamed(lock, root, m), mode));
            }
        }
        let (at, solver) = (&self.system.at, &self.system.at.clauses.solver);
        let all = |syms: &Vec<Sym>| syms.iter().map(|sym| self.chosen(sym)).collect::<Vec<_>>();
        let mut moves = Vec::new();
        for m in self.system.moves.iter().filter(|m| m.if_all.iter().all(|&l| solver.value(l))) {
            moves.extend(m.at.iter().copied());
        }
        OwnerSolution {
            types: at.types.iter().map(|(&ty, syms)| (ty, all(syms))).collect(),
            guards: at.guards.iter().map(|(&f, sym)| (f, self.chosen(sym))).collect(),
            write_guards: at.write_guards.iter().map(|(&f, sym)| (f, self.chosen(sym))).collect(),
            this: at.heads.iter().map(|head| all(&head.this)).collect(),
            supers: at.supers.iter().map(all).collect(),
            required,
            moves,
            not_self: at.not_self.iter().filter(|(_, l)| solver.value(**l)).map(|(&k, _)| k).collect(),
            unused: self.unused.iter().filter(|(_, l)| solver.value(*l)).map(|&(k, _)| k).collect(),
            given_up,
            watched: FxHashSet::default(),
            by_default: FxHashSet::default(),
        }
    }

    /// Excludes the owners that a solution gave these types together.
    pub(crate) fn forbid(&mut self, solution: &OwnerSolution, types: &[TypeId]) {
        let mut clause = Vec::new();
        for ty in types {
            let (Some(syms), Some(owners)) = (self.system.at.types.get(ty), solution.types.get(ty)) else { continue };
            for (sym, &o) in syms.iter().zip(owners) {
                clause.push(!self.system.at.clauses.is(sym, o));
            }
        }
        clause.retain(|&l| l != !self.system.at.clauses.truth);
        if !clause.is_empty() {
            self.system.at.clauses.add(&clause);
        }
    }
}
