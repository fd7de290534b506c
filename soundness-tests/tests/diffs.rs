//! Rule sets compared: what a premise is worth, and what it costs.

use racefree_soundness::diff::{Comparison, Difference, compare};
use racefree_soundness::enumerate::{Memory, Universe};
use racefree_soundness::variant;

fn difference(a: &str, b: &str, signature: &str, nodes: usize, generated: u64) -> Difference {
    let rules = |name: &str| variant::find(name).expect("a variant").rules().expect("rules");
    let (a, b) = (rules(a), rules(b));
    let universe = Universe { signature: signature.parse().expect("a signature"), nodes };
    let comparison =
        Comparison { a: &a, b: &b, universe: Some(universe), generated, seed: 1, keep: 3, memory: &Memory::default() };
    compare(&comparison, &|| false, &mut |_| true)
}

#[test]
fn a_premise_off_is_soundness_lost_and_precision_gained() {
    let d = difference("base", "EXP ASSIGN/guard-held", "classes=1 fields=1 locals=1 forks=1 +guards +int", 12, 0);
    assert!(d.complete && d.only_a.wrong.is_empty() && d.only_a.right.is_empty(), "{d:#?}");
    let wrong = &d.only_b.wrong[0];
    assert!(wrong.kind.is_some() && wrong.schedule.is_some() && !wrong.generated, "{wrong:?}");
    assert_eq!(d.race_unknown, 0);
    assert!(d.race_free_a < d.race_free_b && d.race_free_b <= d.race_free && d.race_free < d.enumerated, "{d:#?}");
}

#[test]
fn the_same_rules_do_not_differ() {
    let d = difference("base", "base", "locks", 10, 200);
    assert!(d.enumerated > 1_000 && d.generated == 200, "{d:#?}");
    assert_eq!(d.race_free_a, d.race_free_b);
    for side in [&d.only_a, &d.only_b] {
        assert_eq!(side.goes_wrong + side.never_wrong + side.unknown, 0);
    }
}

#[test]
fn what_a_premise_rejects_goes_wrong_or_is_a_false_alarm() {
    let d = difference("EXP REF/guard-held", "base", "classes=1 fields=1 locals=1 forks=1 +guards +int +final", 11, 0);
    // With the monitors, most of what lacks a lock goes wrong; reads of final fields (D8) never do.
    assert!(d.only_a.goes_wrong > 0 && d.only_a.never_wrong > 0, "{d:#?}");
    assert!(d.only_a.right.iter().all(|e| e.program.contains("final")), "{d:#?}");
    assert_eq!(d.only_b.goes_wrong + d.only_b.never_wrong + d.only_b.unknown, 0);
}

#[test]
fn the_generator_finds_what_the_signature_has_not() {
    let d = difference("base", "EXP FORK2/fv-shared", "locks", 6, 400);
    assert_eq!(d.generated, 400);
    let found = d.only_b.wrong.iter().chain(&d.only_b.right);
    assert!(found.into_iter().any(|e| e.generated && e.program.contains("thread_local")), "{d:#?}");
}
