//! Symbolic locks (specification, section 3): the possible values of a lock that depends on slots, each with the
//! literal under which it has that value. A value that is no path stands for "not final".

use crate::clauses::{Clauses, Lit, Meaning, STRUCTURAL, Slot};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Open, Path, Root, Substitution};
use racefree_grammar::stack::deep;
use racefree_typeck::Cx;
use racefree_typeck::open::Notes;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The locks that one may be, with the literals: at most one path holds, but a path may be in the list several times.
pub type Alternatives = Rc<[(Path, Lit)]>;

/// Expanded locks, and the variables that describe them.
#[derive(Default)]
pub struct Symbolic {
    known: FxHashMap<Path, Alternatives>,
    both: FxHashMap<(Lit, Lit), Lit>,
    /// The new ghosts, by their variables.
    pub ghosts: FxHashMap<Name, Lit>,
    /// Meaning of each variable.
    pub meanings: Vec<Meaning>,
    /// Definitions of the variables made here.
    pub clauses: Clauses,
}

impl Symbolic {
    /// A new variable.
    pub fn var(&mut self, meaning: Meaning) -> Lit {
        self.meanings.push(meaning);
        Lit::of(self.meanings.len() as u32 - 1)
    }

    /// a ∧ b
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Lit::TRUE, _) => return b,
            (Lit::FALSE, _) => return Lit::FALSE,
            _ if a == b => return a,
            _ if a == !b => return Lit::FALSE,
            _ => {}
        }
        if let Some(&known) = self.both.get(&(a, b)) {
            return known;
        }
        let c = self.var(Meaning::Both(a, b));
        self.clauses.add(STRUCTURAL, &[!c, a]);
        self.clauses.add(STRUCTURAL, &[!c, b]);
        self.clauses.add(STRUCTURAL, &[!a, !b, c]);
        self.both.insert((a, b), c);
        c
    }

    /// Alternatives of a lock.
    pub fn alternatives(&mut self, cx: &mut Cx<'_, Notes>, slots: &[Slot], first: Name, path: Path) -> Alternatives {
        if let Some(known) = self.known.get(&path) {
            return known.clone();
        }
        let found: Alternatives = deep(|| self.expand(cx, slots, first, path)).into();
        self.known.insert(path, found.clone());
        found
    }

    fn expand(&mut self, cx: &mut Cx<'_, Notes>, slots: &[Slot], first: Name, path: Path) -> Vec<(Path, Lit)> {
        if cx.types.paths.len(path) > 0 {
            let root = match cx.types.paths.root(path) {
                Root::Var(x) if x < first && !self.ghosts.contains_key(&x) => return vec![(path, Lit::TRUE)],
                Root::Var(x) => cx.types.paths.var(x),
                Root::Expr(_) => return vec![(path, Lit::TRUE)],
                Root::Open(n) => cx.types.paths.open_path(n),
            };
            let of_root = self.alternatives(cx, slots, first, root);
            return of_root.iter().map(|&(p, lit)| (cx.types.paths.with_fields_of(p, path), lit)).collect();
        }
        match cx.types.paths.root(path) {
            Root::Var(x) if x >= first => slots[(x.0 - first.0) as usize].choices().map(|(lit, l)| (l, lit)).collect(),
            Root::Var(x) => vec![(path, self.ghosts.get(&x).copied().unwrap_or(Lit::TRUE))],
            Root::Expr(_) => vec![(path, Lit::TRUE)],
            Root::Open(n) => match cx.types.paths.open(n).clone() {
                Open::Delayed(base, entries) => self.substituted(cx, slots, first, base, &entries),
                Open::Agreed(a, b) => self.agreed(cx, slots, first, a, b),
            },
        }
    }

    /// θ of each alternative. The ghost that a candidate starts with is there if the candidate was chosen.
    fn substituted(
        &mut self,
        cx: &mut Cx<'_, Notes>,
        slots: &[Slot],
        first: Name,
        base: Path,
        entries: &[(Name, Path)],
    ) -> Vec<(Path, Lit)> {
        let mut theta = Substitution::default();
        entries.iter().for_each(|&(x, p)| theta.add(x, p));
        let before = self.alternatives(cx, slots, first, base);
        let mut found = Vec::new();
        for &(p, lit) in before.iter() {
            let p = cx.types.paths.substitute(p, &theta);
            for &(q, also) in self.alternatives(cx, slots, first, p).iter() {
                let lit = self.and(lit, also);
                if lit != Lit::FALSE && !found.contains(&(q, lit)) {
                    found.push((q, lit));
                }
            }
        }
        found
    }

    /// The lock that both are; no path if they differ.
    fn agreed(&mut self, cx: &mut Cx<'_, Notes>, slots: &[Slot], first: Name, a: Path, b: Path) -> Vec<(Path, Lit)> {
        let (ours, theirs) = (self.alternatives(cx, slots, first, a), self.alternatives(cx, slots, first, b));
        let mut found = Vec::new();
        let differ = self.var(Meaning::Differ);
        for &(p, lit) in ours.iter() {
            for &(q, also) in theirs.iter() {
                if p == q {
                    let lit = self.and(lit, also);
                    found.push((p, lit));
                } else {
                    self.clauses.add(STRUCTURAL, &[!lit, !also, differ]);
                }
            }
        }
        let nowhere = cx.types.paths.no_path();
        found.push((nowhere, differ));
        found
    }
}
