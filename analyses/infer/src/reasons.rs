//! Why an annotation is there: the accesses and calls where its lock is held, and by what; or else the premise that asks for it.

use crate::clauses::{Lit, Meaning};
use crate::system::System;
use crate::words;
use racefree_grammar::span::Span;
use racefree_typeck::locks::Taken;
use racefree_typeck::open::Question;
use rustc_hash::FxHashMap;

/// Reasons by literal, in program order.
pub type Reasons = FxHashMap<Lit, Vec<(String, Span)>>;

/// The reasons for the literals that hold in a solution.
pub fn reasons(system: &mut System<'_>, source: &str, values: &[bool]) -> Reasons {
    let mut reasons = Reasons::default();
    let holds = |lit: Lit| lit.holds(values);
    let notes = std::mem::take(&mut system.notes);
    let lines = racefree_grammar::span::LineIndex::new(source);
    for note in &notes {
        let Question::Held(l, locks) = note.question else { continue };
        let needed: Vec<_> = system.alternatives(l).iter().filter(|a| holds(a.1)).copied().collect();
        for (p, lit) in needed {
            let elements: Vec<_> = system.cx.locks.elements(locks).copied().collect();
            for held in elements {
                let same = system.alternatives(held.lock).iter().any(|&(q, lit)| q == p && holds(lit));
                if !same {
                    continue;
                }
                let text = note.span.text(source).split_whitespace().collect::<Vec<_>>().join(" ");
                let lock = system.text(p);
                let by = match held.taken {
                    Taken::Sync => format!("`synchronized` in line {}", lines.line(held.span.start)),
                    Taken::Requires => "the method's `requires`".to_owned(),
                    Taken::Holds => format!("`holds` in line {}", lines.line(held.span.start)),
                    Taken::Constructor => "the constructor".to_owned(),
                };
                for lit in parts(system, lit) {
                    reasons.entry(lit).or_default().push((format!("`{text}` holds {lock} by {by}"), note.span));
                }
                break;
            }
        }
    }
    system.notes = notes;
    for (clause, tag) in system.clauses.iter() {
        let Some(tag) = tag else { continue };
        let mut positive = clause.iter().filter(|&&l| !l.is_negative() && holds(l));
        if let (Some(&only), None) = (positive.next(), positive.next())
            && clause.iter().all(|&l| l == only || !holds(l))
        {
            let instance = &system.instances[tag as usize];
            for lit in parts(system, only) {
                let known = reasons.entry(lit).or_default();
                if known.len() < 64 && !known.iter().any(|(_, span)| *span == instance.span) {
                    known.push((words::instance(&system.template.program, source, instance), instance.span));
                }
            }
        }
    }
    reasons
}

/// The literals that a conjunction is made of.
fn parts(system: &System<'_>, lit: Lit) -> Vec<Lit> {
    match system.meanings[lit.var() as usize] {
        Meaning::Both(a, b) => [parts(system, a), parts(system, b)].concat(),
        _ => vec![lit],
    }
}
