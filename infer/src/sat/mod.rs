//! The second way (specification, section 5): satisfiability. New ghosts, the best answer, what is to blame if there is none, the
//! best partial answer.

pub mod component;
pub mod known;
pub mod optimum;
pub mod solver;

use crate::budget::{Budget, Stopped};
use crate::clauses::Lit;
use crate::slots::Facts;
use crate::system::System;
use component::{Component, Components, Share, counts, decisions, weights};
use known::{Known, Propagation};
use optimum::{best, possible, prefer};
use solver::{L, Solver};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A solution.
pub struct Solution {
    /// For each variable, whether it holds.
    pub values: Vec<bool>,
    /// How often solvers were asked.
    pub queries: u64,
    /// How often they had a solution.
    pub solutions: u64,
    /// Why a better one was not looked for any more.
    pub stopped: Option<Stopped>,
}

impl Solution {
    fn new(system: &System<'_>) -> Solution {
        Solution { values: vec![false; system.meanings.len()], queries: 0, solutions: 0, stopped: None }
    }

    fn take(&mut self, components: &Components, found: Solved) {
        for (&v, value) in components.all[found.component].vars.iter().zip(found.values) {
            self.values[v as usize] = value;
        }
        self.queries += found.queries;
        self.solutions += found.solutions;
        self.stopped = self.stopped.or(found.stopped);
    }
}

/// A solution of a component.
struct Solved {
    component: usize,
    values: Vec<bool>,
    queries: u64,
    solutions: u64,
    stopped: Option<Stopped>,
}

/// What is wanted of a solution of a component: first of all as few violated premises as can be, if they may be violated; then as
/// many wishes as can be; then as few annotations as can be; then the first choices.
#[derive(Default)]
struct Wanted {
    component: usize,
    partial: Option<Vec<u64>>,
    wishes: Vec<L>,
    annotations: Vec<L>,
    decisions: Vec<L>,
}

impl Wanted {
    fn new(system: &System<'_>, components: &Components, component: usize) -> Wanted {
        let place = |v: u32| components.lit(Lit::of(v));
        let all = &components.all[component];
        let annotations = all.vars.iter().copied().filter(|&v| counts(system, v)).map(place).collect();
        let decisions = decisions(system, all).into_iter().map(place).collect();
        Wanted { component, annotations, decisions, ..Wanted::default() }
    }
}

/// The best solution of a system; none if there is none.
///
/// # Errors
///
/// The budget was over before there was a solution at all.
pub fn solve(system: &System<'_>, budget: &Budget, threads: usize) -> Result<Option<Solution>, Stopped> {
    let Some(mut propagation) = Propagation::new(system) else { return Ok(None) };
    let mut solution = Solution::new(system);
    // Whether there is a solution everywhere, before a best one is looked for anywhere.
    let components = Components::new(system, &propagation.known, Share::Variables);
    let open: Vec<usize> =
        (0..components.all.len()).filter(|&i| !is_trivial(&components, &components.all[i])).collect();
    for &i in &open {
        let (mut solver, _) = components.solver(&components.all[i], false, budget);
        if !solver.solve(&[])? {
            return Ok(None);
        }
        solution.take(&components, values(&components, i, &solver, None));
    }
    // What every solution has goes first: the rest falls into smaller parts.
    let of = |&i: &usize| components.all[i].vars.iter().copied().filter(|&v| counts(system, v)).collect();
    let asked: Vec<(usize, Vec<u32>)> = open.iter().map(|i| (*i, of(i))).collect();
    for found in in_parallel(&asked, threads, |(i, annotations)| certain(&components, *i, annotations, budget)) {
        match found {
            Ok((lits, queries)) => {
                solution.queries += queries;
                let consistent = propagation.add(&lits);
                debug_assert!(consistent, "every solution has them");
            }
            Err(stopped) => solution.stopped = Some(stopped),
        }
    }
    let known = &propagation.known;
    known.values().for_each(|(v, value)| solution.values[v] = value);
    let parts = Components::new(system, known, Share::Variables);
    let of = |(i, part): (usize, &Component)| (!is_trivial(&parts, part)).then(|| Wanted::new(system, &parts, i));
    let wanted: Vec<Wanted> = parts.all.iter().enumerate().filter_map(of).collect();
    // Where nothing has to hold, nothing does.
    let trivial = parts.all.iter().filter(|part| is_trivial(&parts, part));
    trivial.flat_map(|part| &part.vars).for_each(|&v| solution.values[v as usize] = false);
    for found in in_parallel(&wanted, threads, |wanted| best_of(&parts, wanted, budget)) {
        match found {
            Ok(found) => solution.take(&parts, found),
            Err(stopped) => solution.stopped = Some(stopped),
        }
    }
    Ok(Some(solution))
}

