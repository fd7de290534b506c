//! The checker of atomicities agrees with its model (`atomicity/src/model`) on mutants of the corpus and on generated programs: on the
//! atomicity of every method, on which premises fail where; and inferred atomicities fall with the locks held.

use crate::support::{Mutants, cases};
use racefree_atomicity::model::{A, judge};
use racefree_atomicity::rules::{BOOK, atom_prog};
use racefree_atomicity::{Atomicity, analyse};
use racefree_grammar::ast::Program;
use racefree_grammar::span::Span;
use racefree_interp::schedule::Stream;
use racefree_kernel::{Options, PremiseId, System, TypeError};
use racefree_soundness::generate::{self, Maker, Settings};
use racefree_soundness::owners::blocks::claim;
use racefree_soundness::variant::Rules;
use std::collections::BTreeSet;

/// What was exercised.
#[derive(Default, Debug)]
struct Seen {
    programs: u64,
    methods: u64,
    /// Methods whose atomicity tests a lock.
    conditional: u64,
    /// Those that test two or more.
    several: u64,
    /// Claims that do not hold, and other premises.
    failed: u64,
    premises: BTreeSet<PremiseId>,
}

/// The rules of a number: as they stand in half of the cases, else with a premise or two off, or a reading in force.
fn rules(stream: &mut Stream) -> Options {
    let (mut options, switches) = (Options::default(), BOOK.switches().collect::<Vec<_>>());
    let variants = Atomicity.about().variants;
    match stream.below(6) {
        0 | 1 => options.off.switch_off(switches[stream.below(switches.len() as u32) as usize].0),
        2 => {
            let variant = variants[stream.below(variants.len() as u32) as usize];
            variant.off.iter().for_each(|&premise| options.off.switch_off(premise));
            variant.reading.into_iter().for_each(|reading| options.readings.insert(reading));
        }
        _ => {}
    }
    options
}

impl Seen {
    fn compare(&mut self, mut program: Program, source: &str, seed: u64) {
        let mut stream = Stream::new(seed ^ 0xa70);
        claim(&mut program, &mut stream);
        let options = rules(&mut stream);
        let verdict = judge(&program, &options);
        let analysis = analyse(&program, source, &options);
        for (info, a) in analysis.methods.iter().zip(&verdict.methods) {
            assert_eq!(info.atomicity.to_string(), a.to_string(), "{}, {options:?}\n{source}", info.name);
            self.methods += 1;
            let locks = a.locks();
            self.conditional += u64::from(!locks.is_empty());
            self.several += u64::from(locks.len() > 1);
            let falls = options != Options::default() || falls(a);
            assert!(falls, "{}: {a} does not fall with the locks held\n{source}", info.name);
        }
        let report = Atomicity.check(&program, source, &options);
        let errors = report.errors.iter().chain(&report.silenced).flat_map(TypeError::all);
        let errors = errors.filter(|e| e.premise != atom_prog::CHECKED).map(|e| (e.premise, e.span));
        let by_checker: BTreeSet<(PremiseId, Span)> = errors.collect();
        assert_eq!(shown(&by_checker, source), shown(&verdict.failed, source), "{options:?}\n{source}");
        self.programs += 1;
        self.failed += verdict.failed.len() as u64;
        self.premises.extend(verdict.failed.iter().map(|(premise, _)| *premise));
    }
}

pub fn falls(a: &A) -> bool {
    a.locks().iter().all(|l| a.decided(l, true).below(&a.decided(l, false)))
}

pub fn shown(failed: &BTreeSet<(PremiseId, Span)>, source: &str) -> Vec<String> {
    failed
        .iter()
        .map(|&(p, span)| format!("{} at {}: {:?}", BOOK.premise_name(p), span.start, span.text(source)))
        .collect()
}

#[test]
fn the_checker_agrees_with_the_model_of_atomicities() {
    let (mutants, base, mut seen) = (Mutants::new(), Options::default(), Seen::default());
    let maker = Maker::new(&Rules::of(racefree_systems::find("atomicity").expect("it is there")));
    for seed in 0..cases(1_500) {
        let generated =
            generate::program(&base, if seed % 3 == 0 { Settings::wide() } else { Settings::small() }, seed);
        let shaped = maker.program(Settings::small(), seed);
        for source in [generated.source(), mutants.get(seed), racefree_arbitrary::program(seed), shaped.source()] {
            if let Ok(program) = racefree_grammar::parse(&source) {
                seen.compare(program, &source, seed);
            }
        }
    }
    let n = cases(1_500);
    assert!(seen.programs > n && seen.methods > 3 * n && seen.conditional > n / 2, "{seen:?}");
    assert!(seen.several > n / 20 && seen.failed > n / 2 && seen.premises.len() >= 5, "{seen:?}");
}
