//! The clauses of each premise (the table of section 3 of the specification).

use super::builder::Builder;
use super::local_of;
use crate::clauses::{Instance, Lit};
use crate::limits::{EXPLICIT, READ};
use racefree_grammar::path::{Path, Root, Step};
use racefree_program::ClassId;
use racefree_typeck::Cx;
use racefree_typeck::locks::{LocksId, Taken};
use racefree_typeck::open::{Note, Notes, Question};
use racefree_typeck::rules::exp_ref;

impl Builder<'_> {
    /// The clauses of a question of a rule.
    pub(super) fn note(&mut self, note: &Note) {
        let at = Instance { span: note.span, premise: note.premise };
        let declared = |cx: &Cx<'_, Notes>, c: ClassId| cx.classes.declared(c);
        match note.question {
            Question::Held(l, locks) => self.held(at, l, locks),
            Question::Same(a, b) => self.same(at, &[a], &[b]),
            Question::SameSets(ref ours, ref theirs) => self.same(at, ours, theirs),
            Question::Final(l, env) => {
                self.scopes.go(&self.cx, env);
                for &(p, lit) in self.alternatives(l).iter() {
                    match self.scopes.fields_to_be_final(&self.cx, p) {
                        None => self.add(at, &[!lit]),
                        Some(fields) => fields.iter().for_each(|&f| self.add(at, &[!lit, self.finals[f as usize]])),
                    }
                }
            }
            Question::ArgType(l, wanted, env) => {
                self.scopes.go(&self.cx, env);
                for &(p, lit) in self.alternatives(l).iter() {
                    let class = self.scopes.class_of(&self.cx, p);
                    if !class.is_some_and(|c| self.cx.classes.below(c, wanted)) {
                        self.add(at, &[!lit]);
                    }
                }
            }
            Question::Protected(f) => {
                let class = self.cx.heard.class_of_field(f);
                let mut clause = vec![local_of(&self.cx, &self.local, class), self.finals[f as usize]];
                let guard = self.template.program.fields[f as usize].guard;
                if let Some(l) = guard {
                    let l = self.cx.types.paths.of_expr(&self.template.program, l);
                    clause.extend(self.alternatives(l).iter().map(|&(_, lit)| lit));
                }
                self.add(at, &clause);
            }
            Question::SharedField(f, c) => {
                let owner = self.cx.heard.class_of_field(f);
                let (c, owner) = (local_of(&self.cx, &self.local, c), local_of(&self.cx, &self.local, owner));
                self.add(at, &[!c, owner]);
            }
            Question::SharedSuper(c, d) => {
                let (c, d) = (local_of(&self.cx, &self.local, c), local_of(&self.cx, &self.local, d));
                self.add(at, &[!d, c]);
            }
            Question::Overrides(m, d) => {
                let c = local_of(&self.cx, &self.local, self.cx.heard.class_of_method(m));
                self.add(at, &[!c, local_of(&self.cx, &self.local, d)]);
            }
            Question::Captured(c) => self.add(at, &[!local_of(&self.cx, &self.local, c)]),
            Question::CapturedLock(l, env) => {
                self.scopes.go(&self.cx, env);
                for &(p, lit) in self.alternatives(l).iter() {
                    let Root::Var(x) = self.cx.types.paths.root(p) else { continue };
                    let class = self.scopes.get(&self.cx, x).and_then(|t| self.cx.types.class_of(t));
                    if let Some(class) = class.filter(|&c| declared(&self.cx, c).is_some()) {
                        self.add(at, &[!lit, !local_of(&self.cx, &self.local, class)]);
                    }
                }
            }
        }
    }

    /// `g(f,l) ∧ [θl=p] → held(p)`, and so for `r(m,l)`.
    fn held(&mut self, at: Instance, l: Path, locks: LocksId) {
        if self.held.0 != locks || self.held.1.is_empty() {
            let elements = self.cx.locks.elements(locks);
            self.held = (locks, elements.map(|held| held.lock).collect());
            debug_assert!(
                self.cx
                    .locks
                    .elements(locks)
                    .all(|h| h.taken == Taken::Requires || !self.cx.types.paths.is_open(h.lock))
            );
        }
        let mut held = std::mem::take(&mut self.held.1);
        let own = held.len();
        if at.premise == exp_ref::GUARD_HELD {
            // To read, the read lock of an explicit guard is enough.
            for i in 0..own {
                held.extend(self.explicit_of_read(held[i]));
            }
        }
        for &(p, lit) in self.alternatives(l).iter() {
            let mut clause = vec![!lit];
            for &h in &held {
                for &(q, also) in self.alternatives(h).iter() {
                    if p == q {
                        clause.push(also);
                    }
                }
            }
            self.add(at, &clause);
        }
        held.truncate(own);
        self.held.1 = held;
    }

    /// The explicit lock that a read lock is one of.
    fn explicit_of_read(&mut self, lock: Path) -> Option<Path> {
        let Step::Field(of, field) = self.cx.types.paths.step(lock) else { return None };
        let program = &self.template.program;
        let explicit = program.names.find(EXPLICIT).filter(|_| program.text(field) == READ)?;
        Some(self.cx.types.paths.field(of, explicit))
    }

    /// `[σ=p] ↔ [τ=p]` for each p, and never no path.
    fn same(&mut self, at: Instance, ours: &[Path], theirs: &[Path]) {
        let mut sides = [ours, theirs].map(|side| {
            let mut all: Vec<(Path, Lit)> = Vec::new();
            for &l in side {
                all.extend(self.alternatives(l).iter());
            }
            all
        });
        let nowhere = |cx: &Cx<'_, Notes>, p: Path| matches!(cx.types.paths.root(p), Root::Expr(_));
        for side in &mut sides {
            let none: Vec<Lit> = side.iter().filter(|a| nowhere(&self.cx, a.0)).map(|a| a.1).collect();
            none.into_iter().for_each(|lit| self.add(at, &[!lit]));
            side.retain(|a| !nowhere(&self.cx, a.0));
            side.sort_unstable();
        }
        let [ours, theirs] = sides;
        for (from, to) in [(&ours, &theirs), (&theirs, &ours)] {
            for &(p, lit) in from {
                let start = to.partition_point(|a| a.0 < p);
                let mut clause = vec![!lit];
                clause.extend(to[start..].iter().take_while(|a| a.0 == p).map(|a| a.1));
                self.add(at, &clause);
            }
        }
    }
}