/// Which annotations every solution of a component has, and how often its solver was asked.
fn certain(
    components: &Components,
    component: usize,
    annotations: &[u32],
    budget: &Budget,
) -> Result<(Vec<Lit>, u64), Stopped> {
    let (mut solver, _) = components.solver(&components.all[component], false, budget);
    if !solver.solve(&[])? {
        return Ok((Vec::new(), solver.queries));
    }
    let absent: Vec<L> = annotations.iter().map(|&v| !components.lit(Lit::of(v))).collect();
    let possible = possible(&mut solver, &absent)?;
    let certain = annotations.iter().zip(possible).filter(|(_, possible)| !possible).map(|(&v, _)| Lit::of(v));
    Ok((certain.collect(), solver.queries))
}

/// Work on components, by several threads: they do not know of each other. The results are in the order of the work.
fn in_parallel<T: Sync, R: Send>(work: &[T], threads: usize, one: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if threads <= 1 || work.len() <= 1 {
        return work.iter().map(one).collect();
    }
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Relaxed);
            let Some(item) = work.get(i) else { return done };
            done.push((i, one(item)));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(work.len())).map(|_| scope.spawn(worker)).collect();
        let join = |w: std::thread::ScopedJoinHandle<'_, _>| w.join().unwrap_or_else(|e| std::panic::resume_unwind(e));
        workers.into_iter().flat_map(join).collect::<Vec<(usize, R)>>()
    });
    done.sort_unstable_by_key(|d| d.0);
    done.into_iter().map(|d| d.1).collect()
}

/// The best solution of a component.
fn best_of(components: &Components, wanted: &Wanted, budget: &Budget) -> Result<Solved, Stopped> {
    let component = &components.all[wanted.component];
    let (mut solver, selectors) = components.solver(component, wanted.partial.is_some(), budget);
    let found = improve(wanted, &mut solver, &selectors);
    match found {
        Err(stopped) if !solver.has_solution() => Err(stopped),
        found => Ok(values(components, wanted.component, &solver, found.err())),
    }
}

fn improve(wanted: &Wanted, solver: &mut Solver, selectors: &[L]) -> Result<(), Stopped> {
    // Ghosts that runs have fixed may exclude each other.
    if !solver.solve(&[])? {
        return Ok(());
    }
    if let Some(weights) = &wanted.partial {
        let violated: Vec<(L, u64)> = selectors.iter().copied().zip(weights.iter().copied()).collect();
        best(solver, &violated)?;
    }
    let wishes: Vec<(L, u64)> = wanted.wishes.iter().map(|&l| (l, 1)).collect();
    if !wishes.is_empty() {
        best(solver, &wishes)?;
    }
    let few: Vec<(L, u64)> = wanted.annotations.iter().map(|&l| (!l, 1)).collect();
    best(solver, &few)?;
    for &lit in &wanted.decisions {
        prefer(solver, lit)?;
    }
    solver.solve(&[])?;
    Ok(())
}

fn values(components: &Components, component: usize, solver: &Solver, stopped: Option<Stopped>) -> Solved {
    let vars = &components.all[component].vars;
    let holds = |v: u32| solver.has_solution() && solver.value(components.lit(Lit::of(v)));
    let values = vars.iter().map(|&v| holds(v)).collect();
    Solved { component, values, queries: solver.queries, solutions: solver.solutions, stopped }
}

