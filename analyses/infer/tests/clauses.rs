//! Invariants 2, 4 and 5: clauses against the checker, closure under union, cores.

use crate::support::*;
use racefree_infer::clauses::{Instance, Lit};
use racefree_infer::fixpoint::{is_dual_horn, survivors};
use racefree_infer::infer::facts;
use racefree_infer::sat;
use racefree_infer::slots::Template;
use racefree_infer::system::{Breadth, System};
use racefree_infer::{Budget, Settings};
use racefree_kernel::PremiseId;
use racefree_soundness::generate;
use racefree_typeck::rules::{exp_assign, exp_fork2, exp_invoke, exp_ref, field, local_class, shareable};
use std::collections::BTreeSet;

/// Premises that generated programs violate when they are off.
const TEMPTING: &[PremiseId] = &[
    exp_ref::GUARD_HELD,
    exp_assign::GUARD_HELD,
    exp_invoke::REQUIRES_HELD,
    shareable::GUARDED_OR_FINAL,
    exp_fork2::FV_SHARED,
    local_class::OVERRIDE,
    field::GUARD_FINAL,
];

/// Every program of the base system in the corpus that is one of ConcurrentJava.
fn programs() -> Vec<(String, String)> {
    let entries = racefree_corpus::entries().into_iter().filter(|e| e.header().system() == "base" && !e.is_java());
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

/// Compares clauses, with no annotation put in, to the premises that fail; whether some does. None where slots need an argument, or
/// the program is none.
fn fail_where_the_checker_does(what: &str, source: &str) -> Option<bool> {
    let program = racefree_grammar::parse(source).ok()?;
    let settings = Settings::default();
    let facts = facts(&program, source, &settings).ok()?;
    if !program.no_warns.is_empty() {
        return None;
    }
    let template = Template::new(&program, &facts, &settings, 0, |_| false);
    if template.places.iter().any(|p| matches!(p, racefree_infer::slots::Place::Arg(..))) {
        return None;
    }
    let system = System::new(&template, source, &settings, Breadth::All, &Budget::default()).expect("small");
    let found = violated(&system, &vec![false; system.meanings.len()]);
    let expected: BTreeSet<Instance> = racefree_java_rules::failures(&program, &settings.options)
        .into_iter()
        .map(|(premise, span)| Instance { span, premise })
        .collect();
    assert_eq!(found, expected, "{what}\n{source}");
    Some(!expected.is_empty())
}

#[test]
fn without_a_choice_clauses_fail_where_the_checker_does() {
    let all: Vec<bool> = programs().iter().filter_map(|(path, s)| fail_where_the_checker_does(path, s)).collect();
    let wrong = all.iter().filter(|w| **w).count();
    assert!(all.len() > 150 && wrong > 40, "{} {wrong}", all.len());
}

/// Of generated programs every second one is made without some premises.
#[test]
fn so_they_do_in_generated_programs() {
    let cases = cases(300);
    let right = racefree_typeck::Options::default();
    let (mut seen, mut wrong, mut kinds) = (0, 0, BTreeSet::new());
    for seed in 0..cases as u64 {
        let mut loose = right.clone();
        for premise in TEMPTING.iter().enumerate().filter(|(i, _)| seed >> (i % 8) & 1 == 1).map(|(_, p)| *p) {
            loose.off.switch_off(premise);
        }
        let options = if seed % 2 == 0 { &right } else { &loose };
        let size = if seed % 3 == 0 { generate::Settings::wide() } else { generate::Settings::small() };
        let source = generate::program(options, size, seed).source();
        if let Some(is_wrong) = fail_where_the_checker_does(&format!("seed {seed}"), &source) {
            seen += 1;
            wrong += usize::from(is_wrong);
            let failures = racefree_java_rules::failures(&parsed(&source), &right);
            kinds.extend(failures.into_iter().map(|f| f.0));
        }
    }
    #[allow(clippy::print_stderr)] // for a count by hand
    {
        eprintln!("{seen} of {cases} generated programs, {wrong} of them wrong, by {} premises", kinds.len());
    }
    assert!(seen * 10 >= cases * 8 && wrong * 10 >= cases, "{seen} {wrong} of {cases}");
    assert!(kinds.len() >= 5, "{kinds:?}");
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
        let system = System::new(&template, &text, &settings, Breadth::All, &Budget::default()).expect("small");
        assert!(is_dual_horn(&system), "{path}");
        // Solutions of the implications: close random sets downwards.
        let greatest = survivors(&system, &[]);
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
        let system = System::new(&template, &text, &settings, Breadth::All, &Budget::default()).expect("small");
        if sat::is_solvable(&system, &Budget::default()).expect("no budget") {
            continue;
        }
        let partial = sat::complete(&system, &facts, &[], &Budget::default(), 1).expect("no budget");
        let core =
            sat::blame(&system, &sat::violated(&system, &partial.values), &Budget::default()).expect("no budget");
        assert_eq!(sat::is_unsatisfiable(&system, &core), Ok(true), "{path}");
        for i in 0..core.len() {
            let mut without = core.clone();
            without.remove(i);
            assert_eq!(sat::is_unsatisfiable(&system, &without), Ok(false), "{path}");
        }
        cores += 1;
    }
    assert!(cores > 20, "{cores}");
}

/// Variables that are never locked are no choice of their own: the constraints of `n` of them are no square.
#[test]
fn constraints_grow_with_the_program() {
    let size = |n: usize| {
        let lets: String = (0..n).map(|i| format!("let A x{i} = new A in\n")).collect();
        let text = format!("class A {{ int n = 0 }}\n{lets}fork {{ synchronized x1 in x0.n = 1 }}");
        racefree_infer::dump(&parsed(&text), &text, &Settings::default()).expect("constraints").lines().count()
    };
    let (small, large) = (size(50), size(200));
    assert!(large < 5 * small, "{small} {large}");
}
