//! The most specific of the methods that apply to a call (JLS 15.12.2.5).

use super::Attributor;
use super::overloads::{Candidate, Passed, parameter};
use crate::subtyping::Sure;
use crate::types::Ty;

impl Attributor<'_, '_> {
    pub(super) fn most_specific<'c>(
        &mut self,
        applicable: &[&'c Candidate],
        spreads: bool,
        arguments: &[Passed],
    ) -> Option<&'c Candidate> {
        let mut best = *applicable.first()?;
        for candidate in applicable {
            if self.better(best, candidate, spreads, arguments) == Sure::No {
                best = candidate;
            }
        }
        let abstracts = |this: &Self, c: &Candidate| this.java.methods[c.method.index()].modifiers.is_abstract();
        for candidate in applicable.iter().copied().filter(|c| c.method != best.method) {
            if self.better(best, candidate, spreads, arguments) == Sure::No {
                return None;
            }
        }
        // Several that are as good as each other have the same signature: one with a body is meant.
        let concrete = applicable.iter().copied().find(|c| {
            abstracts(self, best) && !abstracts(self, c) && self.better(c, best, spreads, arguments) != Sure::No
        });
        Some(concrete.unwrap_or(best))
    }

    pub(super) fn better(&mut self, a: &Candidate, b: &Candidate, spreads: bool, arguments: &[Passed]) -> Sure {
        let length =
            if spreads { arguments.len().max(a.parameters.len()).max(b.parameters.len()) } else { arguments.len() };
        self.tries(|this| {
            let (parameters, bounds) = this.opened(b);
            let pairs: Vec<(Ty, Ty)> = (0..length)
                .map(|i| {
                    (parameter(this.java, &a.parameters, i, spreads), parameter(this.java, &parameters, i, spreads))
                })
                .collect();
            pairs.iter().for_each(|(x, y)| this.below(*x, *y));
            let mut answer = this.bounds_hold(&bounds);
            for (i, (x, y)) in pairs.into_iter().enumerate() {
                let (x, y) = (this.filled(x), this.filled(y));
                let mut below = match (x, y) {
                    (_, Ty::UNKNOWN) => Sure::Maybe,
                    (Ty::UNKNOWN, _) => Sure::No,
                    _ => this.java.subtype(x, y),
                };
                if below == Sure::No && matches!(arguments.get(i), Some(Passed::Lambda(_) | Passed::Reference(_))) {
                    below = this.better_function(x, y);
                }
                answer = answer.min(below);
            }
            answer
        })
    }

    /// A function with a result is preferred to one without.
    fn better_function(&mut self, x: Ty, y: Ty) -> Sure {
        let (Some(x), Some(y)) = (self.java.function(x), self.java.function(y)) else { return Sure::No };
        match (x.result, y.result) {
            (_, Ty::VOID) => Sure::Yes,
            (Ty::VOID, _) => Sure::No,
            (x, y) if x == y => Sure::No,
            (x, y) => self.java.subtype(x, y),
        }
    }
}
