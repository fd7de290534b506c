//! Cores: premises that cannot hold together, for a program without an annotation, and for a wish that was dropped.

use super::component::Component;
use super::places;
use super::solver::{L, Solver};
use crate::clauses::{Instance, Lit};
use crate::system::System;
use racefree_kernel::{Budget, Stopped};
use std::collections::BTreeSet;

/// A core (step 4): instances that no annotation satisfies together, though all but any one of them can be; made
/// minimal by deletion in program order. It has the first of the instances that a best partial answer violates, and no
/// other: the error that `check` reports on that answer, together with the premises for which it must not be given up.
pub fn blame(system: &System<'_>, violated: &[Instance], budget: &Budget) -> Result<Vec<u32>, Stopped> {
    let number = |i: &Instance| system.instances.binary_search(i).ok().map(|i| i as u32);
    let violated: Vec<u32> = violated.iter().filter_map(number).collect();
    let Some(&first) = violated.first() else { return Ok(Vec::new()) };
    let components = places(system);
    if let Some(&hopeless) = components.hopeless.first() {
        return Ok(vec![if components.hopeless.contains(&first) { first } else { hopeless }]);
    }
    let here = |c: &&Component| c.instances.binary_search(&first).is_ok();
    let Some(component) = components.all.iter().find(here) else { return Ok(Vec::new()) };
    let (mut solver, selectors) = components.solver(component, budget);
    let others: BTreeSet<u32> = violated.iter().copied().filter(|&i| i != first).collect();
    let (mut kept, mut blamed) = (Vec::new(), L(0));
    for (&selector, &i) in selectors.iter().zip(&component.instances) {
        match i {
            i if i == first => blamed = selector,
            i if !others.contains(&i) => kept.push((selector, i)),
            _ => {}
        }
    }
    solver.add(&[blamed]);
    let (selectors, instances): (Vec<L>, Vec<u32>) = kept.into_iter().unzip();
    if solver.solve(&selectors)? {
        // The budget ran out before the best partial answer was known.
        return Ok(Vec::new());
    }
    let mut core = minimal(&mut solver, &[], &selectors, &instances)?;
    core.push(first);
    core.sort_unstable();
    Ok(core)
}

/// The instances that a solution violates, in program order.
pub fn violated(system: &System<'_>, values: &[bool]) -> Vec<Instance> {
    let holds = |l: &Lit| l.holds(values);
    let wrong = system.clauses.iter().filter(|(clause, _)| !clause.iter().any(holds));
    let all: BTreeSet<u32> = wrong.filter_map(|(_, tag)| tag).collect();
    all.into_iter().map(|i| system.instances[i as usize]).collect()
}

/// Core of the selected instances under the assumptions, after a failure, by deletion in program order: an instance is
/// taken out if the others fail without it. All that is before the first member of any core can be taken out at
/// once, so that the solver's cores make it fast, but do not decide its result.
fn minimal(solver: &mut Solver, assumed: &[L], selectors: &[L], instances: &[u32]) -> Result<Vec<u32>, Stopped> {
    let places =
        |core: Vec<L>| -> BTreeSet<usize> { core.iter().filter_map(|l| selectors.binary_search(l).ok()).collect() };
    let mut core = places(solver.core());
    let mut needed: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(&next) = core.range(at..).next() {
        // Removed selectors never come back.
        selectors[at..next].iter().for_each(|&gone| solver.add(&[!gone]));
        at = next + 1;
        let rest: Vec<L> = assumed.iter().chain(&selectors[at..]).copied().collect();
        if solver.solve(&rest)? {
            needed.push(next);
            solver.add(&[selectors[next]]);
        } else {
            core = places(solver.core());
            solver.add(&[!selectors[next]]);
        }
    }
    Ok(needed.into_iter().map(|i| instances[i]).collect())
}

/// Why a wish was dropped: instances that exclude it together with other wishes, which were kept.
pub fn against(system: &System<'_>, wish: Lit, kept: &[Lit], budget: &Budget) -> Result<Vec<u32>, Stopped> {
    let components = places(system);
    let here = |component: &Component, l: Lit| component.vars.binary_search(&l.var()).is_ok();
    let Some(component) = components.all.iter().find(|c| here(c, wish)) else { return Ok(Vec::new()) };
    let (mut solver, selectors) = components.solver(component, budget);
    let kept = kept.iter().filter(|&&l| here(component, l)).map(|&l| components.lit(l));
    let alone = vec![components.lit(wish)];
    let together: Vec<L> = alone.iter().copied().chain(kept).collect();
    for assumed in [alone, together] {
        if !solver.solve(&[&assumed[..], &selectors].concat())? {
            return minimal(&mut solver, &assumed, &selectors, &component.instances);
        }
    }
    Ok(Vec::new())
}

/// Returns true if instances, with the meanings of literals, have no solution together. For tests of cores.
pub fn is_unsatisfiable(system: &System<'_>, instances: &[u32]) -> Result<bool, Stopped> {
    let components = places(system);
    if components.hopeless.iter().any(|i| instances.contains(i)) {
        return Ok(true);
    }
    for component in &components.all {
        let (mut solver, selectors) = components.solver(component, &Budget::default());
        let chosen = selectors.iter().zip(&component.instances).filter(|(_, i)| instances.contains(i));
        let chosen: Vec<L> = chosen.map(|(&l, _)| l).collect();
        if !solver.solve(&chosen)? {
            return Ok(true);
        }
    }
    Ok(false)
}
