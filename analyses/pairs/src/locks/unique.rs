//! Unique evidence (section 6): `synchronized l` gives (h,ε) if l can only be h, and h is one concrete object; a stable field of
//! what has (h,ρ) has (h,ρf); a variable also has what its expression has.

use super::held::Holding;
use super::{Lock, LockId};
use crate::facts::VarId;
use crate::objects::ObjId;
use crate::options::Mistake;
use crate::points::InstId;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// Maximum length of a path.
const LONGEST: usize = 64;

impl Holding<'_, '_> {
    /// The unique evidence that a lock expression gives.
    pub(super) fn unique(&mut self, i: InstId, l: ExprId) -> Vec<LockId> {
        let all = self.paths(i, l);
        all.into_iter().map(|(h, path)| self.locks.id(Lock::Unique(h, path))).collect()
    }

    fn paths(&self, i: InstId, l: ExprId) -> Vec<(ObjId, Vec<Name>)> {
        let (facts, points) = (self.facts, self.points);
        let mut all = match *points.path(facts, i, l) {
            // Many threads may hold the half of a lock for readers: it counts beside the whole, by its path.
            [h] if Some(facts.resolved.get(points.objects.class(h)).name) == self.readers => Vec::new(),
            [h] if self.options.errs(Mistake::PaperLocks) || self.entries.unique(facts, points, h) => {
                vec![(h, Vec::new())]
            }
            _ => Vec::new(),
        };
        match facts.program().expr(l) {
            Expr::Field { recv, field } if !facts.is_of_cell(l, recv) && self.terms.stable(i, recv, field) => {
                for (h, mut path) in deep(|| self.paths(i, recv)) {
                    if path.len() < LONGEST {
                        path.push(field);
                        all.push((h, path));
                    }
                }
            }
            Expr::Var(_) => {
                let bound = facts.meant(l).and_then(|v| self.bound(i, v));
                if let Some((home, bound)) = bound {
                    all.extend(deep(|| self.paths(home, bound)));
                }
            }
            _ => {}
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn bound(&self, mut i: InstId, v: VarId) -> Option<(InstId, ExprId)> {
        let var = self.facts.var(v);
        while self.points.inst(i).body != var.body {
            i = self.points.inst(i).outer?;
        }
        Some((i, var.bound?))
    }
}
