//! The best solution: soft literals each have a weight as their cost when false. Core-guided, with the transformation
//! of Narodytska and Bacchus (AAAI 2014): a core of n soft literals, of which one must go, is replaced by n − 1 that
//! say that no second one goes.

use super::solver::{L, Solver};
use racefree_kernel::Stopped;
use std::collections::BTreeMap;

/// Finds the least cost. From then on the solver has solutions of this cost alone. None if there is no solution at all.
///
/// # Errors
///
/// The budget is over; the solver's last solution is one that may not be the best.
pub fn best(solver: &mut Solver, soft: &[(L, u64)]) -> Result<Option<u64>, Stopped> {
    at_most(solver, soft, u64::MAX)
}

/// The same, if it is not more than this; else none.
pub fn at_most(solver: &mut Solver, soft: &[(L, u64)], most: u64) -> Result<Option<u64>, Stopped> {
    if !solver.solve(&[])? {
        return Ok(None);
    }
    let (mut active, mut cost) = open(solver, soft)?;
    // The highest costs come first: cores of those alone.
    let mut level = active.values().copied().max().unwrap_or(0);
    loop {
        let assumptions: Vec<L> = active.iter().filter(|a| *a.1 >= level).map(|a| *a.0).collect();
        if solver.solve(&assumptions)? {
            if let Some(next) = active.values().copied().filter(|&weight| weight < level).max() {
                level = next;
                continue;
            }
            for lit in assumptions {
                solver.add(&[lit]);
            }
            // One more query gives the values of the remaining solution.
            solver.solve(&[])?;
            return Ok(Some(cost));
        }
        let core = solver_core(solver);
        let core = smaller(solver, core)?;
        let least = core.iter().filter_map(|lit| active.get(lit)).min().copied().unwrap_or(0);
        debug_assert!(least > 0, "a core of soft literals");
        if least == 0 {
            return Ok(None);
        }
        cost += least;
        if cost > most {
            return Ok(None);
        }
        for lit in &core {
            if let Some(weight) = active.get_mut(lit) {
                *weight -= least;
                if *weight == 0 {
                    active.remove(lit);
                }
            }
        }
        relax(solver, &core, least, &mut active);
    }
}

/// Literals that some solution lacks, given a first solution: repeats while some solution lacks one of the rest.
pub fn lacking(solver: &mut Solver, lits: &[L]) -> Result<Vec<bool>, Stopped> {
    let mut lacking: Vec<bool> = lits.iter().map(|&lit| !solver.value(lit)).collect();
    loop {
        let left: Vec<L> = lits.iter().zip(&lacking).filter(|l| !l.1).map(|l| !*l.0).collect();
        if left.is_empty() {
            return Ok(lacking);
        }
        let some = solver.fresh();
        solver.add(&[&[!some], &left[..]].concat());
        let found = solver.solve(&[some])?;
        if found {
            lacking.iter_mut().zip(lits).for_each(|(l, &lit)| *l |= !solver.value(lit));
        }
        solver.add(&[!some]);
        if !found {
            // One more query gives the values of a solution again.
            solver.solve(&[])?;
            return Ok(lacking);
        }
    }
}

/// The soft literals that some solution has, with their weights. The others go first: their cost is unavoidable.
fn open(solver: &mut Solver, soft: &[(L, u64)]) -> Result<(BTreeMap<L, u64>, u64), Stopped> {
    let lits: Vec<L> = soft.iter().map(|s| s.0).collect();
    let possible = possible(solver, &lits)?;
    let (mut active, mut cost) = (BTreeMap::new(), 0);
    for (&(lit, weight), possible) in soft.iter().zip(possible).filter(|(s, _)| s.1 > 0) {
        if possible {
            *active.entry(lit).or_default() += weight;
        } else {
            cost += weight;
        }
    }
    Ok((active, cost))
}

/// Number of literals in one query: a solution costs as much as all variables, a refutation only as much as the query.
const AT_ONCE: usize = 100;

/// Literals that some solution has, given a first solution. From then on the others are fixed to false.
pub fn possible(solver: &mut Solver, lits: &[L]) -> Result<Vec<bool>, Stopped> {
    let mut possible: Vec<bool> = lits.iter().map(|&lit| solver.value(lit)).collect();
    if solver.solve(lits)? {
        return Ok(vec![true; lits.len()]);
    }
    let mut open: Vec<usize> = (0..lits.len()).rev().filter(|&i| !possible[i]).collect();
    while !open.is_empty() {
        let mut asked = open.split_off(open.len().saturating_sub(AT_ONCE));
        asked.retain(|&i| !possible[i]);
        while !asked.is_empty() {
            let together: Vec<L> = asked.iter().map(|&i| lits[i]).collect();
            if solver.solve(&together)? {
                (0..lits.len()).for_each(|i| possible[i] |= solver.value(lits[i]));
                break;
            }
            let core = solver_core(solver);
            match core[..] {
                // No solution has it.
                [lit] => {
                    solver.add(&[!lit]);
                    asked.retain(|&i| lits[i] != lit);
                }
                // Some solution has each of them, perhaps, but none has all.
                [_, ref later @ ..] => {
                    let (wait, go): (Vec<usize>, _) = asked.iter().partition(|&&i| later.contains(&lits[i]));
                    open.extend(wait);
                    asked = go;
                }
                [] => return Ok(possible),
            }
        }
    }
    Ok(possible)
}

fn solver_core(solver: &mut Solver) -> Vec<L> {
    let mut core = solver.core();
    core.sort_unstable();
    core
}

/// A core is asked again as long as it gets much smaller by that.
fn smaller(solver: &mut Solver, mut core: Vec<L>) -> Result<Vec<L>, Stopped> {
    while core.len() > 2 && !solver.solve(&core)? {
        let next = solver_core(solver);
        if next.len() >= core.len() {
            break;
        }
        core = next;
    }
    Ok(core)
}

/// Relaxes a core: one literal goes, and the new soft constraint is that no second one does.
fn relax(solver: &mut Solver, core: &[L], weight: u64, active: &mut BTreeMap<L, u64>) {
    let gone: Vec<L> = core.iter().map(|&lit| !lit).collect();
    solver.add(&gone);
    // Literals for "one of the rest goes", from the last on.
    let mut later: Option<L> = None;
    for i in (0..gone.len().saturating_sub(1)).rev() {
        let any = match later {
            None => gone[i + 1],
            Some(after) => {
                let any = solver.fresh();
                solver.add(&[!gone[i + 1], any]);
                solver.add(&[!after, any]);
                solver.add(&[!any, gone[i + 1], after]);
                any
            }
        };
        later = Some(any);
        let two = solver.fresh();
        solver.add(&[!gone[i], !any, two]);
        *active.entry(!two).or_default() += weight;
    }
}

/// Among the best solutions, one by one: each literal that some such solution has, given those before, holds from now on, and
/// the others do not.
pub fn prefer(solver: &mut Solver, lit: L) -> Result<bool, Stopped> {
    let holds = solver.value(lit) || solver.solve(&[lit])?;
    solver.add(&[if holds { lit } else { !lit }]);
    Ok(holds)
}