/// Whether a system has a solution at all.
///
/// # Errors
///
/// The budget is over.
pub fn is_solvable(system: &System<'_>, budget: &Budget) -> Result<bool, Stopped> {
    let Some(propagation) = Propagation::new(system) else { return Ok(false) };
    let components = Components::new(system, &propagation.known, Share::Variables);
    for component in components.all.iter().filter(|c| !is_trivial(&components, c)) {
        if !components.solver(component, false, budget).0.solve(&[])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether nothing has to hold.
fn is_trivial(components: &Components, component: &Component) -> bool {
    components.clauses_of(component).all(|clause| clause.iter().any(|l| l.is_negative()))
}

/// All of a system, for what fails in it to be told.
fn places(system: &System<'_>) -> Components {
    Components::new(system, &Known::nothing(system), Share::Places)
}

/// A core (step 4): instances of the first component without a solution that no annotation satisfies together, and all but any
/// one of them can be. By deletion in program order.
///
/// # Errors
///
/// The budget is over.
pub fn blame(system: &System<'_>, budget: &Budget) -> Result<Vec<u32>, Stopped> {
    let components = places(system);
    if let Some(&first) = components.hopeless.first() {
        return Ok(vec![first]);
    }
    let mut all: Vec<&Component> = components.all.iter().filter(|c| !is_trivial(&components, c)).collect();
    all.sort_by_key(|c| c.instances.first().copied());
    for component in all {
        let (mut solver, selectors) = components.solver(component, true, budget);
        if solver.solve(&selectors)? {
            continue;
        }
        return minimal(&mut solver, &[], &selectors, component);
    }
    Ok(Vec::new())
}

/// After it has failed: a core of the selected instances, given what is assumed, by deletion in program order: the one that is left
/// when each in turn is taken out if the others fail without it. What stands before the first member of any core can be taken out at
/// once, so that the solver's cores make it fast, but do not decide which one it is.
fn minimal(solver: &mut Solver, assumed: &[L], selectors: &[L], component: &Component) -> Result<Vec<u32>, Stopped> {
    let places =
        |core: Vec<L>| -> BTreeSet<usize> { core.iter().filter_map(|l| selectors.binary_search(l).ok()).collect() };
    let mut core = places(solver.core());
    let mut needed: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(&next) = core.range(at..).next() {
        at = next + 1;
        let kept = needed.iter().map(|&i| selectors[i]).chain(selectors[at..].iter().copied());
        let rest: Vec<L> = assumed.iter().copied().chain(kept).collect();
        if solver.solve(&rest)? {
            needed.push(next);
        } else {
            core = places(solver.core());
        }
    }
    Ok(needed.into_iter().map(|i| component.instances[i]).collect())
}

/// The best partial answer (step 5): least weight of violated premises, then as for a whole one.
///
/// # Errors
///
/// The budget was over before there was a solution at all.
pub fn partial(system: &System<'_>, facts: &Facts, budget: &Budget, threads: usize) -> Result<Solution, Stopped> {
    complete(system, facts, &[], budget, threads)
}

/// Completes choices that runs have made: least weight of violated premises; among these as many of the choices as can be; then
/// as for a whole answer.
///
/// # Errors
///
/// The budget was over before there was a solution at all.
pub fn complete(
    system: &System<'_>,
    facts: &Facts,
    wishes: &[Lit],
    budget: &Budget,
    threads: usize,
) -> Result<Solution, Stopped> {
    let components = places(system);
    let weights = weights(system, facts);
    let mut wanted = Vec::new();
    for (i, component) in components.all.iter().enumerate() {
        let here = |l: &&Lit| component.vars.binary_search(&l.var()).is_ok();
        let wishes: Vec<L> = wishes.iter().filter(here).map(|&l| components.lit(l)).collect();
        if wishes.is_empty() && is_trivial(&components, component) {
            continue;
        }
        let partial = Some(component.instances.iter().map(|&i| weights[i as usize]).collect());
        wanted.push(Wanted { wishes, partial, ..Wanted::new(system, &components, i) });
    }
    let mut solution = Solution::new(system);
    for found in in_parallel(&wanted, threads, |wanted| best_of(&components, wanted, budget)) {
        solution.take(&components, found?);
    }
    Ok(solution)
}

/// Why a wish was dropped: instances that exclude it together with other wishes, which were kept.
///
/// # Errors
///
/// The budget is over.
pub fn against(system: &System<'_>, wish: Lit, kept: &[Lit], budget: &Budget) -> Result<Vec<u32>, Stopped> {
    let components = places(system);
    let here = |component: &Component, l: Lit| component.vars.binary_search(&l.var()).is_ok();
    let Some(component) = components.all.iter().find(|c| here(c, wish)) else { return Ok(Vec::new()) };
    let (mut solver, selectors) = components.solver(component, true, budget);
    let kept = kept.iter().filter(|&&l| here(component, l)).map(|&l| components.lit(l));
    let alone = vec![components.lit(wish)];
    let together: Vec<L> = alone.iter().copied().chain(kept).collect();
    for assumed in [alone, together] {
        if !solver.solve(&[&assumed[..], &selectors].concat())? {
            return minimal(&mut solver, &assumed, &selectors, component);
        }
    }
    Ok(Vec::new())
}

/// Whether instances, with what literals mean, have no solution together. For tests of cores.
///
/// # Errors
///
/// The budget is over.
pub fn is_unsatisfiable(system: &System<'_>, instances: &[u32]) -> Result<bool, Stopped> {
    let components = places(system);
    if components.hopeless.iter().any(|i| instances.contains(i)) {
        return Ok(true);
    }
    for component in &components.all {
        let (mut solver, selectors) = components.solver(component, true, &Budget::default());
        let chosen = selectors.iter().zip(&component.instances).filter(|(_, i)| instances.contains(i));
        let chosen: Vec<L> = chosen.map(|(&l, _)| l).collect();
        if !solver.solve(&chosen)? {
            return Ok(true);
        }
    }
    Ok(false)
}
