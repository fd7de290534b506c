//! Independent components of a constraint system: what shares no variable and no place is solved apart.

use super::solver::{L, Solver};
use crate::budget::Budget;
use crate::clauses::{Clauses, Instance, Lit, Meaning, Slot};
use crate::slots::{Facts, Place};
use crate::system::System;
use racefree_grammar::ast::TypeKind;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;
use racefree_typeck::rules::{
    class3, exp_fork2, local_class, shareable, shareable_final_field, shareable_guarded_field,
};
use rustc_hash::FxHashMap;

/// A component.
#[derive(Default, Debug)]
pub struct Component {
    /// Its variables, in order.
    pub vars: Vec<u32>,
    /// Its clauses, by their numbers.
    pub clauses: Vec<u32>,
    /// Its sets of literals of which one holds at most, by their numbers.
    exclusive: Vec<u32>,
    /// The instances of its clauses, in program order.
    pub instances: Vec<u32>,
}

/// All components, and where each variable is: in which, and at what place.
pub struct Components {
    /// In the order of their first variables.
    pub all: Vec<Component>,
    place: Vec<u32>,
    /// Instances that fail whatever is chosen.
    pub hopeless: Vec<u32>,
}

fn find(parent: &mut [u32], mut x: u32) -> u32 {
    while parent[x as usize] != x {
        parent[x as usize] = parent[parent[x as usize] as usize];
        x = parent[x as usize];
    }
    x
}

impl Components {
    /// Takes a system apart.
    pub fn new(system: &System<'_>) -> Components {
        let vars = system.meanings.len() as u32;
        let mut parent: Vec<u32> = (0..vars).collect();
        let mut of_tag: Vec<Option<u32>> = vec![None; system.instances.len()];
        let join = |parent: &mut Vec<u32>, a: u32, b: u32| {
            let (a, b) = (find(parent, a), find(parent, b));
            parent[a.max(b) as usize] = a.min(b);
        };
        let mut hopeless = Vec::new();
        for (clause, tag) in system.clauses.iter() {
            let Some(&first) = clause.first() else {
                hopeless.extend(tag);
                continue;
            };
            clause[1..].iter().for_each(|l| join(&mut parent, first.var(), l.var()));
            if let Some(tag) = tag {
                let known = *of_tag[tag as usize].get_or_insert(first.var());
                join(&mut parent, first.var(), known);
            }
        }
        for lits in &system.at_most_one {
            lits[1..].iter().for_each(|l| join(&mut parent, lits[0].var(), l.var()));
        }
        hopeless.sort_unstable();
        hopeless.dedup();
        let mut number: Vec<Option<u32>> = vec![None; vars as usize];
        let mut all: Vec<Component> = Vec::new();
        let mut place = vec![0; vars as usize];
        for v in 1..vars {
            let root = find(&mut parent, v) as usize;
            let n = *number[root].get_or_insert_with(|| {
                all.push(Component::default());
                all.len() as u32 - 1
            });
            place[v as usize] = all[n as usize].vars.len() as u32;
            all[n as usize].vars.push(v);
        }
        let of = |parent: &mut Vec<u32>, var: u32| number[find(parent, var) as usize];
        for i in 0..system.clauses.len() {
            if let Some(first) = system.clauses.get(i).first()
                && let Some(n) = of(&mut parent, first.var())
            {
                let component = &mut all[n as usize];
                component.clauses.push(i as u32);
                component.instances.extend(system.clauses.tag(i));
            }
        }
        for (i, lits) in system.at_most_one.iter().enumerate() {
            if let Some(n) = of(&mut parent, lits[0].var()) {
                all[n as usize].exclusive.push(i as u32);
            }
        }
        for component in &mut all {
            component.instances.sort_unstable();
            component.instances.dedup();
        }
        Components { all, place, hopeless }
    }

    /// A literal in the solver of its component.
    pub fn lit(&self, lit: Lit) -> L {
        L(self.place[lit.var() as usize] * 2 + u32::from(lit.is_negative()))
    }

    /// A solver for a component. With selectors, an instance counts only if its selector holds; they are given by the place of
    /// the instance in the component.
    pub fn solver(
        &self,
        clauses: &Clauses,
        exclusive: &[Vec<Lit>],
        component: &Component,
        selected: bool,
        budget: &Budget,
    ) -> (Solver, Vec<L>) {
        let mut solver = Solver::new(component.vars.len() as u32, budget);
        let selectors: Vec<L> =
            if selected { component.instances.iter().map(|_| solver.fresh()).collect() } else { Vec::new() };
        let mut clause = Vec::new();
        for &i in &component.clauses {
            clause.clear();
            clause.extend(clauses.get(i as usize).iter().map(|&l| self.lit(l)));
            if selected && let Some(tag) = clauses.tag(i as usize) {
                let at = component.instances.binary_search(&tag);
                clause.extend(at.ok().map(|at| !selectors[at]));
            }
            solver.add(&clause);
        }
        for &i in &component.exclusive {
            let lits: Vec<L> = exclusive[i as usize].iter().map(|&l| self.lit(l)).collect();
            solver.at_most_one(&lits);
        }
        (solver, selectors)
    }
}

/// Whether a variable is an annotation that counts.
pub fn counts(system: &System<'_>, var: u32) -> bool {
    matches!(
        system.meanings[var as usize],
        Meaning::Local(_) | Meaning::Final(_) | Meaning::Choice(..) | Meaning::Ghost(..)
    )
}

/// What it weighs that a premise is violated which a class that is not thread-local satisfies: no partial answer makes a class
/// thread-local that cannot be.
const NOT_LOCAL: u64 = 1 << 20;

/// What violated instances weigh: 1, but w(f) for a field without protection.
pub fn weights(system: &System<'_>, facts: &Facts) -> Vec<u64> {
    let fields = system.template.program.fields.iter().enumerate();
    let by_span: FxHashMap<Span, u32> = fields.map(|(f, field)| (field.span, f as u32)).collect();
    let of = |i: &Instance| match by_span.get(&i.span) {
        Some(&f) if i.premise == shareable::GUARDED_OR_FINAL => crate::fixpoint::weight(facts, f),
        _ if is_about_sharing(i.premise) => NOT_LOCAL,
        _ => 1,
    };
    system.instances.iter().map(of).collect()
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

/// Whether a candidate for the i-th argument of C, inside C, is C's own i-th ghost.
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
