//! Owners that are not known yet: a [`Sym`] says under which literal a position has which owner, and θ is carried out on all of
//! them at once.

use crate::sat::solver::{L, Solver};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths, Root, Substitution};
use racefree_kernel::Budget;
use racefree_owners::owner::Owner;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The owners that a position may have, each with the literal that says that it has it.
pub(crate) type Sym = Rc<[(Owner, L)]>;

/// Owner without a name: no program can write it, because it is no path.
pub(crate) const NAMELESS: Owner = Owner::Other(u32::MAX);

/// θ: for each formal the owners that it may be, for each variable the path that is put in, if it is one.
#[derive(Clone, Default)]
pub(crate) struct Theta {
    /// \[o/f\]
    pub(crate) formals: Vec<(Name, Sym)>,
    /// \[p/x\]
    pub(crate) vars: Vec<(Name, Option<Path>)>,
}

impl Theta {
    fn formal(&self, f: Name) -> Option<&Sym> {
        self.formals.iter().find(|(g, _)| *g == f).map(|(_, sym)| sym)
    }
}

/// Clauses over the literals of symbols.
pub(crate) struct SymbolClauses {
    /// Solver that takes the clauses.
    pub(crate) solver: Solver,
    /// Literal that always holds.
    pub(crate) truth: L,
    /// All paths.
    pub(crate) paths: Paths,
}

impl SymbolClauses {
    /// Empty set of clauses.
    pub(crate) fn new(budget: &Budget) -> SymbolClauses {
        let mut solver = Solver::new(1, budget);
        let truth = L::var(0);
        solver.add(&[truth]);
        SymbolClauses { solver, truth, paths: Paths::default() }
    }

    /// Adds a clause, unless it holds trivially.
    pub(crate) fn add(&mut self, clause: &[L]) {
        if clause.contains(&self.truth) {
            return;
        }
        let left: Vec<L> = clause.iter().copied().filter(|&l| l != !self.truth).collect();
        self.solver.add(&left);
    }

    /// Exactly one of these owners.
    pub(crate) fn choice(&mut self, owners: &[Owner]) -> Sym {
        if let [one] = owners {
            return self.constant(*one);
        }
        let sym: Vec<(Owner, L)> = owners.iter().map(|&o| (o, self.solver.fresh())).collect();
        let lits: Vec<L> = sym.iter().map(|&(_, l)| l).collect();
        self.solver.add(&lits);
        self.solver.at_most_one(&lits);
        sym.into()
    }

    /// This owner.
    pub(crate) fn constant(&self, o: Owner) -> Sym {
        [(o, self.truth)].into()
    }

    fn both(&mut self, a: L, b: L) -> L {
        if a == self.truth || a == b {
            return b;
        }
        if b == self.truth {
            return a;
        }
        let c = self.solver.fresh();
        self.solver.add(&[!a, !b, c]);
        self.solver.add(&[!c, a]);
        self.solver.add(&[!c, b]);
        c
    }

    /// θ of a position. A substituted owner without a name becomes [`NAMELESS`].
    pub(crate) fn put(&mut self, sym: &Sym, theta: &Theta) -> Sym {
        let mut found: Vec<(Owner, Vec<L>)> = Vec::new();
        let mut add = |o: Owner, l: L| match found.iter_mut().find(|(known, _)| *known == o) {
            Some((_, lits)) => lits.push(l),
            None => found.push((o, vec![l])),
        };
        for &(o, l) in sym.iter() {
            match o.formal().and_then(|f| theta.formal(f)) {
                None => add(o.put(None, |p| self.path(p, theta)).unwrap_or(NAMELESS), l),
                Some(of) => {
                    for &(a, la) in of.iter() {
                        let l = self.both(l, la);
                        add(o.put(Some(a), |p| self.path(p, theta)).unwrap_or(NAMELESS), l);
                    }
                }
            }
        }
        found.into_iter().map(|(o, lits)| (o, self.any(&lits))).collect()
    }

    /// The literal under which one of some holds.
    fn any(&mut self, lits: &[L]) -> L {
        if let [one] = lits {
            return *one;
        }
        let any = self.solver.fresh();
        lits.iter().for_each(|&l| self.add(&[!l, any]));
        let some: Vec<L> = std::iter::once(!any).chain(lits.iter().copied()).collect();
        self.add(&some);
        any
    }

    /// The owners of either of two positions.
    pub(crate) fn either(&mut self, a: &Sym, b: &Sym) -> Sym {
        let mut all: Vec<(Owner, L)> = a.to_vec();
        for &(o, l) in b.iter() {
            match all.iter_mut().find(|(known, _)| *known == o) {
                Some((_, known)) if *known != l => *known = self.any(&[*known, l]),
                Some(_) => {}
                None => all.push((o, l)),
            }
        }
        all.into()
    }

    fn path(&mut self, p: Path, theta: &Theta) -> Option<Path> {
        let Root::Var(x) = self.paths.root(p) else { return None };
        let Some(&(_, put)) = theta.vars.iter().find(|(y, _)| *y == x) else { return Some(p) };
        let mut vars = Substitution::default();
        vars.add(x, put?);
        Some(self.paths.substitute(p, &vars))
    }

    /// The literal under which a position has an owner.
    pub(crate) fn is(&self, sym: &Sym, o: Owner) -> L {
        sym.iter().find(|(known, _)| *known == o).map_or(!self.truth, |&(_, l)| l)
    }

    /// `a` is the same owner as `b`, unless a literal of `or` holds; formals with a clause `where` are equal, whatever
    /// qualifies them.
    pub(crate) fn equal(&mut self, a: &Sym, b: &Sym, not_self: &FxHashMap<Name, L>, or: &[L]) {
        for &(o, l) in a.iter() {
            self.among(o, l, b, not_self, or);
        }
    }

    /// Demands that `b` is `o` if `l` holds, unless a literal of `or` holds.
    pub(crate) fn among(&mut self, o: Owner, l: L, b: &Sym, not_self: &FxHashMap<Name, L>, or: &[L]) {
        let mut clause = vec![!l];
        if o != NAMELESS {
            clause.push(self.is(b, o));
            if let Some(f) = o.formal()
                && let Some(&clause_of) = not_self.get(&f)
            {
                for &(_, lo) in b.iter().filter(|&&(other, _)| other != o && other.formal() == Some(f)) {
                    let same = self.solver.fresh();
                    self.solver.add(&[!same, lo]);
                    self.solver.add(&[!same, clause_of]);
                    clause.push(same);
                }
            }
        }
        clause.extend_from_slice(or);
        self.add(&clause);
    }
}
