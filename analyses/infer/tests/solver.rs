//! The solver and the best solution, beside trying everything.

use racefree_infer::Budget;
use racefree_infer::sat::optimum::best;
use racefree_infer::sat::solver::{L, Solver};

#[test]
fn a_core_names_assumptions_that_exclude_each_other() {
    let mut solver = Solver::new(3, &Budget::default());
    let [a, b, c] = [0, 1, 2].map(L::var);
    solver.add(&[!a, !b]);
    assert_eq!(solver.solve(&[a, c]), Ok(true));
    assert!(solver.value(a) && !solver.value(b));
    assert_eq!(solver.solve(&[a, b, c]), Ok(false));
    let mut core = solver.core();
    core.sort();
    assert_eq!(core, [a, b]);
}

#[test]
fn at_most_one_of_many_holds() {
    let mut solver = Solver::new(9, &Budget::default());
    let lits: Vec<L> = (0..9).map(L::var).collect();
    solver.at_most_one(&lits);
    for &a in &lits {
        assert_eq!(solver.solve(&[a]), Ok(true));
        for &b in lits.iter().filter(|&&b| b != a) {
            assert_eq!(solver.solve(&[a, b]), Ok(false));
        }
    }
}

/// The least cost by trying all assignments.
fn by_hand(vars: u32, clauses: &[Vec<L>], soft: &[(L, u64)]) -> Option<u64> {
    let holds = |bits: u32, l: &L| (bits >> (l.0 / 2) & 1 == 1) != (l.0 % 2 == 1);
    (0..1u32 << vars)
        .filter(|&bits| clauses.iter().all(|c| c.iter().any(|l| holds(bits, l))))
        .map(|bits| soft.iter().filter(|(l, _)| !holds(bits, l)).map(|s| s.1).sum())
        .min()
}

#[test]
fn the_best_cost_is_that_of_trying_everything() {
    let mut state = 12345u64;
    let mut next = |n: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    let (mut solved, mut none) = (0, 0);
    for _ in 0..300 {
        let vars = 3 + next(7) as u32;
        let clauses: Vec<Vec<L>> = (0..next(18) + 3)
            .map(|_| (0..1 + next(3)).map(|_| L(next(2 * u64::from(vars)) as u32)).collect())
            .collect();
        let soft: Vec<(L, u64)> = (0..vars).map(|v| (L(2 * v + next(2) as u32), 1 + next(4))).collect();
        let mut solver = Solver::new(vars, &Budget::default());
        clauses.iter().for_each(|c| solver.add(c));
        let found = best(&mut solver, &soft).expect("no budget");
        assert_eq!(found, by_hand(vars, &clauses, &soft));
        match found {
            Some(cost) => {
                solved += 1;
                let real: u64 = soft.iter().filter(|(l, _)| !solver.value(*l)).map(|s| s.1).sum();
                assert_eq!(real, cost);
            }
            None => none += 1,
        }
    }
    assert!(solved > 80 && none > 10, "{solved} {none}");
}
