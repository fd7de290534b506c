//! Every program of the corpus holds to its header under exploration: `explore`, `race`, `deadlock`, `exception`.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stderr)]

use racefree_corpus::Entry;
use racefree_explore::{Algorithm, Budget, Exploration, Options, explore};
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::{Limits, lower};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the tests give a program: `too-big` means too big for this.
fn budget(algorithm: Algorithm) -> Options {
    let limits = Limits { steps: 10_000, calls: 1_000, threads: 256, objects: 20_000 };
    let budget = Budget { states: 500_000, steps: 5_000_000, memory: 1 << 30, time: None };
    Options { algorithm, limits, budget, ..Options::default() }
}

/// The program, if it can run.
fn program(entry: &Entry) -> Option<Arc<Lowered>> {
    lower(racefree_grammar::parse(entry.source).ok()?).ok()
}

/// Whether a complete run ends with an exception, and whether one does without.
fn endings(result: &Exploration) -> (bool, bool) {
    let thrown = |o: &racefree_explore::Outcome| {
        o.threads.iter().any(|t| {
            let how = t.split_once(": ").unwrap().1;
            ["NullPointer", "DivisionByZero", "AssertionFailed", "IndexOutOfRange"].iter().any(|x| how.starts_with(x))
        })
    };
    (result.outcomes.iter().any(thrown), result.outcomes.iter().any(|o| !thrown(o)))
}

fn wrong(entry: &Entry, program: &Arc<Lowered>) -> Option<String> {
    let header = entry.header();
    let result = explore(program, &budget(Algorithm::States));
    let claim = header.claim("explore").unwrap_or("missing");
    if claim != if result.complete() { "complete" } else { "too-big" } {
        return Some(format!("explore: {:?} after {} states, and the header says {claim}", result.cut, result.states));
    }
    if !result.complete() {
        return None;
    }
    let races: BTreeSet<String> = result
        .races()
        .filter_map(|f| if let Key::Race(field, ..) = f.key { Some(program.tables.field_name(field)) } else { None })
        .collect();
    let said: BTreeSet<String> = header.list("race").into_iter().filter(|r| *r != "none").map(str::to_owned).collect();
    if races != said {
        return Some(format!("race: {races:?}, and the header says {said:?}"));
    }
    let deadlock = result.found.iter().any(|f| matches!(f.key, Key::Deadlock(_)));
    if (if deadlock { "yes" } else { "no" }) != header.claim("deadlock").unwrap_or("missing") {
        return Some(format!("deadlock: {deadlock}, and the header says otherwise"));
    }
    let some = result.found.iter().any(|f| matches!(f.key, Key::Exception(..)));
    let (with, without) = endings(&result);
    assert!(some || !with, "{}: an exception that was not found", entry.path);
    let exception = match (some, without) {
        (false, _) => "none",
        // Always: in every complete run.
        (true, false) => "always",
        (true, true) => "some",
    };
    if exception != header.claim("exception").unwrap_or("missing") {
        return Some(format!("exception: {exception}, and the header says {:?}", header.claim("exception")));
    }
    None
}

#[test]
fn headers_hold_in_every_schedule() {
    let (mut ran, mut complaints) = (0, Vec::new());
    for entry in racefree_corpus::entries() {
        let Some(program) = program(&entry) else { continue };
        ran += 1;
        if let Some(complaint) = wrong(&entry, &program) {
            complaints.push(format!("{}: {complaint}", entry.path));
        }
    }
    assert!(ran > 200, "{ran}");
    assert!(complaints.is_empty(), "{} of {ran} programs:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn programs_that_cannot_run_claim_nothing_that_happens() {
    let mut open = 0;
    for entry in racefree_corpus::entries() {
        let header = entry.header();
        let runs = program(&entry).is_some();
        assert!(!runs || header.claim("run") != Some("cannot"), "{}: it runs", entry.path);
        if runs || header.claim("run") == Some("cannot") {
            continue;
        }
        open += 1;
        assert_eq!(header.claim("race"), Some("none"), "{}", entry.path);
        assert_eq!(header.claim("deadlock"), Some("no"), "{}", entry.path);
        assert_eq!(header.claim("exception"), Some("none"), "{}", entry.path);
    }
    assert!(open < 10, "{open} programs say that they are explored and cannot run");
}
