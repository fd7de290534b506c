//! The committed matrix is what it says, and what is counted for it is counted rightly.

use crate::support::every;
use racefree_soundness::enumerate::{Memory, Universe, complete};
use racefree_soundness::judge::Judge;
use racefree_soundness::matrix::exhaust::{Counts, Exhaust};
use racefree_soundness::matrix::update::{Stage, UpdatePlan, Watch, update};
use racefree_soundness::matrix::{self, Entry, IMPLIED, Matrix, SPACES, outside};
use racefree_soundness::variant::{self, Rules, Variant};
use racefree_systems::BASE;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn rules(name: &str) -> Rules {
    variant::find(name).and_then(|v| v.rules()).expect("a variant")
}

fn without_program(known: &Matrix) -> Vec<Variant> {
    let has = |v: &Variant| known.entry(&v.name).is_some_and(|e| e.smallest.is_some());
    matrix::lines(BASE).into_iter().filter(|v| !v.off.is_empty() && !outside(&v.off[0]) && !has(v)).collect()
}

#[test]
fn every_line_is_there_and_is_what_it_says() {
    let known = matrix::committed(BASE).unwrap();
    for line in matrix::lines(BASE) {
        assert!(known.entry(&line.name).is_some(), "{} is not in the matrix", line.name);
    }
    let (mut shown, mut parts, mut together) = (0, 0, 0);
    for entry in &known.entries {
        matrix::verify(BASE, entry).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(entry.smallest.is_none(), entry.none_because.is_some(), "{}", entry.variant);
        assert_ne!(entry.none_because.as_deref(), Some("not understood yet"), "{}", entry.variant);
        let found = usize::from(entry.smallest.is_some());
        match entry.variant.as_str() {
            v if v.contains(" + ") => together += found,
            v if v.contains(" (") => parts += found,
            _ => shown += found,
        }
        for name in entry.company.iter().flat_map(|c| &c.found) {
            assert!(known.entry(name).is_some_and(|e| e.smallest.is_some()), "{name}");
        }
    }
    assert!(shown >= 36, "only {shown} variants have a counterexample");
    assert!(parts >= 5, "only {parts} parts of premises have one");
    assert!(together >= 5, "only {together} variants with several premises off");
}

#[test]
fn whatever_has_no_program_was_enumerated() {
    let known = matrix::committed(BASE).unwrap();
    assert_eq!(known.scopes.len(), SPACES.len());
    for (scope, said) in SPACES.iter().zip(&known.scopes) {
        assert_eq!(scope.signature, said.signature);
        assert!(said.nodes > said.quick && said.programs > said.quick_programs, "{}", said.signature);
    }
    for variant in without_program(&known) {
        let entry = known.entry(&variant.name).expect("a line");
        let bounds: Vec<_> = known.bounds(entry).collect();
        assert_eq!(bounds.len(), known.scopes.len(), "{}", variant.name);
        for bound in &bounds {
            assert!(bound.apart <= bound.programs && bound.cannot_run <= bound.apart, "{}", variant.name);
            assert_eq!(bound.unknown, 0, "{} over {}", variant.name, bound.signature);
        }
        let decides = bounds.iter().any(|b| b.apart > 0);
        if variant.only.is_none() {
            assert_eq!(decides, !IMPLIED.contains(&variant.name.as_str()), "{}", variant.name);
            let company = entry.company.as_ref().expect("pairs were tried");
            assert!(company.pairs >= 40 && company.programs > 10_000, "{}: {company:?}", variant.name);
        }
    }
}

#[test]
fn small_enumerations_give_the_same_once_more() {
    let known = matrix::committed(BASE).unwrap();
    let variants = without_program(&known);
    let off: Vec<_> = variants.iter().flat_map(|v| &v.off).map(|p| variant::premise(BASE, p).unwrap()).collect();
    let loosest = Variant::of_premises(&off).rules().unwrap();
    let all: Vec<Rules> = variants.iter().map(|v| v.rules().unwrap()).collect();
    let mut apart = 0;
    for said in known.scopes.iter().step_by(every(3)) {
        let universe = Universe { signature: said.signature.parse().unwrap(), nodes: said.quick };
        let exhaust = Exhaust { universe, loosest: &loosest, variants: &all, race: false };
        let counts = exhaust.within(&|| false, &Memory::default()).expect("no time limit");
        assert_eq!(counts.programs, said.quick_programs, "{}", said.signature);
        assert_eq!(counts.variants.iter().map(|c| c.apart).sum::<u64>(), said.quick_apart, "{}", said.signature);
        for (variant, count) in variants.iter().zip(&counts.variants) {
            assert_eq!(count.wrong, 0, "{}: {:?}", variant.name, count.smallest);
            apart += count.apart;
        }
    }
    assert!(apart > 30, "no premise decides anything in so small programs: {apart}");
}

