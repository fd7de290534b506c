//! Small-scope certificates: the base rules hold, known-bad variants do not, and how the work is split does not matter.

use crate::support::all;
use racefree_soundness::certificate::{Bounds, Certificate, Claim, Shard, Stop, work};
use racefree_soundness::enumerate::Memory;
use std::cell::Cell;
use std::sync::Arc;

/// Number of ways in which two threads can lock and write one field.
const TWO: &str = "classes=1 fields=1 locals=1 forks=1 +guards +int";

fn claim(signature: &str, nodes: usize, variant: &str) -> Claim {
    Claim { system: None, signature: signature.to_owned(), nodes, variant: variant.to_owned() }
}

/// No bounds.
fn free(memory: &Memory) -> Bounds<'_> {
    Bounds { over: &|| false, memory, control: Arc::default(), progress: Arc::default() }
}

fn certify(claim: &Claim, parts: u64) -> Certificate {
    let mut certificate = Certificate::new(claim.clone(), 0, 1, parts);
    for part in &mut certificate.parts {
        assert_eq!(work(claim, part, &free(&Memory::default()), &mut |_| true), Ok(Stop::Finished));
    }
    certificate.summed()
}

#[test]
fn no_small_program_goes_wrong() {
    // The certificate of `locks` that is committed is computed once more by `app/cli/tests/soundness.rs`.
    let mut contended = 0;
    for (signature, nodes, well_typed) in [("ghosts", 12, 10), ("methods", 10, 100), ("local", 10, 100), (TWO, 17, 100)]
    {
        let certificate = certify(&claim(signature, nodes, "base"), 1);
        assert!(certificate.holds(), "{:#?}", certificate.wrong);
        assert!(certificate.total.well_typed >= well_typed, "{:?}", certificate.total);
        contended += certificate.total.contended;
    }
    assert!(contended >= 10, "the schedule matters for {contended} programs only");
}

#[test]
fn how_it_is_split_does_not_matter() {
    let claim = claim("methods", 11, "base");
    let whole = certify(&claim, 1);
    assert_eq!(certify(&claim, 3), whole);
    // Shards, each in another number of parts, stopped and gone on with.
    let mut shards = Vec::new();
    for i in 0..3 {
        let mut shard = Certificate::new(claim.clone(), i, 3, 1 + i % 2);
        for part in &mut shard.parts {
            let mut left = 50;
            while work(&claim, part, &free(&Memory::default()), &mut |_: &Shard| {
                left -= 1;
                left > 0
            }) == Ok(Stop::Asked)
            {
                left = 50 + part.tally.programs % 7;
                let saved = serde_json::to_string(part).expect("written");
                *part = serde_json::from_str(&saved).expect("read back");
            }
        }
        shards.push(shard.summed());
    }
    assert!(shards.iter().all(|s| s.finished() && !s.complete()));
    let twice = vec![shards[0].clone(), shards[0].clone()];
    assert!(Certificate::merge(twice).is_err());
    let some = Certificate::merge(shards[..2].to_vec()).expect("two of three");
    assert!(!some.complete());
    assert_eq!(Certificate::merge(shards).expect("all three"), whole);
}

#[test]
fn a_stop_at_any_place_does_not_matter() {
    let claim = claim("methods", 10, "base");
    let whole = certify(&claim, 1);
    let mut stopped = 0;
    for parts in [1, 2] {
        let mut certificate = Certificate::new(claim.clone(), 0, 1, parts);
        for part in &mut certificate.parts {
            // It is asked to stop a little later each time; what it began is done again, so it must come further than that once.
            for least in 1.. {
                let asked = Cell::new(0);
                let over = || {
                    asked.set(asked.get() + 1);
                    asked.get() > least
                };
                let memory = Memory::default();
                let bounds = Bounds { over: &over, memory: &memory, control: Arc::default(), progress: Arc::default() };
                match work(&claim, part, &bounds, &mut |_| true).expect("a claim") {
                    Stop::Finished => break,
                    stop => assert_eq!(stop, Stop::Asked),
                }
                stopped += 1;
            }
        }
        assert_eq!(certificate.summed(), whole);
    }
    assert!(stopped > 50, "{stopped}");
}

#[test]
fn a_variant_that_is_unsound_is_refuted() {
    let certificate = certify(&claim("locks", 12, "EXP ASSIGN/guard-held"), 1);
    assert!(certificate.complete() && !certificate.holds());
    assert!(
        certificate.total.wrong > 0 && matches!(certificate.wrong[0].kind.as_str(), "race" | "monitor"),
        "{:?}",
        certificate.wrong
    );
    let base = certify(&claim("locks", 12, "base"), 1);
    assert_ne!(certificate.total.digest, base.total.digest);
}

/// Two threads can use one object that a lock may guard.
const OWNED: &str = "classes=1 fields=1 formals=1 locals=1 forks=1 +guards +int";

/// The claim of a signature by rules of the system of owners.
fn with_owners(signature: &str, nodes: usize, variant: &str) -> Claim {
    Claim { system: Some("owners".to_owned()), ..claim(signature, nodes, variant) }
}

#[test]
fn no_small_program_with_owners_goes_wrong() {
    // In everyday runs up to one node less.
    let (less, least) = if all() { (0, 100) } else { (1, 10) };
    for (signature, nodes) in [("owners", 12), ("moves", 12), (OWNED, 15)] {
        let certificate = certify(&with_owners(signature, nodes - less, "owners"), 1);
        assert!(certificate.holds(), "{:#?}", certificate.wrong);
        assert!(certificate.total.threads >= least, "{signature}: {:?}", certificate.total);
    }
    // Without a premise some do, and no monitor but those of run-time owners says so.
    for (variant, nodes) in [("EXP FORK/fresh-thread", 11), ("EXP REF/guard-held", 11), ("EXP FORK/empty-lock-set", 14)]
    {
        let certificate = certify(&with_owners(OWNED, nodes, variant), 1);
        assert!(certificate.wrong.iter().any(|wrong| wrong.kind == "monitor"), "{variant}: {:?}", certificate.total);
    }
}
