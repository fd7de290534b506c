//! The parts of this crate by themselves.

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use racefree_generate::Choices;
use racefree_kernel::Part;
use racefree_soundness::enumerate::{PRESETS, Signature};
use racefree_soundness::generate::{Maker, Settings};
use racefree_soundness::owners::{self, near_miss};
use racefree_soundness::shard::{covers, overlap};
use racefree_soundness::tree::{Path, Type, tokens};
use racefree_soundness::variant::{Rules, all, apply, find, find_in, named};
use racefree_strategies::well_typed_by;
use racefree_systems::BASE;

#[test]
fn shares_of_different_sizes_are_compared() {
    assert!(overlap((0, 2), (2, 4)) && !overlap((0, 2), (1, 4)) && overlap((0, 1), (3, 7)) && overlap((0, 2), (1, 3)));
    assert!(covers(&[(0, 2), (1, 4), (3, 4)]) && !covers(&[(0, 2), (1, 4)]) && covers(&[(0, 1)]) && !covers(&[]));
}

#[test]
fn an_edit_changes_the_program() {
    let (mut choices, mut changed) = (Choices::seeded(1), 0);
    for seed in 0..50 {
        let source = owners::program(seed);
        changed += usize::from(near_miss(&source, &mut choices).is_some_and(|edited| edited != source));
    }
    assert!(changed > 25, "{changed}");
}

#[test]
fn a_signature_is_read_back() {
    for (name, _, text) in PRESETS {
        let signature: Signature = name.parse().expect("a preset");
        assert_eq!(signature, text.parse().expect("a signature"));
        assert_eq!(signature.to_string().parse(), Ok(signature));
    }
    for wrong in ["", "classes=0", "clases=1", "classes=9", "classes=x", "classes=1 +finals", "nothing"] {
        assert!(wrong.parse::<Signature>().is_err(), "{wrong}");
    }
}

#[test]
fn a_premise_that_is_off_is_made_use_of() {
    let system = racefree_systems::find("concurrent-java").unwrap();
    let base = Rules::of(system);
    for name in ["EXP ASSIGN/value", "EXP INVOKE/args", "METHOD/body", "FIELD/init"] {
        let rules = find_in(system, name).unwrap().rules().unwrap();
        let maker = Maker::new(&rules);
        let apart = (0..600).filter(|&seed| {
            let program = maker.program(Settings::small(), seed).program();
            rules.accepts(&program) && !base.accepts(&program)
        });
        assert!(apart.count() >= 5, "{name}");
    }
}

/// Paths and types of trees lose nothing, however long they are.
#[test]
fn long_paths_and_types_with_many_ghosts_are_kept() {
    for n in 0..40u8 {
        let fields: Vec<u8> = (0..n).collect();
        let path = fields.iter().fold(Path::var(1), |path, &fd| path.field(fd));
        assert_eq!((path.fields[..].to_vec(), path.after(&path).fields.len()), (fields, 2 * usize::from(n)));
        let args = vec![path; usize::from(n)];
        assert!(matches!(Type::of(2, &args), Type::Class(2, kept) if kept[..] == args[..]));
    }
}

/// A variant accepts all programs that are made for it, the base does not; and a counterexample shrinks within the variant.
#[test]
fn programs_of_a_variant_shrink_within_it() {
    let (base, mut rules) = (Rules::base(), Rules::base());
    rules.options.off.switch_off(racefree_typeck::rules::exp_ref::GUARD_HELD);
    let config = Config { cases: 500, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&well_typed_by(&rules.options, Settings::small()), |given| {
        assert!(rules.accepts_idle(&given.program), "{}", given.source);
        if base.accepts_idle(&given.program) { Ok(()) } else { Err(TestCaseError::fail("the base rejects it")) }
    });
    let Err(TestError::Fail(_, smallest)) = outcome else { panic!("no program makes use of the variant: {outcome:?}") };
    assert!(rules.accepts_idle(&smallest.program) && !base.accepts_idle(&smallest.program), "{smallest:?}");
    assert!(tokens(&smallest.source) < 120, "{smallest:?}");
}

#[test]
fn every_built_in_variant_means_something() {
    for variant in named(BASE).into_iter().chain(all(BASE)) {
        variant.rules().unwrap_or_else(|e| panic!("{}: {e}", variant.name));
        assert_eq!(find(&variant.name).as_ref().map(|v| &v.off), Ok(&variant.off), "{}", variant.name);
    }
    assert!(find("EXP REF/receiver").is_err());
    assert!(find("nothing").is_err());
}

#[test]
fn a_part_of_a_premise_is_a_variant() {
    let variant = find("ENV X/type (finality)").unwrap();
    assert_eq!(variant.rules().unwrap().options.only, Some(Part::Finality));
    assert!(find("ENV X/type (size)").is_err());
    assert!(find("binary-locks (scope)").is_err());
    let mut rules = variant.rules().unwrap();
    assert!(apply(&find("EXP REF/type").unwrap(), &mut rules).is_err(), "one part and a whole");
}

#[test]
fn rules_are_spelled_as_they_are_read() {
    let names = ["base", "EXP REF/guard-held + ENV X/fresh", "ENV X/type + EXP REF/type (scope)"];
    let sums = ["binary-locks + EXP REF/guard-held", "constructor-holds-lock + super-may-mention-this + ENV X/fresh"];
    let all = all(BASE).into_iter().map(|v| v.name);
    for name in names.into_iter().chain(sums).map(str::to_owned).chain(all) {
        let rules = find(&name).unwrap().rules().unwrap();
        let again = find(&rules.spelled()).unwrap().rules().unwrap();
        assert_eq!((&again.options, again.semantics), (&rules.options, rules.semantics), "{name}");
        assert_eq!(again.spelled(), rules.spelled());
    }
}
