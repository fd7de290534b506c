//! The theorem of each system beside the base, on programs made for it: what it accepts keeps what it promises in every schedule.
//! And a base program without its annotations is one of ConcurrentJava.

use racefree_grammar::ast::Dialect;
use racefree_kernel::System;
use racefree_soundness::generate::systems::erased;
use racefree_soundness::generate::{self, Maker, Settings};
use racefree_soundness::judge::{Judge, Verdict, promised};
use racefree_soundness::matrix;
use racefree_soundness::variant::Rules;
use racefree_systems::{BASE, SYSTEMS};

/// What the programs had.
#[derive(Default, Debug)]
struct Seen {
    programs: u64,
    accepted: u64,
    complete: u64,
    raced: u64,
}

fn settings(seed: u64) -> Settings {
    if seed.is_multiple_of(3) { Settings::wide() } else { Settings::small() }
}

fn others() -> impl Iterator<Item = &'static dyn System> {
    // Programs with owners are made by a generator of their own.
    let plain = SYSTEMS.into_iter().filter(|system| system.dialect() == Dialect::Base);
    plain.filter(|system| system.id() != BASE.id())
}

#[test]
fn what_a_system_accepts_keeps_its_promises() {
    for system in others() {
        let (rules, mut seen) = (Rules::of(system), Seen::default());
        let (maker, mut judge) = (Maker::new(&rules), Judge::new(&rules));
        for seed in 0..1_200 {
            let tree = maker.program(settings(seed), seed);
            seen.programs += 1;
            if !rules.accepts(&tree.program()) {
                continue;
            }
            seen.accepted += 1;
            let lowered = Judge::lower(tree.program()).expect("what is accepted can run");
            match judge.explore(&lowered) {
                Verdict::Wrong(kind, found) => panic!("{kind:?} in {found:?}\n{}", tree.source()),
                Verdict::Sound => seen.complete += 1,
                Verdict::Unknown(_) | Verdict::CannotRun => {}
            }
            seen.raced += u64::from(judge.race(&lowered).is_some());
        }
        assert!(seen.accepted * 10 >= seen.programs * 9, "`{}`: {seen:?}", system.name());
        assert!(seen.complete * 5 >= seen.accepted * 4, "`{}`: {seen:?}", system.name());
        let may_race = !system.promises().contains(&"race");
        assert!(
            if may_race { seen.raced * 10 >= seen.accepted } else { seen.raced == 0 },
            "`{}`: {seen:?}",
            system.name()
        );
    }
}

#[test]
fn a_base_program_without_annotations_is_one_of_concurrent_java() {
    let rules = Rules::of(racefree_systems::find("concurrent-java").unwrap());
    for seed in 0..2_000 {
        let tree = generate::program(&Rules::base().options, settings(seed), seed);
        let erased = erased(tree);
        assert!(rules.accepts(&erased.program()), "{}", erased.source());
    }
}

#[test]
fn the_base_promises_every_monitor() {
    assert_eq!(promised(BASE), racefree_interp::monitor::MonitorSet::ALL);
}

#[test]
fn every_entry_of_every_matrix_is_what_it_says() {
    for system in others() {
        let known = matrix::committed(system).unwrap();
        for line in matrix::lines(system) {
            let entry = known.entries.iter().find(|entry| entry.variant == line.name);
            let entry = entry.unwrap_or_else(|| panic!("`{}` has no line for {}", system.name(), line.name));
            matrix::verify(system, entry).unwrap_or_else(|e| panic!("`{}`: {e}", system.name()));
            assert!(entry.smallest.is_some() != entry.none_because.is_some(), "{}", entry.variant);
        }
    }
}
