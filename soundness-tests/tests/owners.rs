//! The system of owners on programs made for it (`owners.md`, section 3).

use crate::support::{all, cases, every};
use proptest::prelude::*;
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::owners::points::POINTS;
use racefree_soundness::owners::{campaign, discovery, runtime, watching};
use racefree_soundness::variant::{Rules, find_in};
use racefree_strategies::with_owners;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100) as u32))]

    /// Every row of choices makes a program, so that a shrinker of rows shrinks programs; and one that is accepted does not race.
    #[test]
    fn every_row_of_choices_makes_a_program(source in with_owners()) {
        let rules = campaign::rules();
        let program = racefree_grammar::parse(&source);
        prop_assert!(program.is_ok(), "{:?}", program.err());
        let program = program.unwrap();
        if rules.accepts(&program) {
            let lowered = Judge::lower(program).expect("it runs");
            let verdict = Judge::new(&rules).explore(&lowered);
            prop_assert!(!matches!(verdict, Verdict::Wrong(..)), "{verdict:?}");
        }
    }
}

#[test]
fn what_is_accepted_does_not_race_and_what_is_proved_never_does() {
    let n = cases(400);
    let seen = campaign::theorem(0..n, 3);
    let told: Vec<String> = seen.found.iter().map(|found| found.told()).collect();
    assert!(told.is_empty(), "{}", told.join("\n\n"));
    assert!(seen.accepted * 4 >= seen.programs && seen.complete * 5 >= seen.accepted * 4, "{seen:?}");
    assert!(seen.forks * 4 >= seen.accepted && seen.moves * 10 >= seen.accepted, "{seen:?}");
    assert!(seen.raced * 11 >= seen.rejected && seen.partly * 3 >= seen.rejected * 2, "{seen:?}");
    for (what, least) in POINTS {
        assert!(seen.points[what] * 1_000 >= seen.accepted * least, "{what}: {seen:?}");
    }
}

/// Premises that are off, readings that were once the rules, and a ghost that was one: the campaign sees what they let through.
#[test]
fn the_campaign_catches_what_is_planted() {
    let rules = campaign::rules();
    let variant = |name: String| find_in(rules.system, &name).and_then(|v| v.rules()).unwrap();
    let mut planted: Vec<Rules> =
        racefree_soundness::campaign::planted(rules.system).into_iter().map(variant).collect();
    let mut of_the_moved = rules;
    of_the_moved.semantics.forks_capture_the_moved = true;
    planted.push(of_the_moved);
    for wrong in planted.into_iter().rev().step_by(every(3)) {
        let caught = (0..400).any(|n| !campaign::theorem_by(&wrong, n * 10..n * 10 + 10, 1).found.is_empty());
        assert!(caught, "{}", wrong.name);
    }
}

#[test]
fn a_base_program_that_checks_checks_as_one_with_owners() {
    let n = cases(2_000);
    let campaign::Translated { accepted, within, by_initialisers, exceptions } = campaign::translated(0..n);
    assert!(exceptions.is_empty(), "{} of {within}:\n{}", exceptions.len(), exceptions[..1].join("\n\n"));
    assert!(accepted * 10 >= n * 9 && within * 2 >= accepted, "{accepted} of {n}, {within} within the claim");
    let few = by_initialisers.len() as u64 * 1_000 <= within;
    assert!(few, "{} of {within} by initialisers", by_initialisers.len());
}

/// The one exception: what a method gives belongs to this thread, and what is in a field of a thread-local class to the formal.
#[test]
fn an_initialiser_that_is_a_call_is_not_translated() {
    let source = "class A { B m() { null } } thread_local class B { final B b = (new A).m() } {}";
    let program = racefree_grammar::parse(source).unwrap();
    assert!(racefree_soundness::variant::Rules::base().accepts(&program));
    let text = racefree_owners::translate::print(&racefree_owners::translate::to_owners(&program));
    let translated = racefree_grammar::parse(&text).unwrap();
    let failures = campaign::rules().system.failures(&translated, &Default::default());
    let named: Vec<String> = failures.iter().map(|f| racefree_systems::premise_name(f.0)).collect();
    assert_eq!(named, ["FIELD/init"], "{text}");
}

/// What a block gives to a field of a thread-local class is of the field's type.
#[test]
fn an_initialiser_that_is_a_block_is_translated() {
    let source = "thread_local class A { A a = { 0; if (true) new A else { let A b = new A in b; new A } } } let A a = new A in {}";
    let program = racefree_grammar::parse(source).unwrap();
    assert!(racefree_soundness::variant::Rules::base().accepts(&program));
    let text = racefree_owners::translate::print(&racefree_owners::translate::to_owners(&program));
    assert!(campaign::rules().accepts(&racefree_grammar::parse(&text).unwrap()), "{text}");
}

#[test]
fn watching_what_is_not_proved_shows_the_same_races() {
    let seen = watching::generated(0..cases(150), 3, 3);
    assert!(seen.differences.is_empty(), "{}", seen.differences.join("\n\n"));
    assert!(seen.partly * 3 >= seen.rejected * 2 && seen.raced * 11 >= seen.rejected, "{seen:?}");
    let mut corpus = watching::Compared::default();
    let owners = |entry: &racefree_corpus::Entry| entry.header().system() == "owners";
    for entry in racefree_corpus::entries().iter().filter(|entry| owners(entry)) {
        watching::compare(entry.source, 5, &mut corpus);
    }
    assert!(corpus.differences.is_empty(), "{}", corpus.differences.join("\n\n"));
    assert!(corpus.programs >= 60 && corpus.raced >= 25, "{corpus:?}");
}

