//! Parent of each expression, for repairs: the context of one.

use crate::ast::{Expr, ExprId, Program};
use crate::name::Name;
use rustc_hash::FxHashSet;
use std::cell::{Cell, OnceCell};

/// Greatest number of expressions looked at, in all, to find the places of repairs. Errors beyond that have none: with
/// that many, a reader begins with the first ones.
const LOOKS: u64 = 20_000_000;

/// Parent of each expression.
#[derive(Debug)]
pub struct Parents {
    of: Vec<u32>,
    /// Number of expressions that may still be looked at.
    looks: Cell<u64>,
    /// Names of fields that some expression assigns, once they are asked for.
    assigned: OnceCell<FxHashSet<Name>>,
}

impl Parents {
    /// Looks at every expression once.
    pub fn new(program: &Program) -> Parents {
        let mut parents = vec![u32::MAX; program.exprs.len()];
        for i in 0..program.exprs.len() {
            for child in program.parts(ExprId::new(i as u32)).children() {
                parents[child.index()] = i as u32;
            }
        }
        Parents { of: parents, looks: Cell::new(LOOKS), assigned: OnceCell::new() }
    }

    /// Number of expressions that may still be looked at; to go back to.
    pub fn left(&self) -> u64 {
        self.looks.get()
    }

    /// Restores the number of expressions that may be looked at.
    pub fn go_back(&self, left: u64) {
        self.looks.set(left);
    }

    /// Returns true if all expressions may be looked at once more.
    pub fn may_search(&self) -> bool {
        let left = self.looks.get();
        self.looks.set(left.saturating_sub(self.of.len() as u64));
        left > 0
    }

    /// Returns true if some expression assigns a field of this name.
    pub fn assigns(&self, program: &Program, field: Name) -> bool {
        let assigned = |e: &Expr| match *e {
            Expr::Assign { field, .. } => Some(field),
            _ => None,
        };
        self.assigned.get_or_init(|| program.exprs.iter().filter_map(assigned).collect()).contains(&field)
    }

    /// The expression that `e` is a direct part of.
    pub fn of(&self, e: ExprId) -> Option<ExprId> {
        self.of.get(e.index()).filter(|&&p| p != u32::MAX).map(|&p| ExprId::new(p))
    }

    /// `e` and its ancestors, outwards.
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
