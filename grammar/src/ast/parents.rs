//! What an expression is part of: the tree upwards.

use super::{Expr, ExprId, Program};

/// The expression that each one is a direct part of.
pub struct Parents(Vec<u32>);

impl Parents {
    /// Looks at every expression once.
    pub fn new(program: &Program) -> Parents {
        let mut parents = vec![u32::MAX; program.exprs.len()];
        for i in 0..program.exprs.len() {
            for child in program.parts(ExprId(i as u32)).children() {
                parents[child.0 as usize] = i as u32;
            }
        }
        Parents(parents)
    }

    /// The expression that `e` is a direct part of.
    pub fn of(&self, e: ExprId) -> Option<ExprId> {
        self.0.get(e.0 as usize).filter(|&&p| p != u32::MAX).map(|&p| ExprId(p))
    }

    /// `e` and what it is part of, outwards.
    pub fn outwards(&self, e: ExprId) -> impl Iterator<Item = ExprId> + '_ {
        std::iter::successors(Some(e), |&at| self.of(at))
    }

    /// The largest expression around `e` that stands where a statement can: in a sequence, as a body, a branch, a condition.
    pub fn statement(&self, program: &Program, e: ExprId) -> ExprId {
        let stands = |at: &ExprId| match self.of(*at) {
            None => true,
            Some(parent) => matches!(
                program.expr(parent),
                Expr::Seq(_)
                    | Expr::Fork(_)
                    | Expr::If { .. }
                    | Expr::While { .. }
                    | Expr::Let { .. }
                    | Expr::Sync { .. }
            ),
        };
        self.outwards(e).find(stands).unwrap_or(e)
    }
}
