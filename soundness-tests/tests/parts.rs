//! A part of a premise off is between the premise off and on: what fails for that reason alone is let through.

use crate::support::{all, cases};
use racefree_soundness::generate::{self, Settings};
use racefree_soundness::matrix;
use racefree_soundness::variant::{self, Part};
use racefree_typeck::error::part_of;
use racefree_typeck::rules::BOOK;
use racefree_typeck::{Options, check};
use std::collections::BTreeSet;

/// What a part of a premise lets through, by the errors of the base: all are due to the premise, and end in the part.
fn by_errors(program: &racefree_grammar::Program, off: &Options, part: Part) -> bool {
    check(program, "", &Options::default()).errors.iter().all(|e| {
        let chain: Vec<_> = std::iter::once(e.premise).chain(e.because.iter().map(|(premise, _)| *premise)).collect();
        let deepest = e.because.last().map(|(premise, _)| *premise);
        chain.iter().any(|&premise| off.off.is_off(premise)) && part_of(deepest) == part
    })
}

#[test]
fn the_checker_takes_a_part_of_a_premise_for_what_it_is() {
    let (mut through, mut stopped, mut seen) = (0u32, 0u32, BTreeSet::new());
    for name in matrix::parts(racefree_systems::BASE).into_iter().map(|v| v.name) {
        let rules = variant::find(&name).and_then(|v| v.rules()).expect("a part");
        let part = rules.options.only.expect("a part");
        let whole = Options { only: None, ..rules.options.clone() };
        for seed in 0..cases(300) {
            let settings = if seed % 2 == 0 { Settings::small() } else { Settings::wide() };
            let tree = generate::program(&whole, settings, seed);
            let program = tree.program();
            if check(&program, "", &Options::default()).is_ok() {
                assert!(rules.accepts_idle(&program), "{name} rejects what the base accepts:\n{}", tree.source());
                continue;
            }
            let accepted = rules.accepts_idle(&program);
            let errors = check(&program, "", &Options::default()).errors;
            let expected = check(&program, "", &whole).is_ok() && by_errors(&program, &whole, part);
            assert_eq!(accepted, expected, "{name}: {errors:?}\n{}", tree.source());
            through += u32::from(accepted);
            stopped += u32::from(!accepted);
            if accepted {
                seen.insert(name.clone());
            }
        }
    }
    assert_eq!(matrix::parts(racefree_systems::BASE).len(), 17 * Part::ALL.len());
    let least = cases(300) as u32 * 2 / 5;
    assert!(through > least && stopped > least, "{through} were let through, {stopped} were not");
    let least = if all() { 12 } else { 8 };
    assert!(seen.len() > least, "only of these parts was anything let through: {seen:?}");
}

#[test]
fn a_derivation_says_where_a_part_was_assumed() {
    let source = "class A { A f; } class B<ghost A x> {} let A a = new A in (new B<a.f>; 0)";
    let program = racefree_grammar::parse(source).expect("a program");
    let under = |name: &str| variant::find(name).and_then(|v| v.rules()).expect("rules").options;
    let errors = |name: &str| {
        let report = check(&program, source, &under(name));
        report.errors.iter().flat_map(|e| e.all()).map(|e| BOOK.premise_name(e.premise)).collect::<Vec<_>>()
    };
    assert!(errors("base").contains(&"EXP NEW/type".to_owned()), "{:?}", errors("base"));
    assert!(errors("EXP NEW/type (scope)").contains(&"EXP NEW/type".to_owned()));
    assert!(!errors("EXP NEW/type (finality)").contains(&"EXP NEW/type".to_owned()));
    let options = under("EXP NEW/type (finality)");
    let (report, cx) = racefree_typeck::derive(&program, source, &options);
    assert_eq!(report.errors, check(&program, source, &options).errors);
    let derivation = cx.heard;
    let assumed = derivation.nodes().flat_map(|(id, _)| derivation.children(id).to_vec());
    let assumed = assumed.filter(|c| matches!(c.evidence, racefree_kernel::Evidence::Assumed));
    let names: BTreeSet<String> = assumed.map(|c| BOOK.premise_name(c.premise)).collect();
    assert_eq!(names, BTreeSet::from(["EXP NEW/type".to_owned()]));
}
