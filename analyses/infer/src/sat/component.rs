//! Independent components of a constraint system: what shares no variable whose value is open, and no place, is solved apart.

use super::known::Known;
use super::solver::{L, Solver};
use crate::clauses::{Clauses, Instance, Lit, Meaning, STRUCTURAL, Slot};
use crate::slots::{Facts, Place};
use crate::system::System;
use crate::ways_to::{self, method_at};
use racefree_grammar::Program;
use racefree_grammar::ast::TypeKind;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_kernel::{Budget, PremiseId};
use racefree_typeck::rules::{
    class3, exp_assign, exp_fork2, exp_invoke, exp_ref, local_class, shareable, shareable_final_field,
    shareable_guarded_field,
};
use rustc_hash::FxHashMap;

/// A component.
#[derive(Default, Debug)]
pub struct Component {
    /// Its variables, in order.
    pub vars: Vec<u32>,
    /// Indices of its clauses among the remaining ones.
    clauses: Vec<u32>,
    /// Indices of its sets of mutually exclusive literals.
    exclusive: Vec<u32>,
    /// The instances of its clauses that may fail, in program order.
    pub instances: Vec<u32>,
}

/// All components, and where each variable is: in which, and at what place.
pub struct Components {
    /// Components in the order of their first variables.
    pub all: Vec<Component>,
    place: Vec<u32>,
    component: Vec<u32>,
    /// Instances that fail under every choice.
    pub hopeless: Vec<u32>,
    /// Remaining clauses: without literals known to be false; clauses known to hold are left out.
    clauses: Clauses,
    /// Sets of mutually exclusive literals.
    exclusive: Vec<Vec<Lit>>,
}

fn find(parent: &mut [u32], mut x: u32) -> u32 {
    while parent[x as usize] != x {
        parent[x as usize] = parent[parent[x as usize] as usize];
        x = parent[x as usize];
    }
    x
}

impl Components {
    /// Splits a system into components, given the known literals, and the instances that may fail: clauses of one of
    /// these belong together, so that its failure can be decided.
    pub fn new(system: &System<'_>, known: &Known, may_fail: &[bool]) -> Components {
        let (clauses, hopeless) = left(system, known, may_fail);
        let open = |lits: &Vec<Lit>| lits.iter().copied().filter(|&l| known.get(l).is_none()).collect();
        let exclusive: Vec<Vec<Lit>> =
            system.at_most_one.iter().map(open).filter(|lits: &Vec<_>| lits.len() > 1).collect();
        let mut parent = together(system, &clauses, &exclusive, may_fail);
        let vars = system.meanings.len() as u32;
        let mut number: Vec<Option<u32>> = vec![None; vars as usize];
        let mut all: Vec<Component> = Vec::new();
        let (mut place, mut component) = (vec![0; vars as usize], vec![u32::MAX; vars as usize]);
        for v in (1..vars).filter(|&v| known.get(Lit::of(v)).is_none()) {
            let root = find(&mut parent, v) as usize;
            let n = *number[root].get_or_insert_with(|| {
                all.push(Component::default());
                all.len() as u32 - 1
            });
            (place[v as usize], component[v as usize]) = (all[n as usize].vars.len() as u32, n);
            all[n as usize].vars.push(v);
        }
        let of = |parent: &mut Vec<u32>, var: u32| number[find(parent, var) as usize];
        for (i, (clause, tag)) in clauses.iter().enumerate() {
            if let Some(n) = clause.first().and_then(|first| of(&mut parent, first.var())) {
                let component = &mut all[n as usize];
                component.clauses.push(i as u32);
                component.instances.extend(tag.filter(|&tag| may_fail[tag as usize]));
            }
        }
        for (i, lits) in exclusive.iter().enumerate() {
            if let Some(n) = of(&mut parent, lits[0].var()) {
                all[n as usize].exclusive.push(i as u32);
            }
        }
        for component in &mut all {
            component.instances.sort_unstable();
            component.instances.dedup();
        }
        Components { all, place, component, hopeless, clauses, exclusive }
    }

    /// The clauses of a component.
    pub fn clauses_of(&self, component: &Component) -> impl Iterator<Item = &[Lit]> {
        component.clauses.iter().map(|&i| self.clauses.get(i as usize))
    }

