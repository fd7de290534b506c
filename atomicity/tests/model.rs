//! The checker agrees with the model on the corpus: on the atomicity of every method, on which premises fail where. And what section 5
//! says of the least assignment.

use crate::corpus::programs;
use racefree_atomicity::model::{A, applied, judge};
use racefree_atomicity::rules::{BOOK, atom_prog};
use racefree_atomicity::system::FIVE_POINTS;
use racefree_atomicity::{Atomicity, analyse};
use racefree_grammar::ast::{Basic, Dialect, Expr, Program};
use racefree_grammar::parse;
use racefree_grammar::span::Span;
use racefree_kernel::{Options, PremiseId, System, TypeError};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The corpus without the programs of the system of owners.
fn corpus() -> Vec<(String, Program)> {
    let mut files = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"), &mut files);
    let mut found = Vec::new();
    for file in files.into_iter().filter(|file| file.extension().is_some_and(|e| e == "rfj")) {
        let source = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{e}"));
        if let (Ok(program), Dialect::Base) = (parse(&source), Dialect::of(&source)) {
            found.push((source, program));
        }
    }
    assert!(found.len() > 150, "{}", found.len());
    found
}

/// A program in which methods and the bodies of forks are claimed to be atomic.
fn claimed(program: &Program) -> Program {
    let mut program = program.clone();
    for m in 0..program.methods.len() {
        let method = program.methods[m];
        if !method.atomic {
            let body = program.add(Expr::Atomic(method.body), program.span(method.body));
            (program.methods[m].atomic, program.methods[m].body) = (true, body);
        }
    }
    for e in 0..program.exprs.len() {
        if let Expr::Fork(body) = program.exprs[e] {
            let body = program.add(Expr::Atomic(body), program.span(body));
            program.exprs[e] = Expr::Fork(body);
        }
    }
    program
}

/// What fails by the checker, `check`'s errors aside.
fn by_checker(program: &Program, source: &str, options: &Options) -> BTreeSet<(PremiseId, Span)> {
    let report = Atomicity.check(program, source, options);
    let all = report.errors.iter().chain(&report.silenced).flat_map(TypeError::all);
    all.filter(|e| e.premise != atom_prog::CHECKED).map(|e| (e.premise, e.span)).collect()
}

fn compare(program: &Program, source: &str, options: &Options) -> (usize, usize) {
    let verdict = judge(program, options);
    let analysis = analyse(program, source, options);
    for (info, model) in analysis.methods.iter().zip(&verdict.methods) {
        assert_eq!(info.atomicity.to_string(), model.to_string(), "{} {:?}\n{source}", info.name, options);
    }
    let shown = |failed: &BTreeSet<(PremiseId, Span)>| -> Vec<String> {
        failed.iter().map(|&(p, span)| format!("{} at {:?}", BOOK.premise_name(p), span.text(source))).collect()
    };
    assert_eq!(shown(&by_checker(program, source, options)), shown(&verdict.failed), "{options:?}\n{source}");
    (verdict.methods.len(), verdict.failed.len())
}

#[test]
fn on_the_corpus_by_every_set_of_rules() {
    let mut rules = vec![Options::default()];
    for variant in Atomicity.about().variants {
        let mut options = Options::default();
        variant.off.iter().for_each(|&premise| options.off.switch_off(premise));
        variant.reading.into_iter().for_each(|reading| options.readings.insert(reading));
        rules.push(options);
    }
    for (premise, _) in BOOK.switches() {
        let mut options = Options::default();
        options.off.switch_off(premise);
        rules.push(options);
    }
    let (mut methods, mut failed) = (0, 0);
    for (i, (source, program)) in corpus().into_iter().enumerate() {
        let wrapped = claimed(&program);
        for (j, options) in rules.iter().enumerate() {
            // The rules as they stand for every program; each variant for every fourth, and for those made for it.
            if j > 0 && (i + j) % 4 != 0 && !source.contains("system: atomicity") {
                continue;
            }
            let (some, wrong) = compare(if j % 2 == 0 { &wrapped } else { &program }, &source, options);
            (methods, failed) = (methods + some, failed + wrong);
        }
    }
    assert!(methods > 5_000 && failed > 2_000, "{methods} methods, {failed} premises that fail");
}

/// Every lock set over the locks of an atomicity.
fn below_with_more_locks(a: &A) -> bool {
    a.locks().iter().all(|l| a.decided(l, true).below(&a.decided(l, false)))
}

/// Atomicities that are a little less than `a`: one way of its tests lowered.
fn lowered(a: &A) -> Vec<A> {
    match a {
        A::Is(basic) => Basic::ALL
            .into_iter()
            .filter(|&b| b != *basic && racefree_atomicity::algebra::below(b, *basic))
            .map(A::Is)
            .collect(),
        A::Held(l, then, otherwise) => {
            let held = lowered(then).into_iter().map(|then| A::test(l, &then, otherwise));
            let unheld = lowered(otherwise).into_iter().map(|otherwise| A::test(l, then, &otherwise));
            held.chain(unheld).collect()
        }
    }
}

#[test]
fn the_assignment_is_the_least_and_falls_with_the_locks_held() {
    let (mut tests, mut lower) = (0, 0);
    for (source, program) in corpus() {
        let options = Options::default();
        let verdict = judge(&program, &options);
        for (m, a) in verdict.methods.iter().enumerate() {
            tests += a.locks().len();
            assert!(below_with_more_locks(a), "{a}\n{source}");
            for less in lowered(a).into_iter().take(8) {
                lower += 1;
                let again = applied(&program, &options, &verdict, m, &less);
                assert!(!again.below(&less), "{less} would do for {a}\n{source}");
            }
        }
    }
    assert!(tests > 150 && lower > 500, "{tests} tests, {lower} lower atomicities");
}

#[test]
fn five_points_accept_a_subset() {
    let mut five_points = Options::default();
    five_points.readings.insert(FIVE_POINTS);
    let (mut both, mut only) = (0, 0);
    for (source, program) in corpus() {
        let program = claimed(&program);
        let seven = analyse(&program, &source, &Options::default());
        let five = analyse(&program, &source, &five_points);
        for (a, b) in seven.claims.iter().zip(&five.claims) {
            assert_eq!(a.span, b.span);
            assert!(
                a.holds == Some(true) || b.holds != Some(true),
                "{} holds with five points alone\n{source}",
                a.block
            );
            both += u32::from(b.holds == Some(true));
            only += u32::from(a.holds == Some(true) && b.holds != Some(true));
        }
    }
    assert!(both > 100 && only >= 2, "{both} claims hold with both, {only} with seven points alone");
}
