//! The solver: clauses over numbered variables, assumptions, cores.

use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit as SatLit, TernaryVal};
use rustsat_batsat::BasicSolver;

/// A literal of the solver: twice a variable, and one more for its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct L(pub u32);

impl L {
    /// The literal of a variable.
    pub fn var(v: u32) -> L {
        L(v * 2)
    }

    fn out(self) -> SatLit {
        SatLit::new(self.0 / 2, self.0 % 2 == 1)
    }

    fn back(lit: SatLit) -> L {
        L(lit.vidx32() * 2 + u32::from(lit.is_neg()))
    }
}

impl std::ops::Not for L {
    type Output = L;

    fn not(self) -> L {
        L(self.0 ^ 1)
    }
}

/// An incremental solver.
pub struct Solver {
    inner: BasicSolver,
    vars: u32,
    /// The values of the last solution.
    model: Vec<bool>,
    /// How often it was asked.
    pub queries: u64,
    /// A library's refusal, which means that there is no answer.
    pub failed: bool,
}

impl Solver {
    /// With so many variables.
    pub fn new(vars: u32) -> Solver {
        let mut solver = Solver { inner: BasicSolver::default(), vars, model: Vec::new(), queries: 0, failed: false };
        if vars > 0 {
            solver.failed |= solver.inner.reserve(rustsat::types::Var::new(vars - 1)).is_err();
        }
        solver
    }

    /// A new variable.
    pub fn fresh(&mut self) -> L {
        self.vars += 1;
        self.failed |= self.inner.reserve(rustsat::types::Var::new(self.vars - 1)).is_err();
        L::var(self.vars - 1)
    }

    /// A clause.
    pub fn add(&mut self, clause: &[L]) {
        let clause: Clause = clause.iter().map(|l| l.out()).collect();
        self.failed |= self.inner.add_clause(clause).is_err();
    }

    /// At most one of them.
    pub fn at_most_one(&mut self, lits: &[L]) {
        if lits.len() <= 5 {
            for (i, &a) in lits.iter().enumerate() {
                lits[..i].iter().for_each(|&b| self.add(&[!a, !b]));
            }
            return;
        }
        // One variable for each prefix: some literal of it holds.
        let mut before = lits[0];
        for &lit in &lits[1..] {
            self.add(&[!before, !lit]);
            let some = self.fresh();
            self.add(&[!before, some]);
            self.add(&[!lit, some]);
            before = some;
        }
    }

    /// Whether there is a solution with these literals.
    pub fn solve(&mut self, assumptions: &[L]) -> bool {
        self.queries += 1;
        let assumptions: Vec<SatLit> = assumptions.iter().map(|l| l.out()).collect();
        match self.inner.solve_assumps(&assumptions) {
            Ok(SolverResult::Sat) => {
                self.model.clear();
                for v in 0..self.vars {
                    let value = self.inner.lit_val(SatLit::new(v, false));
                    self.model.push(matches!(value, Ok(TernaryVal::True)));
                }
                true
            }
            Ok(SolverResult::Unsat) => false,
            Ok(SolverResult::Interrupted) | Err(_) => {
                self.failed = true;
                false
            }
        }
    }

    /// Whether a literal holds in the last solution.
    pub fn value(&self, lit: L) -> bool {
        self.model[lit.0 as usize / 2] != (lit.0 % 2 == 1)
    }

    /// After `solve` has failed: assumptions that cannot hold together.
    pub fn core(&mut self) -> Vec<L> {
        let core = self.inner.core().unwrap_or_default();
        core.into_iter().map(|lit| !L::back(lit)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_names_assumptions_that_exclude_each_other() {
        let mut solver = Solver::new(3);
        let [a, b, c] = [0, 1, 2].map(L::var);
        solver.add(&[!a, !b]);
        assert!(solver.solve(&[a, c]));
        assert!(solver.value(a) && !solver.value(b));
        assert!(!solver.solve(&[a, b, c]));
        let mut core = solver.core();
        core.sort();
        assert_eq!(core, [a, b]);
    }

    #[test]
    fn at_most_one_of_many_holds() {
        let mut solver = Solver::new(9);
        let lits: Vec<L> = (0..9).map(L::var).collect();
        solver.at_most_one(&lits);
        for &a in &lits {
            assert!(solver.solve(&[a]));
            for &b in lits.iter().filter(|&&b| b != a) {
                assert!(!solver.solve(&[a, b]));
            }
        }
    }
}