/// What is handed over without a lock is raced for by happens-before alone: it is watched, though no two threads are about to race.
#[test]
fn what_an_unproved_field_holds_is_watched() {
    let entries = racefree_corpus::entries();
    let entry = entries.iter().find(|e| e.path == "owners/decisions/handed-over-without-lock.rfj").unwrap();
    let program = racefree_grammar::parse(entry.source).unwrap();
    let rules = campaign::rules();
    let facts = rules.system.check(&program, entry.source, &rules.options).facts.unwrap();
    let names = |watched: &[bool]| -> Vec<&str> {
        let fields = program.fields.iter().zip(watched).filter(|(_, watched)| **watched);
        fields.map(|(f, _)| program.text(f.name)).collect()
    };
    let unproved: Vec<bool> = (0..program.fields.len() as u32).map(|f| facts.unproved.contains(&f)).collect();
    assert_eq!(names(&unproved), ["u"]);
    assert_eq!(names(&facts.watched), ["x", "u"]);
    let mut compared = watching::Compared::default();
    watching::compare(entry.source, 40, &mut compared);
    assert!(compared.differences.is_empty() && compared.raced == 1, "{compared:?}");
    let lowered = racefree_interp::lower(program.clone()).unwrap();
    let by_happens_before = (0..40).any(|seed| {
        let options = racefree_interp::drive::RunOptions { seed, ..Default::default() };
        racefree_interp::drive::run(&lowered, &options).races.iter().any(|race| race.field == "T.x")
    });
    assert!(by_happens_before);
}

/// Erased, the annotations of accepted programs are found again; failures are sorted by the premise that fails first.
#[test]
#[allow(clippy::print_stdout)]
fn generated_programs_are_found_again() {
    let seen = discovery::rediscovered(0..cases(60), 20);
    let mut sorts: std::collections::BTreeMap<&str, (u64, &str)> = std::collections::BTreeMap::new();
    for (why, text) in &seen.failures {
        sorts.entry(why).or_insert((0, text)).0 += 1;
    }
    let (programs, whole, annotations, wrong) = (seen.programs, seen.whole, seen.annotations, seen.wrong);
    let told = format!("{whole} of {programs} programs; {annotations} annotations, {wrong} wrong");
    println!("{told}");
    sorts.iter().for_each(|(why, (n, text))| println!("{n} × {why}\n{text}\n"));
    assert!(whole * 100 >= programs * 98 && wrong * 50 <= annotations, "{told}");
}

#[test]
fn no_monitor_of_run_time_owners_fires_on_what_is_accepted() {
    let seen = runtime::generated(0..cases(250), 3, 4);
    assert!(
        seen.failures.is_empty(),
        "{} of {}:\n{}",
        seen.failures.len(),
        seen.accepted,
        seen.failures[..1].join("\n")
    );
    let fired: u64 = seen.fired.values().sum();
    assert!(seen.accepted >= cases(250) && fired * 10 >= seen.rejected && seen.fired.len() == 3, "{seen:?}");
    assert!(seen.complete * 10 >= seen.accepted * 9 && seen.traces >= seen.accepted * 3 / 2, "{seen:?}");
    // Minimum share in percent of accepted programs that use what owners are for; an everyday run has too few of them for shares.
    for (what, least) in runtime::EXERCISED.iter().copied().filter(|_| all()) {
        assert!(seen.exercised[what] * 100 >= seen.accepted * least, "{what}: {seen:?}");
    }
    // And on the corpus; whatever races there breaks an owner, in some run.
    let mut corpus = runtime::Watched::default();
    let mut silent = Vec::new();
    for entry in racefree_corpus::entries().iter().filter(|entry| entry.header().system() == "owners") {
        let header = entry.header();
        let fires = runtime::look(entry.source, 200, &mut corpus).is_some();
        if !fires && header.claim("race").is_some_and(|race| race != "none") && header.claim("option").is_none() {
            silent.push(entry.path);
        }
    }
    assert!(corpus.failures.is_empty(), "{}", corpus.failures.join("\n"));
    assert_eq!(silent, WITHOUT_A_GUARD);
}

/// Programs that race on a field that has no guard to be held: none is declared, it is for writes alone, the field is final.
const WITHOUT_A_GUARD: [&str; 3] =
    ["owners/paper/tsp-min-tour.rfj", "owners/premises/exp-assign-not-final.rfj", "owners/premises/field-guarded.rfj"];

#[test]
fn every_entry_of_the_matrix_is_what_it_says() {
    let system = campaign::rules().system;
    let known = racefree_soundness::matrix::committed(system).unwrap();
    let (mut programs, mut races) = (0, 0);
    for (id, _) in system.book().switches() {
        let name = system.book().premise_name(id);
        assert!(known.entry(&name).is_some(), "no line for {name}");
    }
    for entry in &known.entries {
        racefree_soundness::matrix::verify(system, entry).unwrap_or_else(|e| panic!("{e}"));
        assert!(entry.smallest.is_some() != entry.none_because.is_some(), "{}", entry.variant);
        let kind = entry.smallest.as_ref().map(|e| e.kind.as_str());
        programs += u32::from(kind.is_some());
        races += u32::from(kind == Some("race") || entry.race.is_some());
        // In words, if there is none.
        assert_ne!(entry.none_because.as_deref(), Some("not understood yet"), "{}", entry.variant);
    }
    assert!(programs >= 40 && races >= 33, "{programs} programs, {races} races");
}