    /// The component of a literal, unless its value is known.
    pub fn of(&self, lit: Lit) -> Option<usize> {
        Some(self.component[lit.var() as usize]).filter(|&c| c != u32::MAX).map(|c| c as usize)
    }

    /// A literal in the solver of its component.
    pub fn lit(&self, lit: Lit) -> L {
        L(self.place[lit.var() as usize] * 2 + u32::from(lit.is_negative()))
    }

    /// A solver for a component, with a selector for each of its instances that may fail: its clauses count only if that holds.
    pub fn solver(&self, component: &Component, budget: &Budget) -> (Solver, Vec<L>) {
        let mut solver = Solver::new(component.vars.len() as u32, budget);
        let selectors: Vec<L> = component.instances.iter().map(|_| solver.fresh()).collect();
        let mut clause = Vec::new();
        for &i in &component.clauses {
            clause.clear();
            clause.extend(self.clauses.get(i as usize).iter().map(|&l| self.lit(l)));
            if let Some(tag) = self.clauses.tag(i as usize) {
                let at = component.instances.binary_search(&tag);
                clause.extend(at.ok().map(|at| !selectors[at]));
            }
            solver.add(&clause);
        }
        for &i in &component.exclusive {
            let lits: Vec<L> = self.exclusive[i as usize].iter().map(|&l| self.lit(l)).collect();
            solver.at_most_one(&lits);
        }
        (solver, selectors)
    }
}

/// Remaining clauses, and the instances that fail because a clause of theirs is empty.
fn left(system: &System<'_>, known: &Known, may_fail: &[bool]) -> (Clauses, Vec<u32>) {
    let (mut clauses, mut open) = (Clauses::default(), Vec::new());
    let mut fails = vec![false; may_fail.len()];
    for (clause, tag) in system.clauses.iter() {
        if let Some(tag) = tag.filter(|&tag| may_fail[tag as usize]) {
            fails[tag as usize] |= clause.iter().all(|&l| known.get(l) == Some(false));
        }
    }
    for (clause, tag) in system.clauses.iter() {
        if tag.is_some_and(|tag| fails[tag as usize]) || clause.iter().any(|&l| known.get(l) == Some(true)) {
            continue;
        }
        open.clear();
        open.extend(clause.iter().copied().filter(|&l| known.get(l).is_none()));
        clauses.add(tag.unwrap_or(STRUCTURAL), &open);
    }
    let hopeless = (0..fails.len() as u32).filter(|&i| fails[i as usize]);
    (clauses, hopeless.collect())
}

/// Union-find over variables: a parent of each, down to the first of its component.
fn together(system: &System<'_>, clauses: &Clauses, exclusive: &[Vec<Lit>], may_fail: &[bool]) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..system.meanings.len() as u32).collect();
    let mut join = |a: Lit, b: Lit| {
        let (a, b) = (find(&mut parent, a.var()), find(&mut parent, b.var()));
        parent[a.max(b) as usize] = a.min(b);
    };
    let mut of_tag: Vec<Option<Lit>> = vec![None; system.instances.len()];
    for (clause, tag) in clauses.iter() {
        let Some(&first) = clause.first() else { continue };
        clause[1..].iter().for_each(|&l| join(first, l));
        if let Some(tag) = tag.filter(|&tag| may_fail[tag as usize]) {
            join(first, *of_tag[tag as usize].get_or_insert(first));
        }
    }
    for lits in exclusive {
        lits[1..].iter().for_each(|&l| join(lits[0], l));
    }
    parent
}

/// Returns true if a variable is an annotation that counts.
pub fn counts(system: &System<'_>, var: u32) -> bool {
    matches!(
        system.meanings[var as usize],
        Meaning::Local(_) | Meaning::Final(_) | Meaning::Choice(..) | Meaning::Ghost(..)
    )
}

/// Weight of a violated premise that holds for a class that is not thread-local: no partial answer makes a class
/// thread-local that cannot be.
const NOT_LOCAL: u64 = 1 << 20;

/// Weights of violated instances: 1, but w(f) for a field without protection.
pub fn weights(system: &System<'_>, facts: &Facts) -> Vec<u64> {
    let by_span = fields_by_span(&system.template.program);
    let of = |i: &Instance| match by_span.get(&i.span) {
        Some(&f) if i.premise == shareable::GUARDED_OR_FINAL => crate::fixpoint::weight(facts, f),
        _ if is_about_sharing(i.premise) => NOT_LOCAL,
        _ => 1,
    };
    system.instances.iter().map(of).collect()
}

