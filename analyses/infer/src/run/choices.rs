//! Observations of runs, as literals of the constraint system that completes them.

use super::resolve::{Found, Lock};
use super::seen::Seen;
use crate::clauses::{Lit, Meaning};
use crate::infer::Task;
use crate::slots::{Place, ghost_names};
use crate::system::System;
use racefree_grammar::Span;

/// The ghosts are as they are.
pub(super) fn fix_ghosts(system: &mut System<'_>, found: &Found) {
    let all: Vec<(u32, u32, Lit)> = (system.ghosts.iter().enumerate())
        .flat_map(|(c, lits)| lits.iter().enumerate().map(move |(i, &lit)| (c as u32, i as u32, lit)))
        .collect();
    for (c, i, lit) in all {
        let there = found.ghosts.get(&c).is_some_and(|&n| i < n);
        system.block(&[if there { !lit } else { lit }]);
    }
}

/// The choices of the runs, as literals.
pub(super) fn wishes(plain: &System<'_>, with_ghosts: &System<'_>, system: &System<'_>, found: &Found) -> Vec<Lit> {
    let many = found.ghosts.values().copied().max().unwrap_or(0);
    let names = ghost_names(&plain.template.program, many + 1);
    let text = |of: &System<'_>, lock: Lock| match lock {
        Lock::Known(l) => of.text(l),
        Lock::Ghost(_, i) => names.get(i as usize).cloned().unwrap_or_default(),
    };
    let mut wishes = Vec::new();
    for slot in &system.slots {
        let wanted = match slot.place {
            Place::Guard(f) => found.guards.get(&f).map(|&lock| text(plain, lock)),
            Place::Arg(t, i) => found.args.get(&(t, i)).map(|&lock| text(with_ghosts, lock)),
            Place::Requires(_) => None,
        };
        let Some(wanted) = wanted else { continue };
        wishes.extend(slot.choices().find(|&(_, l)| system.text(l) == wanted).map(|c| c.0));
    }
    wishes.extend(found.finals.iter().map(|&f| system.finals[f as usize]));
    wishes.extend(found.local.iter().map(|&c| system.local[c as usize]));
    wishes.retain(|lit| !lit.is_constant());
    wishes
}

/// Statement of a choice, and its place.
pub(super) fn said(task: &Task<'_>, system: &System<'_>, lit: Lit) -> (String, Span) {
    let program = task.program;
    let name = |n| program.text(n);
    match system.meanings[lit.var() as usize] {
        Meaning::Final(f) => {
            let field = &program.fields[f as usize];
            (format!("`{}` is final", name(field.name)), field.name_span)
        }
        Meaning::Local(c) => {
            let class = &program.classes[c as usize];
            (format!("`{}` is thread-local", name(class.name)), class.name_span)
        }
        Meaning::Choice(slot, i) => {
            let slot = &system.slots[slot as usize];
            let l = system.text(slot.candidates[i as usize]);
            match slot.place {
                Place::Guard(f) => {
                    let field = &program.fields[f as usize];
                    (format!("`{}` is guarded by {l}", name(field.name)), field.name_span)
                }
                Place::Requires(m) => {
                    let method = &program.methods[m as usize];
                    (format!("`{}` is called with {l} held", name(method.name)), method.name_span)
                }
                Place::Arg(t, _) => (format!("the lock of this object is {l}"), program.ty(t).span),
            }
        }
        Meaning::Constant | Meaning::Ghost(..) | Meaning::Both(..) | Meaning::Differ => (String::new(), Span::NONE),
    }
}

/// Locks of fields that are handed over, for fields without results: the first lock held at every access from the
/// object's second user on. The checker reports where their protection has not begun.
pub(super) fn handed_over(plain: &System<'_>, system: &System<'_>, seen: &Seen, found: &Found) -> Vec<Lit> {
    let mut lits = Vec::new();
    for slot in &system.slots {
        let Place::Guard(f) = slot.place else { continue };
        let (true, Some(cells)) = (found.failed.contains(&f), seen.cells.get(&f)) else { continue };
        let later: Vec<_> = cells.iter().filter_map(|&(o, cell)| Some((o, seen.later(o, &cell)?))).collect();
        let held = |l| {
            let frame = |o| vec![(racefree_grammar::name::Name::THIS, o)];
            later.iter().all(|(o, set)| seen.denotes(plain, l, &frame(*o)).is_some_and(|lock| set.contains(&lock)))
        };
        if later.is_empty() {
            continue;
        }
        // The candidates of fields are the same in both systems where the path has no ghost.
        let Some(candidates) = plain.slots.iter().find(|s| s.place == slot.place) else { continue };
        let Some(&l) = candidates.candidates.iter().find(|&&l| held(l)) else { continue };
        let text = plain.text(l);
        lits.extend(slot.choices().find(|&(_, l)| system.text(l) == text).map(|c| c.0));
    }
    lits
}
