//! The solver: clauses over numbered variables, assumptions, cores.

use batsat::{BasicSolver, Lit as SatLit, SolverInterface, Var, lbool};
use racefree_kernel::{Budget, Stopped};

/// A literal of the solver: twice a variable, and one more for its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct L(pub u32);

impl L {
    /// The literal of a variable.
    pub fn var(v: u32) -> L {
        L(v * 2)
    }

    /// Literal of the library, whose variables have the numbers of ours.
    fn out(self) -> SatLit {
        SatLit::new(Var::unsafe_from_idx(self.0 / 2), self.0.is_multiple_of(2))
    }

    fn back(lit: SatLit) -> L {
        L(lit.var().idx() * 2 + u32::from(!lit.sign()))
    }
}

impl std::ops::Not for L {
    type Output = L;

    fn not(self) -> L {
        L(self.0 ^ 1)
    }
}

/// A solver that stops when the budget is over.
fn inner(budget: &Budget) -> BasicSolver {
    let mut inner = BasicSolver::default();
    let budget = budget.clone();
    inner.cb_mut().set_stop(move || budget.stopped().is_some());
    inner
}

/// An incremental solver.
pub struct Solver {
    inner: BasicSolver,
    budget: Budget,
    vars: u32,
    /// The values of the last solution.
    model: Vec<bool>,
    /// Number of queries.
    pub queries: u64,
    /// Number of queries with a solution.
    pub solutions: u64,
}

impl Solver {
    /// Solver with a number of variables.
    pub fn new(vars: u32, budget: &Budget) -> Solver {
        let (inner, model) = (inner(budget), Vec::new());
        let mut solver = Solver { inner, budget: budget.clone(), vars, model, queries: 0, solutions: 0 };
        solver.reserve();
        solver
    }

    /// A new variable.
    pub fn fresh(&mut self) -> L {
        self.vars += 1;
        self.reserve();
        L::var(self.vars - 1)
    }

    /// Declares all variables to the library.
    fn reserve(&mut self) {
        while self.inner.num_vars() < self.vars {
            self.inner.new_var_default();
        }
    }

    /// A clause.
    pub fn add(&mut self, clause: &[L]) {
        self.inner.add_clause_reuse(&mut clause.iter().map(|l| l.out()).collect());
    }

    /// Adds the constraint that at most one of them holds.
    pub fn at_most_one(&mut self, lits: &[L]) {
        if lits.len() <= 5 {
            for (i, &a) in lits.iter().enumerate() {
                lits[..i].iter().for_each(|&b| self.add(&[!a, !b]));
            }
            return;
        }
        // A variable for each prefix means that some literal of it holds.
        let mut before = lits[0];
        for &lit in &lits[1..] {
            self.add(&[!before, !lit]);
            let some = self.fresh();
            self.add(&[!before, some]);
            self.add(&[!lit, some]);
            before = some;
        }
    }

    /// Returns true if there is a solution with these literals.
    ///
    /// # Errors
    ///
    /// The budget is over. The last solution is still there.
    pub fn solve(&mut self, assumptions: &[L]) -> Result<bool, Stopped> {
        self.queries += 1;
        self.budget.check()?;
        let assumptions: Vec<SatLit> = assumptions.iter().map(|l| l.out()).collect();
        let answer = self.inner.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            self.solutions += 1;
            let holds = |v| self.inner.value_var(Var::unsafe_from_idx(v)) == lbool::TRUE;
            self.model = (0..self.vars).map(holds).collect();
            Ok(true)
        } else if answer == lbool::FALSE {
            Ok(false)
        } else {
            Err(self.budget.stopped().unwrap_or(Stopped::Memory))
        }
    }

    /// Returns true if there has been a solution.
    pub fn has_solution(&self) -> bool {
        !self.model.is_empty()
    }

    /// Value of a literal in the last solution.
    pub fn value(&self, lit: L) -> bool {
        self.model[lit.0 as usize / 2] != (lit.0 % 2 == 1)
    }

    /// Core after `solve` has failed: assumptions that cannot hold together.
    pub fn core(&mut self) -> Vec<L> {
        // The library gives the clause that they contradict.
        self.inner.unsat_core().iter().map(|&lit| !L::back(lit)).collect()
    }
}