/// Factor by which one place less outweighs any number of ways.
const SCALE: u64 = 1 << 20;

/// Costs of violated instances: first their weight; then, for an access or a call without its lock, the number of ways
/// that lead to it, for a field without protection the greatest number that lead to one of its accesses, and for all
/// else more, so that failures point at the missing lock.
pub fn costs(system: &System<'_>, facts: &Facts) -> Vec<u64> {
    let program = &system.template.program;
    let by_span = fields_by_span(program);
    let ways = |at: u32| method_at(program, at).map_or(1, |m| facts.ways[m as usize]);
    let to_field = |f: u32| facts.accesses[f as usize].iter().map(|&e| ways(program.span(e).start)).max().unwrap_or(1);
    let rest = |i: &Instance| match (i.premise, by_span.get(&i.span)) {
        (exp_ref::GUARD_HELD | exp_assign::GUARD_HELD | exp_invoke::REQUIRES_HELD, _) => ways(i.span.start),
        (shareable::GUARDED_OR_FINAL, Some(&f)) => to_field(f),
        _ => ways_to::MOST + 1,
    };
    let weights = weights(system, facts).into_iter();
    weights.zip(&system.instances).map(|(weight, i)| weight * SCALE + u64::from(rest(i))).collect()
}

fn fields_by_span(program: &Program) -> FxHashMap<Span, u32> {
    program.fields.iter().enumerate().map(|(f, field)| (field.span, f as u32)).collect()
}

fn is_about_sharing(premise: PremiseId) -> bool {
    matches!(
        premise,
        exp_fork2::FV_SHARED
            | local_class::OVERRIDE
            | class3::SUPER_SHARED
            | shareable_guarded_field::FIELD_TYPE
            | shareable_final_field::FIELD_TYPE
    )
}

/// The variables of a component that say annotations, in the order in which they are decided: slots in program order, for each
/// its choices in order; as i-th argument of C inside C first C's own i-th ghost (I4).
pub fn decisions(system: &System<'_>, component: &Component) -> Vec<u32> {
    let program = &system.template.program;
    // The place of the declaration, the sort of choice, whether it is not preferred.
    let key = |var: u32| match system.meanings[var as usize] {
        Meaning::Final(f) => (program.fields[f as usize].name_span.start, 0, true, var),
        Meaning::Choice(slot, i) => {
            let slot = &system.slots[slot as usize];
            let (at, sort) = match slot.place {
                Place::Guard(f) => (program.fields[f as usize].name_span.start, 1),
                Place::Requires(m) => (program.methods[m as usize].name_span.start, 1),
                Place::Arg(t, ghost) => (program.ty(t).span.start, 2 + ghost),
            };
            (at, sort, !is_own_ghost(system, slot, i), var)
        }
        Meaning::Local(c) => (program.classes[c as usize].name_span.start, 100, true, var),
        Meaning::Ghost(c, _) => (program.classes[c as usize].name_span.start, 101, true, var),
        Meaning::Constant | Meaning::Both(..) | Meaning::Differ => (u32::MAX, 0, true, var),
    };
    let mut vars: Vec<u32> = component.vars.iter().copied().filter(|&v| counts(system, v)).collect();
    vars.sort_by_cached_key(|&v| key(v));
    vars
}

/// Returns true if a candidate for the i-th argument of C, inside C, is C's own i-th ghost.
fn is_own_ghost(system: &System<'_>, slot: &Slot, candidate: u32) -> bool {
    let Place::Arg(t, i) = slot.place else { return false };
    let program = &system.template.program;
    let Some(class) = crate::edits::owner(program, program.ty(t).span.start) else { return false };
    let TypeKind::Class { name, .. } = program.ty(t).kind else { return false };
    let declared = &program.classes[class as usize];
    let (paths, l) = (&system.cx.types.paths, slot.candidates[candidate as usize]);
    let own = program.ghosts_of(declared).get(i as usize);
    declared.name == name && paths.len(l) == 0 && own.is_some_and(|own| paths.root(l) == Root::Var(own.name))
}
