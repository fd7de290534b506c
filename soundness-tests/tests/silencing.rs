//! Errors are independent of each other: to silence some, or to switch their premises off, takes away those and nothing else.

use crate::support;

use racefree_grammar::ast::{Expr, Program};
use racefree_kernel::{Kind, PremiseId, TypeError};
use racefree_soundness::generate::{self, Settings};
use racefree_typeck::rules::{BOOK, class3, env_ghost, env_x, local_class, premise_name, prog};
use racefree_typeck::{Options, check};
use std::collections::BTreeSet;
use support::{Mutants, cases};

/// Premises whose failure another premise reports when they are off, or without which a name means something else.
const NOT_ALONE: [PremiseId; 6] =
    [class3::GHOST_TYPE, class3::SHAREABLE, local_class::GHOST_TYPE, env_ghost::TYPE, env_ghost::FRESH, env_x::FRESH];

/// The place and the premise of each error, as often as it is reported.
fn errors(program: &Program, source: &str, options: &Options) -> Vec<(u32, PremiseId)> {
    let report = check(program, source, options);
    let mut found: Vec<_> = report.errors.iter().flat_map(TypeError::all).map(|e| (e.span.start, e.premise)).collect();
    found.sort();
    found
}

/// Programs with errors: token mutants of the corpus, and generated ones that use the freedom of premises that are off.
fn ill_typed(n: u64) -> impl Iterator<Item = (String, Program)> {
    let mutants = Mutants::new();
    let premises: Vec<_> = BOOK.premises().filter(|(_, p)| p.kind == Kind::Checks).map(|(id, _)| id).collect();
    let generated = move |seed: u64| {
        let mut free = Options::default();
        for i in 0..3 {
            free.off.switch_off(premises[(seed as usize * 7 + i * 31) % premises.len()]);
        }
        let settings = if seed.is_multiple_of(2) { Settings::small() } else { Settings::wide() };
        generate::program(&free, settings, seed).source()
    };
    let sources = (0..n).map(move |seed| if seed % 4 == 0 { generated(seed) } else { mutants.get(seed) });
    let parsed = sources.filter_map(|source| Some((racefree_grammar::parse(&source).ok()?, source)));
    parsed.filter(|(program, source)| !check(program, source, &Options::default()).is_ok()).map(|(p, s)| (s, p))
}

/// Whether a lock of a program is no path.
fn has_code_in_a_lock(program: &Program) -> bool {
    let path = |mut e| {
        while let Expr::Field { recv, .. } = program.expr(e) {
            e = recv;
        }
        matches!(program.expr(e), Expr::Var(_))
    };
    program.exprs.iter().any(|e| matches!(e, Expr::Sync { lock, .. } if !path(*lock)))
}

#[test]
fn what_is_silenced_is_all_that_is_missing() {
    let (mut some, mut all, mut kinds) = (0, 0, BTreeSet::new());
    for (i, (source, program)) in ill_typed(cases(12_000)).enumerate() {
        let base = errors(&program, &source, &Options::default());
        // Every other kind, beginning with the first or the second.
        let found: BTreeSet<PremiseId> = base.iter().map(|e| e.1).collect();
        let silent: Vec<PremiseId> = found.into_iter().skip(i % 2).step_by(2).collect();
        let silenced = |premise: &PremiseId| silent.contains(premise);
        let no_warn: Vec<String> = silent.iter().map(|&premise| racefree_kernel::report::kind(BOOK, premise)).collect();
        let rest: Vec<_> = base.iter().copied().filter(|e| !silenced(&e.1)).collect();
        let whole = Options { no_warn: no_warn.clone(), ..Options::default() };
        assert_eq!(errors(&program, &source, &whole), rest, "{no_warn:?} silenced in\n{source}");
        let report = check(&program, &source, &whole);
        assert_eq!(report.silenced.iter().flat_map(TypeError::all).count() + rest.len(), base.len());
        // The same at the end of each line.
        if !no_warn.is_empty() && !source.contains("//") {
            let annotated: String =
                source.lines().map(|line| format!("{line} //# no_warn {}\n", no_warn.join(","))).collect();
            let again = racefree_grammar::parse(&annotated).unwrap_or_else(|e| panic!("{e:?} in\n{annotated}"));
            let left: Vec<PremiseId> =
                errors(&again, &annotated, &Options::default()).into_iter().map(|e| e.1).collect();
            assert_eq!(left, rest.iter().map(|e| e.1).collect::<Vec<_>>(), "by annotations:\n{annotated}");
        }
        kinds.extend(silent);
        if rest.is_empty() { all += 1 } else { some += 1 }
    }
    assert!(some > cases(12_000) / 40 && all > cases(12_000) / 40, "{some} with errors left, {all} without");
    assert!(kinds.len() > 30, "only {} kinds of errors were silenced", kinds.len());
}

#[test]
fn a_premise_that_is_off_takes_its_errors_away_and_no_other() {
    let (mut compared, mut with_others, mut locks, mut premises) = (0, 0, 0, BTreeSet::new());
    for (source, program) in ill_typed(cases(12_000)) {
        let base = check(&program, &source, &Options::default()).errors;
        let base: Vec<&TypeError> = base.iter().flat_map(TypeError::all).collect();
        let mut places: Vec<_> = base.iter().map(|e| (e.span.start, e.premise)).collect();
        places.sort();
        let asked_for = |premise| base.iter().any(|e| e.because.iter().any(|b| b.0 == premise));
        let found: BTreeSet<PremiseId> = places.iter().map(|e| e.1).collect();
        for premise in found.into_iter().filter(|p| BOOK.premise(*p).kind == Kind::Checks) {
            // Two fields or methods of one name, or classes: which of them is meant changes nothing, but is no question then.
            if NOT_ALONE.contains(&premise) || asked_for(premise) || premise.rule() == prog::RULE {
                continue;
            }
            let mut off = Options::default();
            off.off.switch_off(premise);
            let rest: Vec<_> = places.iter().copied().filter(|e| e.1 != premise).collect();
            assert_eq!(errors(&program, &source, &off), rest, "{} off in\n{source}", premise_name(premise));
            compared += 1;
            with_others += usize::from(!rest.is_empty());
            locks += usize::from(has_code_in_a_lock(&program));
            premises.insert(premise);
        }
    }
    let n = cases(12_000) as usize;
    assert!(compared > n / 20 && with_others > n / 40, "{compared}, {with_others} of them with other errors");
    assert!(premises.len() > 20, "only {} premises", premises.len());
    assert!(locks > 0, "no lock was code");
}
