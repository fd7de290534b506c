//! Statements of `main` that run while there is no other thread, as the elaboration knows them: behind `for (Thread t : all) t.join();`.

use crate::clock::{Clock, Interval};
use crate::facts::Facts;
use crate::points::{InstId, Points};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::span::Span;

/// The numbers of main within each of some statements.
pub(super) fn intervals(facts: &Facts<'_>, points: &Points, clock: &Clock, statements: &[Span]) -> Vec<Interval> {
    let mut found: Vec<Option<Interval>> = vec![None; statements.len()];
    if statements.is_empty() {
        return Vec::new();
    }
    let insts: Vec<InstId> = points.inst_ids().filter(|&i| clock.is_exact(i)).collect();
    for (n, node) in facts.nodes.iter().enumerate() {
        let n = ExprId::new(n as u32);
        // A form that is evaluated behind all that stands in it has the place of its beginning.
        let is_step = matches!(
            facts.program().expr(n),
            Expr::Field { .. } | Expr::Assign { .. } | Expr::Call { .. } | Expr::New(_)
        );
        let Some(body) = node.body.filter(|_| is_step) else { continue };
        let span = facts.program().span(n);
        for (s, _) in statements.iter().enumerate().filter(|(_, s)| s.contains(span)) {
            for &i in insts.iter().filter(|&&i| points.inst(i).body == body) {
                let (Some((_, hi)), Some(lo)) = (clock.node(facts, i, n), clock.begin(facts, i, n)) else { continue };
                let known = found[s].unwrap_or((lo, hi));
                found[s] = Some((known.0.min(lo), known.1.max(hi)));
            }
        }
    }
    found.into_iter().flatten().collect()
}
