//! The second way (specification, section 5): satisfiability. New ghosts, the best answer, the core if there is none,
//! the best partial answer.

pub mod component;
mod core;
pub mod known;
pub mod optimum;
pub mod solver;

pub use self::core::{against, blame, is_unsatisfiable, violated};
use crate::clauses::Lit;
use crate::slots::Facts;
use crate::system::System;
use component::{Component, Components, costs, counts, decisions};
use known::{Known, Propagation};
use optimum::{at_most, best, lacking, possible, prefer};
use racefree_kernel::{Budget, Stopped};
use rustc_hash::FxHashMap;
use solver::{L, Solver};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A solution.
pub struct Solution {
    /// Values of the variables.
    pub values: Vec<bool>,
    /// Number of queries to solvers.
    pub queries: u64,
    /// Number of queries with a solution.
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

/// Objective for a component: first the fewest violated premises, if they may be violated; then the most wishes; then
/// the fewest annotations; then the first choices.
#[derive(Default)]
struct Wanted {
    component: usize,
    partial: Vec<u64>,
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
    let none = vec![false; system.instances.len()];
    let Some(propagation) = Propagation::new(system, &none) else { return Ok(None) };
    let mut solution = Solution::new(system);
    // Solvability of every component is checked before a best solution is sought anywhere.
    let components = Components::new(system, &propagation.known, &none);
    for i in open_parts(&components) {
        let (mut solver, _) = components.solver(&components.all[i], budget);
        if !solver.solve(&[])? {
            return Ok(None);
        }
        solution.take(&components, values(&components, i, &solver, None));
    }
    Best { system, propagation, may_fail: &none, costs: &[], wishes: &[] }.find(&mut solution, budget, threads);
    Ok(Some(solution))
}

/// The components where something has to hold.
fn open_parts(components: &Components) -> Vec<usize> {
    (0..components.all.len()).filter(|&i| !is_trivial(components, &components.all[i])).collect()
}

/// Looks for the best solution where there is one.
struct Best<'a, 's, 't> {
    system: &'s System<'t>,
    /// Propagation of known literals.
    propagation: Propagation<'s, 't>,
    /// The instances that the best solutions may violate, and what that costs.
    may_fail: &'a [bool],
    costs: &'a [u64],
    wishes: &'a [Lit],
}

impl Best<'_, '_, '_> {
    /// Literals common to all best solutions are fixed first: the rest falls into smaller parts.
    fn find(mut self, solution: &mut Solution, budget: &Budget, threads: usize) {
        let parts = Components::new(self.system, &self.propagation.known, self.may_fail);
        let asked = self.wanted(&parts);
        let mut known = Vec::new();
        for found in in_parallel(&asked, threads, |wanted| certain(&parts, wanted, budget)) {
            match found {
                Ok((lits, queries)) => {
                    solution.queries += queries;
                    known.extend(lits);
                }
                Err(stopped) => solution.stopped = Some(stopped),
            }
        }
        let consistent = self.propagation.add(&known);
        debug_assert!(consistent, "every best solution has them");
        self.propagation.known.values().for_each(|(v, value)| solution.values[v] = value);
        let parts = Components::new(self.system, &self.propagation.known, self.may_fail);
        let wanted = self.wanted(&parts);
        // In a trivial component nothing has to hold, so all is false.
        let sought: BTreeSet<usize> = wanted.iter().map(|w| w.component).collect();
        let trivial = parts.all.iter().enumerate().filter(|(i, _)| !sought.contains(i));
        trivial.flat_map(|(_, part)| &part.vars).for_each(|&v| solution.values[v as usize] = false);
        for found in in_parallel(&wanted, threads, |wanted| best_of(&parts, wanted, budget)) {
            match found {
                Ok(found) => solution.take(&parts, found),
                Err(stopped) => solution.stopped = Some(stopped),
            }
        }
    }

    /// Objective of each component that is not trivial, or has wishes.
    fn wanted(&self, parts: &Components) -> Vec<Wanted> {
        let mut wishes: FxHashMap<usize, Vec<L>> = FxHashMap::default();
        for &wish in self.wishes {
            parts.of(wish).into_iter().for_each(|part| wishes.entry(part).or_default().push(parts.lit(wish)));
        }
        let mut wanted = Vec::new();
        for (i, part) in parts.all.iter().enumerate() {
            let wishes = wishes.remove(&i).unwrap_or_default();
            if wishes.is_empty() && is_trivial(parts, part) {
                continue;
            }
            let partial = part.instances.iter().map(|&i| self.costs[i as usize]).collect();
            wanted.push(Wanted { wishes, partial, ..Wanted::new(self.system, parts, i) });
        }
        wanted
    }
}

