//! The second way (specification, section 5): satisfiability. New ghosts, the best answer, what is to blame if there is none, the
//! best partial answer.

pub mod component;
pub mod optimum;
pub mod solver;

use crate::slots::Facts;
use crate::system::System;
use component::{Component, Components, counts, decisions, weights};
use optimum::{Deadline, OutOfTime, best, prefer};
use solver::L;

/// A solution.
pub struct Solution {
    /// For each variable, whether it holds.
    pub values: Vec<bool>,
    /// How often solvers were asked.
    pub queries: u64,
}

/// The best solution of a system; none if there is none.
pub fn solve(system: &System<'_>, deadline: Deadline) -> Result<Option<Solution>, OutOfTime> {
    let components = Components::new(system);
    let mut solution = Solution { values: vec![false; system.meanings.len()], queries: 0 };
    if !components.hopeless.is_empty() {
        return Ok(None);
    }
    for component in &components.all {
        if is_trivial(system, component) {
            continue;
        }
        if !solve_one(system, &components, component, deadline, &mut solution)? {
            return Ok(None);
        }
    }
    Ok(Some(solution))
}

/// Whether a system has a solution at all.
pub fn is_solvable(system: &System<'_>) -> bool {
    let components = Components::new(system);
    let solvable = |c: &Component| is_trivial(system, c) || components.solver(system, c, false).0.solve(&[]);
    components.hopeless.is_empty() && components.all.iter().all(solvable)
}

/// Whether nothing has to hold.
fn is_trivial(system: &System<'_>, component: &Component) -> bool {
    component.clauses.iter().all(|&i| system.clauses.get(i as usize).iter().any(|l| l.is_negative()))
}

fn solve_one(
    system: &System<'_>,
    components: &Components,
    component: &Component,
    deadline: Deadline,
    solution: &mut Solution,
) -> Result<bool, OutOfTime> {
    let (mut solver, _) = components.solver(system, component, false);
    let place = |v: u32| components.lit(crate::clauses::Lit::of(v));
    let annotations: Vec<u32> = component.vars.iter().copied().filter(|&v| counts(system, v)).collect();
    let soft: Vec<(L, u64)> = annotations.iter().map(|&v| (!place(v), 1)).collect();
    if best(&mut solver, &soft, deadline)?.is_none() {
        return Ok(false);
    }
    decide(system, components, component, &mut solver, deadline, solution)?;
    Ok(true)
}

/// Among the best solutions, the one that is first in order.
fn decide(
    system: &System<'_>,
    components: &Components,
    component: &Component,
    solver: &mut solver::Solver,
    deadline: Deadline,
    solution: &mut Solution,
) -> Result<(), OutOfTime> {
    for v in decisions(system, component) {
        if deadline.is_over() {
            return Err(OutOfTime);
        }
        prefer(solver, components.lit(crate::clauses::Lit::of(v)));
    }
    solver.solve(&[]);
    for &v in &component.vars {
        solution.values[v as usize] = solver.value(components.lit(crate::clauses::Lit::of(v)));
    }
    solution.queries += solver.queries;
    Ok(())
}

/// A core (step 4): instances of the first component without a solution that no annotation satisfies together, and all but any
/// one of them can be. By deletion in program order.
pub fn blame(system: &System<'_>, deadline: Deadline) -> Result<Vec<u32>, OutOfTime> {
    let components = Components::new(system);
    if let Some(&first) = components.hopeless.first() {
        return Ok(vec![first]);
    }
    let mut all: Vec<&Component> = components.all.iter().filter(|c| !is_trivial(system, c)).collect();
    all.sort_by_key(|c| c.instances.first().copied());
    for component in all {
        let (mut solver, selectors) = components.solver(system, component, true);
        if solver.solve(&selectors) {
            continue;
        }
        let mut core = solver.core();
        core.sort_unstable();
        let mut i = 0;
        while i < core.len() {
            if deadline.is_over() {
                return Err(OutOfTime);
            }
            let mut without = core.clone();
            without.remove(i);
            if solver.solve(&without) {
                i += 1;
            } else {
                // What is needed stays needed, and what was not tried yet is tried.
                let kept = solver.core();
                core = without.into_iter().filter(|l| kept.contains(l)).collect();
                i = i.min(core.len());
            }
        }
        let place = |l: &L| selectors.binary_search(l).ok().map(|at| component.instances[at]);
        return Ok(core.iter().filter_map(place).collect());
    }
    Ok(Vec::new())
}

/// The best partial answer (step 5): least weight of violated premises, then as for a whole one.
pub fn partial(system: &System<'_>, facts: &Facts, deadline: Deadline) -> Result<Solution, OutOfTime> {
    best_of(system, facts, &[], deadline)
}

fn best_of(
    system: &System<'_>,
    facts: &Facts,
    wishes: &[crate::clauses::Lit],
    deadline: Deadline,
) -> Result<Solution, OutOfTime> {
    let components = Components::new(system);
    let weights = weights(system, facts);
    let mut solution = Solution { values: vec![false; system.meanings.len()], queries: 0 };
    for component in &components.all {
        let wished: Vec<(L, u64)> = (wishes.iter())
            .filter(|l| component.vars.binary_search(&l.var()).is_ok())
            .map(|&l| (components.lit(l), 1))
            .collect();
        if wished.is_empty() && is_trivial(system, component) {
            continue;
        }
        let (mut solver, selectors) = components.solver(system, component, true);
        let place = |v: u32| components.lit(crate::clauses::Lit::of(v));
        let of = |(&l, &i): (&L, &u32)| (l, weights[i as usize]);
        let violated: Vec<(L, u64)> = selectors.iter().zip(&component.instances).map(of).collect();
        best(&mut solver, &violated, deadline)?;
        best(&mut solver, &wished, deadline)?;
        let annotations = component.vars.iter().copied().filter(|&v| counts(system, v));
        let soft: Vec<(L, u64)> = annotations.map(|v| (!place(v), 1)).collect();
        best(&mut solver, &soft, deadline)?;
        decide(system, &components, component, &mut solver, deadline, &mut solution)?;
    }
    Ok(solution)
}

/// Completes choices that runs have made: least weight of violated premises; among these as many of the choices as can be; then
/// as for a whole answer.
pub fn complete(
    system: &System<'_>,
    facts: &Facts,
    wishes: &[crate::clauses::Lit],
    deadline: Deadline,
) -> Result<Solution, OutOfTime> {
    best_of(system, facts, wishes, deadline)
}

/// Whether instances, with what literals mean, have no solution together. For tests of cores.
pub fn is_unsatisfiable(system: &System<'_>, instances: &[u32]) -> bool {
    let components = Components::new(system);
    if components.hopeless.iter().any(|i| instances.contains(i)) {
        return true;
    }
    components.all.iter().any(|component| {
        let (mut solver, selectors) = components.solver(system, component, true);
        let chosen = selectors.iter().zip(&component.instances).filter(|(_, i)| instances.contains(i));
        let chosen: Vec<L> = chosen.map(|(&l, _)| l).collect();
        !solver.solve(&chosen)
    })
}