#[test]
fn the_smallest_examples_are_the_smallest() {
    let known = matrix::committed(BASE).unwrap();
    let mut proved = 0;
    for entry in &known.entries {
        let Some(example) = entry.smallest.as_ref().filter(|e| e.is_smallest()) else { continue };
        let Some(below) = example.below.as_ref().filter(|b| b.programs < 3_000) else { continue };
        proved += 1;
        let variants = [rules(&entry.variant)];
        let universe = Universe { signature: below.signature.parse().unwrap(), nodes: below.nodes };
        let exhaust = Exhaust { universe, loosest: &variants[0], variants: &variants, race: false };
        let Counts { programs, variants } = exhaust.within(&|| false, &Memory::default()).expect("no time limit");
        assert_eq!(
            (programs, variants[0].apart, variants[0].wrong),
            (below.programs, below.apart, 0),
            "{}",
            entry.variant
        );
    }
    assert!(proved >= 10, "{proved}");
}

#[test]
fn counts_by_parts_are_counts_of_whole_programs() {
    let names = ["FIELD/guard-final", "FIELD/guard-final (finality)", "EXP REF/guard-held", "TYPE C/arg-final"];
    let variants: Vec<Rules> = names.iter().map(|n| rules(n)).collect();
    let all: Vec<_> = names.iter().filter_map(|n| variant::premise(BASE, n).ok()).collect();
    let loosest = Variant::of_premises(&all).rules().unwrap();
    let signature = "classes=1 ghosts=1 fields=1 methods=1 locals=1 path=1 +guards +object".parse().unwrap();
    let universe = Universe { signature, nodes: 11 };
    let counts = Exhaust { universe, loosest: &loosest, variants: &variants, race: false }
        .within(&|| false, &Memory::default())
        .unwrap();
    let mut judge = Judge::new(&variants[0]);
    let (mut apart, mut wrong) = (vec![0; names.len()], vec![0; names.len()]);
    universe.skeletons(&mut |skeleton| {
        universe.parts(&skeleton).each(&mut |bodies, main| {
            let program = complete(&skeleton, bodies, main).program();
            for (i, _) in variants.iter().enumerate().filter(|(_, v)| v.sets_apart(&program)) {
                apart[i] += 1;
                wrong[i] += u64::from(judge.goes_wrong(program.clone()).is_some());
            }
        });
        true
    });
    assert_eq!(counts.variants.iter().map(|c| c.apart).collect::<Vec<_>>(), apart);
    assert_eq!(counts.variants.iter().map(|c| c.wrong).collect::<Vec<_>>(), wrong);
    assert!(apart.iter().all(|&n| n > 0) && wrong[2] > 0, "{apart:?}, {wrong:?}");
}

#[test]
fn an_update_finds_what_there_is() {
    let said = AtomicUsize::new(0);
    let at = |_: &str, _: &Matrix| {
        said.fetch_add(1, Ordering::Relaxed);
    };
    let plan = UpdatePlan {
        system: BASE,
        time: Duration::from_secs(5),
        threads: 1,
        memory: usize::MAX,
        only: vec!["EXP REF/guard-held".to_owned()],
        stages: vec![Stage::Search, Stage::Smallest],
    };
    let found = update(Matrix::default(), &plan, &Watch { at: &at, stop: &|| false }).unwrap();
    let entry: &Entry = found.entry("EXP REF/guard-held").expect("a line");
    matrix::verify(BASE, entry).unwrap();
    assert!(entry.smallest.as_ref().is_some_and(|e| e.nodes <= 12), "{entry:?}");
    assert!(said.load(Ordering::Relaxed) >= 2);
    let stopped = update(found.clone(), &plan, &Watch { at: &at, stop: &|| true }).unwrap();
    assert_eq!(stopped, found);
}
