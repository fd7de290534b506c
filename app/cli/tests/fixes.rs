//! `check --fix`: the repairs that are applied by themselves, and those that are chosen.

use crate::support::racefree;

/// Each thread holds the lock of one cell, and writes the other: to take the missing lock is right for one of them.
const CROSSED: &str = "class Cell { int v guarded_by this = 0 }
let Cell c = new Cell in let Cell d = new Cell in {
fork { synchronized c in d.v = c.v }
fork { synchronized d in c.v = d.v } }
";

#[test]
fn a_repair_that_turns_the_order_of_locks_is_offered_and_says_so() {
    let sure = racefree(&["check", "--fix", "-"], CROSSED);
    assert_eq!(sure.status, 1);
    assert!(sure.stdout.contains("+fork { synchronized c in synchronized d in d.v = c.v }"), "{}", sure.stdout);
    assert!(!sure.stdout.contains("synchronized d in synchronized c"), "{}", sure.stdout);
    assert!(sure.stdout.contains("threads may then wait for each other"), "{}", sure.stdout);
    // All guesses together are no reason to risk that.
    let all = racefree(&["check", "--fix=all", "-"], CROSSED);
    assert_eq!((all.status, all.stdout.contains("synchronized d in synchronized c")), (1, false), "{}", all.stdout);
    let chosen = racefree(&["check", "--fix=1", "-"], CROSSED);
    assert_eq!(chosen.status, 0);
    assert!(chosen.stdout.contains("synchronized d in synchronized c in c.v"), "{}", chosen.stdout);
}

#[test]
fn a_number_that_no_repair_has_changes_nothing() {
    let none = racefree(&["check", "--fix=2", "-"], CROSSED);
    assert_eq!((none.status, none.stdout.as_str()), (2, ""));
    assert!(none.stderr.contains("there is no repair 2 of `-`: 1 is offered"), "{}", none.stderr);
    assert_eq!(racefree(&["check", "--fix=first", "-"], CROSSED).status, 2);
}
