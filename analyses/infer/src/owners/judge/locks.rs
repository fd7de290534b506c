//! Lock sets and `requires` clauses: each lock that a method needs and does not take is a literal, demanded of its
//! calls.

use super::{Around, Call, DEPTH, OwnerConstraints, Required};
use crate::owners::symbols::Sym;
use crate::sat::solver::L;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_owners::owner::Owner;
use racefree_owners::typing::{FIRST_LOCKS, Mode};

impl OwnerConstraints<'_> {
    /// A lock that a method may require, as its root names it.
    pub(super) fn require(&mut self, m: u32, lock: Owner, mode: Mode) -> L {
        let root = self.at.heads[m as usize].root;
        let lock = self.renamed(lock, m, root);
        if let Some(known) = self.required.iter().find(|r| r.root == root && r.lock == lock && r.mode == mode) {
            return known.is;
        }
        let is = self.at.clauses.solver.fresh();
        let number = self.required.len();
        self.required.push(Required { root, lock, mode, is });
        if let Owner::Qualified(f, _) = lock
            && let Some(brings) = self.at.brings(root, f)
        {
            self.at.clauses.add(&[!is, brings]);
        }
        self.todo.extend((0..self.calls.len()).filter(|&c| self.calls[c].root == root).map(|c| (number, c)));
        is
    }

    /// A lock with the parameters of one method's relative put for its own.
    pub(crate) fn renamed(&mut self, lock: Owner, from: u32, to: u32) -> Owner {
        if from == to {
            return lock;
        }
        let (Owner::Path(p) | Owner::Qualified(_, p)) = lock else { return lock };
        let (ours, theirs) = (self.at.heads[from as usize].names.clone(), self.at.heads[to as usize].names.clone());
        let Root::Var(x) = self.at.clauses.paths.root(p) else { return lock };
        let Some(i) = ours.iter().position(|&name| name == x) else { return lock };
        let Some(&name) = theirs.get(i) else { return lock };
        let start = self.at.clauses.paths.var(name);
        let p = self.at.clauses.paths.with_fields_of(start, p);
        match lock {
            Owner::Qualified(f, _) => Owner::Qualified(f, p),
            _ => Owner::Path(p),
        }
    }

    /// Demands that the lock is held if `l` holds, unless `or` holds.
    pub(super) fn held(&mut self, around: &Around, lock: Owner, l: L, mode: Mode, or: L) {
        let taken = matches!(lock, Owner::Path(p) if around.locks.contains(&p));
        if taken || FIRST_LOCKS.iter().any(|&(first, of)| first == lock && of >= mode) {
            return;
        }
        let mut clause = vec![!l, or];
        if let (Some(m), true) = (around.head, around.requires)
            && let Owner::Path(p) | Owner::Qualified(_, p) = lock
            && self.can_name(m, p)
        {
            clause.push(self.require(m, lock, Mode::Write));
            if mode == Mode::Read {
                clause.push(self.require(m, lock, Mode::Read));
            }
            clause.extend(self.under_another_name(around, m, lock, mode));
        }
        self.at.clauses.add(&clause);
    }

    /// With `where f != self`, `f$p` is held if `f$this` is.
    pub(super) fn under_another_name(&mut self, around: &Around, m: u32, lock: Owner, mode: Mode) -> Vec<L> {
        let Owner::Qualified(f, p) = lock else { return Vec::new() };
        let this = self.at.clauses.paths.var(Name::THIS);
        let clause = around.class.and_then(|c| self.at.not_self.get(&(c, f)).copied());
        let Some(clause) = clause.filter(|_| p != this) else { return Vec::new() };
        let modes: &[Mode] = if mode == Mode::Read { &[Mode::Write, Mode::Read] } else { &[Mode::Write] };
        let mut found = Vec::new();
        for &mode in modes {
            let is = self.require(m, Owner::Qualified(f, this), mode);
            let both = self.at.clauses.solver.fresh();
            self.at.clauses.add(&[!both, is]);
            self.at.clauses.add(&[!both, clause]);
            found.push(both);
        }
        found
    }

    /// Returns true if the head of a method can name a path.
    pub(super) fn can_name(&self, m: u32, p: Path) -> bool {
        let paths = &self.at.clauses.paths;
        let Root::Var(x) = paths.root(p) else { return false };
        paths.len(p) <= DEPTH && (x == Name::THIS || self.at.heads[m as usize].names.contains(&x))
    }

    pub(super) fn all_held(&mut self, lock: &Sym, mode: Mode, or: L) {
        let around = self.around.clone();
        for &(o, l) in lock.iter() {
            self.held(&around, o, l, mode, or);
        }
    }

    /// Each required lock with each call of its method, until there is nothing new.
    pub(super) fn meet(&mut self) {
        while let Some((r, c)) = self.todo.pop() {
            let (lock, mode, is, root) = {
                let r = &self.required[r];
                (r.lock, r.mode, r.is, r.root)
            };
            let Call { member, ref theta, ref around, or, .. } = self.calls[c];
            let (theta, around) = (theta.clone(), around.clone());
            let lock = self.renamed(lock, root, member);
            let sym: Sym = [(lock, is)].into();
            let put = self.at.clauses.put(&sym, &theta);
            for &(o, l) in put.iter() {
                self.held(&around, o, l, mode, or);
            }
        }
    }
}
