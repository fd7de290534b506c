//! Invariants 2, 4 and 5: clauses against the checker, closure under union, cores.

use crate::support::*;
use racefree_infer::Settings;
use racefree_infer::clauses::{Instance, Lit};
use racefree_infer::fixpoint::{is_dual_horn, survivors};
use racefree_infer::infer::facts;
use racefree_infer::sat;
use racefree_infer::slots::Template;
use racefree_infer::system::{Breadth, System};
use std::collections::BTreeSet;

/// Every program of the base system in the corpus that is one of ConcurrentJava.
fn programs() -> Vec<(String, String)> {
    let entries = racefree_corpus::entries().into_iter().filter(|e| e.header().system() == "base");
    let entries = entries.filter(|e| !e.path.starts_with("syntax/") && e.header().list("option").is_empty());
    entries.map(|e| (e.path.to_owned(), e.source.to_owned())).collect()
}

fn holds(values: &[bool], lit: Lit) -> bool {
    values[lit.var() as usize] != lit.is_negative()
}

fn violated(system: &System<'_>, values: &[bool]) -> BTreeSet<Instance> {
    let clauses = system.clauses.iter().filter(|(clause, _)| !clause.iter().any(|&l| holds(values, l)));
    clauses.filter_map(|(_, tag)| Some(system.instances[tag? as usize])).collect()
}

#[test]
fn without_a_choice_clauses_fail_where_the_checker_does() {
    let (mut seen, mut wrong) = (0, 0);
    for (path, source) in programs() {
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        let settings = Settings::default();
        let Ok(facts) = facts(&program, &source, &settings) else { continue };
        if !program.no_warns.is_empty() {
            continue;
        }
        let template = Template::new(&program, &facts, &settings, 0, |_| false);
        if template.places.iter().any(|p| matches!(p, racefree_infer::slots::Place::Arg(..))) {
            continue;
        }
        let system = System::new(&template, &source, &settings, Breadth::All).expect("small");
        let found = violated(&system, &vec![false; system.meanings.len()]);
        let expected: BTreeSet<Instance> = racefree_typeck::failures(&program, &settings.options)
            .into_iter()
            .map(|(premise, span)| Instance { span, premise })
            .collect();
        assert_eq!(found, expected, "{path}");
        seen += 1;
        wrong += usize::from(!expected.is_empty());
    }
    assert!(seen > 150 && wrong > 40, "{seen} {wrong}");
}

#[test]
fn systems_without_ghosts_are_dual_horn_and_solutions_closed_under_union() {
    let mut pairs = 0;
    for (path, source) in programs() {
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        let text = racefree_infer::erase(&program, &source, false);
        let program = parsed(&text);
        let settings = Settings::default();
        let Ok(facts) = facts(&program, &text, &settings) else { continue };
        let template = Template::new(&program, &facts, &settings, 0, |_| false);
        let system = System::new(&template, &text, &settings, Breadth::All).expect("small");
        assert!(is_dual_horn(&system), "{path}");
        // Solutions of the implications: close random sets downwards.
        let greatest = survivors(&system);
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 40 & 1 == 1
        };
        let mut solution = || {
            let mut values: Vec<bool> = greatest.alive.iter().map(|&a| a && random()).collect();
            loop {
                let mut changed = false;
                for (clause, _) in system.clauses.iter() {
                    if let Some(&a) = clause.iter().find(|l| l.is_negative())
                        && values[a.var() as usize]
                        && !clause.iter().any(|&l| holds(&values, l))
                    {
                        values[a.var() as usize] = false;
                        changed = true;
                    }
                }
                if !changed {
                    return values;
                }
            }
        };
        let (a, b) = (solution(), solution());
        let union: Vec<bool> = a.iter().zip(&b).map(|(a, b)| a | b).collect();
        for (clause, _) in system.clauses.iter().filter(|(c, _)| c.iter().any(|l| l.is_negative())) {
            assert!(clause.iter().any(|&l| holds(&union, l)), "{path}");
        }
        pairs += usize::from(a != b);
    }
    assert!(pairs > 60, "{pairs}");
}

#[test]
fn cores_are_unsatisfiable_and_minimal() {
    let mut cores = 0;
    for (path, source) in programs() {
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        let text = racefree_infer::erase(&program, &source, false);
        let program = parsed(&text);
        let settings = Settings { ghosts: 1, ..Settings::default() };
        let Ok(facts) = facts(&program, &text, &settings) else { continue };
        let template = Template::new(&program, &facts, &settings, 1, |_| true);
        let system = System::new(&template, &text, &settings, Breadth::All).expect("small");
        if sat::is_solvable(&system) {
            continue;
        }
        let core = sat::blame(&system, Default::default()).expect("no deadline");
        assert!(sat::is_unsatisfiable(&system, &core), "{path}");
        for i in 0..core.len() {
            let mut without = core.clone();
            without.remove(i);
            assert!(!sat::is_unsatisfiable(&system, &without), "{path}");
        }
        cores += 1;
    }
    assert!(cores > 20, "{cores}");
}
