//! Section 10: for each decision that has a variant the program that the two readings treat differently, and what each reading says.

use crate::corpus::verdict;
use racefree_atomicity::Atomicity;
use racefree_kernel::{NamedVariant, Options, System};
use std::collections::BTreeSet;
use std::fs;

/// Program, variant, whether the system as it stands accepts it, and whether the variant does.
const DIFFERENCES: &[(&str, &str, bool, bool)] = &[
    ("decisions/d-a1-two-forks", "five-points", true, false),
    ("papers/tsp-main", "five-points", true, false),
    ("decisions/d-a2-two-prints", "ordered-output", true, false),
    ("premises/atom-prog-checked", "not-checked", false, true),
    ("premises/atom-class-unguarded-type", "unguarded-types", false, true),
    ("premises/atom-invoke-escaping", "locks-escape", false, true),
    ("premises/atom-invoke-dispatch", "static-dispatch", false, true),
    ("premises/atom-class-init", "new-is-a-mover", false, true),
    ("decisions/d-a9-fork-is-last", "five-points", true, false),
    ("decisions/d-a10-captured-this", "ghosts-first", false, true),
    ("decisions/every-lock-held", "every-lock-held", false, true),
    ("overriding/declared-twice-above", "nearest-declaration", false, true),
    ("overriding/declared-three-above", "nearest-declaration", false, true),
    ("overriding/equals-declared-above", "nearest-declaration", false, true),
    ("premises/atom-override-claimed", "claims-are-not-inherited", false, true),
    ("premises/atom-fork-left", "forks-are-movers", false, true),
    ("premises/atom-if-else", "no-else", false, true),
    ("premises/atom-while-loop", "loops-run-once", false, true),
    ("premises/atom-op-right", "only-left-operands", false, true),
    ("premises/atom-seq-commit", "commits-twice", false, true),
];

fn rules(variant: &NamedVariant) -> Options {
    let mut options = Options::default();
    variant.off.iter().for_each(|&premise| options.off.switch_off(premise));
    variant.reading.into_iter().for_each(|reading| options.readings.insert(reading));
    options
}

#[test]
fn every_variant_has_a_program_that_it_alone_treats_differently() {
    let mut shown = BTreeSet::new();
    for &(file, name, base, other) in DIFFERENCES {
        let path = format!("{}/../../corpus/atomicity/{file}.rfj", env!("CARGO_MANIFEST_DIR"));
        let source = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let variant = Atomicity.variants().iter().find(|v| v.name == name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(verdict(&source, &Options::default()).is_empty(), base, "{file} as it stands");
        assert_eq!(verdict(&source, &rules(variant)).is_empty(), other, "{file} by {name}");
        shown.insert(name);
    }
    let missing: Vec<&str> = Atomicity.variants().iter().map(|v| v.name).filter(|name| !shown.contains(name)).collect();
    assert!(missing.is_empty(), "no program shows {missing:?}");
}