/// Annotations in every best solution of a component, and the number of queries.
fn certain(components: &Components, wanted: &Wanted, budget: &Budget) -> Result<(Vec<Lit>, u64), Stopped> {
    let component = &components.all[wanted.component];
    let (mut solver, selectors) = components.solver(component, budget);
    if !solver.solve(&[])? {
        return Ok((Vec::new(), solver.queries));
    }
    fail_least(wanted, &mut solver, &selectors)?;
    let absent: Vec<L> = wanted.annotations.iter().map(|&l| !l).collect();
    let possible = possible(&mut solver, &absent)?;
    let certain = wanted.annotations.iter().zip(possible).filter(|(_, possible)| !possible);
    Ok((certain.map(|(l, _)| Lit::of(component.vars[l.0 as usize / 2])).collect(), solver.queries))
}

/// Minimizes the violated premises, and fixes the minimum from now on.
fn fail_least(wanted: &Wanted, solver: &mut Solver, selectors: &[L]) -> Result<(), Stopped> {
    if selectors.is_empty() {
        return Ok(());
    }
    let violated: Vec<(L, u64)> = selectors.iter().copied().zip(wanted.partial.iter().copied()).collect();
    best(solver, &violated).map(drop)
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
    let (mut solver, selectors) = components.solver(component, budget);
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
    fail_least(wanted, solver, selectors)?;
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

/// Returns true if a system has a solution at all.
pub fn is_solvable(system: &System<'_>, budget: &Budget) -> Result<bool, Stopped> {
    let none = vec![false; system.instances.len()];
    let Some(propagation) = Propagation::new(system, &none) else { return Ok(false) };
    let components = Components::new(system, &propagation.known, &none);
    for i in open_parts(&components) {
        if !components.solver(&components.all[i], budget).0.solve(&[])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns true if the solution that makes all false satisfies the component.
fn is_trivial(components: &Components, component: &Component) -> bool {
    components.clauses_of(component).all(|clause| clause.iter().any(|l| l.is_negative()))
}

/// A whole system, in order to report its failures.
fn places(system: &System<'_>) -> Components {
    Components::new(system, &Known::nothing(system), &vec![true; system.instances.len()])
}

/// The selectors of a component's instances, with the cost of each.
fn soft(component: &Component, selectors: &[L], costs: &[u64]) -> Vec<(L, u64)> {
    selectors.iter().zip(&component.instances).map(|(&l, &i)| (l, costs[i as usize])).collect()
}

/// Cost of the best partial answers, if it is within a bound.
pub fn least(system: &System<'_>, facts: &Facts, most: u64, budget: &Budget) -> Result<Option<u64>, Stopped> {
    let components = places(system);
    let costs = costs(system, facts);
    let mut least: u64 = components.hopeless.iter().map(|&i| costs[i as usize]).sum();
    for i in open_parts(&components) {
        let Some(rest) = most.checked_sub(least) else { return Ok(None) };
        let all = &components.all[i];
        let (mut solver, selectors) = components.solver(all, budget);
        let soft = soft(all, &selectors, &costs);
        let Some(cost) = at_most(&mut solver, &soft, rest)? else { return Ok(None) };
        least += cost;
    }
    Ok((least <= most).then_some(least))
}

/// The best partial answer (step 5), which completes choices that runs have made, if there are some: least weight of violated
/// premises; among these as many of the choices as can be; then as for a whole answer.
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
    let costs = costs(system, facts);
    let mut solution = Solution::new(system);
    // Instances that a best solution may violate: all others hold.
    let mut may_fail = vec![false; system.instances.len()];
    components.hopeless.iter().for_each(|&i| may_fail[i as usize] = true);
    let open = open_parts(&components);
    for found in in_parallel(&open, threads, |&i| failing(&components, i, &costs, budget)) {
        let (found, failing) = found?;
        failing.into_iter().for_each(|i| may_fail[i as usize] = true);
        solution.take(&components, found);
    }
    if solution.stopped.is_none()
        && let Some(propagation) = Propagation::new(system, &may_fail)
    {
        let best = Best { system, propagation, may_fail: &may_fail, costs: &costs, wishes };
        best.find(&mut solution, budget, threads);
    }
    Ok(solution)
}

/// A solution of a component that violates as little as can be, and the instances that such solutions may violate.
fn failing(
    components: &Components,
    component: usize,
    costs: &[u64],
    budget: &Budget,
) -> Result<(Solved, Vec<u32>), Stopped> {
    let all = &components.all[component];
    let (mut solver, selectors) = components.solver(all, budget);
    let soft = soft(all, &selectors, costs);
    let found = best(&mut solver, &soft).and_then(|_| lacking(&mut solver, &selectors));
    match found {
        Err(stopped) if !solver.has_solution() => Err(stopped),
        Err(stopped) => Ok((values(components, component, &solver, Some(stopped)), Vec::new())),
        Ok(lacking) => {
            let failing = all.instances.iter().zip(lacking).filter(|(_, lacks)| *lacks).map(|(&i, _)| i);
            Ok((values(components, component, &solver, None), failing.collect()))
        }
    }
}
