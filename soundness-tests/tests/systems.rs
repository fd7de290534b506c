//! The theorem of each system beside the base, on programs made for it: what it accepts keeps what it promises in every schedule.
//! And a base program without its annotations is one of ConcurrentJava.

use crate::support::{NEVER, all, cases, settings};
use racefree_kernel::System;
use racefree_soundness::campaign::{self, Plan};
use racefree_soundness::certificate::{self, Bounds, Claim, Shard, Stop};
use racefree_soundness::enumerate::Memory;
use racefree_soundness::generate::systems::{erased, makes};
use racefree_soundness::generate::{self, Maker};
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::matrix;
use racefree_soundness::matrix::exhaust::Exhaust;
use racefree_soundness::variant::{Rules, said};
use racefree_systems::{BASE, SYSTEMS};
use std::sync::Arc;

/// What the programs had.
#[derive(Default, Debug)]
struct Seen {
    programs: u64,
    accepted: u64,
    complete: u64,
    raced: u64,
}

fn others() -> impl Iterator<Item = &'static dyn System> {
    // Programs with owners are made by a generator of their own.
    SYSTEMS.into_iter().filter(|system| makes(*system).is_ok() && system.id() != BASE.id())
}

/// Those of them that have a committed matrix.
fn searched() -> impl Iterator<Item = &'static dyn System> {
    others().filter(|system| !matrix::committed(*system).unwrap().entries.is_empty())
}

#[test]
fn what_a_system_accepts_keeps_its_promises() {
    for system in others() {
        let (rules, mut seen) = (Rules::of(system), Seen::default());
        let (maker, mut judge) = (Maker::new(&rules), Judge::new(&rules));
        for seed in 0..cases(600) {
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
                Verdict::Unknown(_) => {}
            }
            seen.raced += u64::from(judge.race(&lowered).is_some());
        }
        assert!(seen.accepted * 10 >= seen.programs * 9, "`{}`: {seen:?}", system.name());
        assert!(seen.complete * 5 >= seen.accepted * 4, "`{}`: {seen:?}", system.name());
        let may_race = !system.promises().contains(&"race");
        assert!(
            match may_race {
                true => seen.raced * 10 >= seen.accepted,
                false => seen.raced == 0,
            },
            "`{}`: {seen:?}",
            system.name()
        );
    }
}

#[test]
fn a_base_program_without_annotations_is_one_of_concurrent_java() {
    let rules = Rules::of(racefree_systems::find("concurrent-java").unwrap());
    for seed in 0..cases(1_000) {
        let tree = generate::program(&Rules::base().options, settings(seed), seed);
        let erased = erased(tree);
        assert!(rules.accepts(&erased.program()), "{}", erased.source());
    }
}

#[test]
fn the_base_promises_every_monitor() {
    use racefree_interp::monitor::MonitorSet;
    let all = MonitorSet::ALL;
    use racefree_interp::monitor::Monitor;
    assert_eq!(MonitorSet::named(BASE.promises()), all.without(Monitor::Serializable).without(Monitor::Owner));
}

#[test]
fn a_campaign_is_carried_out_by_the_rules_of_any_system() {
    let programs = if all() { 768 } else { 256 };
    for system in searched() {
        let rules = Rules::of(system);
        let plan = Plan { rules, seed: 11, programs, time: None, shard: (0, 1), threads: 1, from: 0 };
        let (tally, next) = campaign::run(&plan, &NEVER);
        assert_eq!((next, tally.programs, tally.failures()), (programs, programs, 0), "`{}`: {tally:?}", system.name());
        assert!(tally.accepted * 10 >= tally.programs * 9, "`{}`: {} accepted", system.name(), tally.accepted);
        assert!(tally.complete * 5 >= tally.accepted * 4 && tally.two_threads * 3 >= tally.accepted, "{tally:?}");
        assert!(tally.rules.len() >= 12, "`{}`: {:?}", system.name(), tally.rules);
        for name in tally.rules.keys() {
            assert!(system.book().rules().any(|(_, rule)| rule.name == name), "{name}");
        }
        assert!(tally.edited * 40 >= programs && !tally.refused.is_empty(), "`{}`: {:?}", system.name(), tally.refused);
        let planted = campaign::planted(system);
        assert!(planted.len() >= 3, "`{}`: {planted:?}", system.name());
        let caught = campaign::guard(system, 5, 400, 1, &|| false).expect("nothing stops it");
        let missed: Vec<_> = caught.iter().filter(|(_, caught)| !caught).collect();
        assert!(missed.len() * 3 <= planted.len(), "`{}` does not notice {missed:?}", system.name());
    }
}

#[test]
fn all_programs_up_to_a_size_keep_the_promises_of_any_system() {
    for system in searched() {
        let certified = |variant: &str, nodes| {
            let signature = "classes=1 fields=1 methods=1 params=1 locals=2 forks=1 +guards +int +null".to_owned();
            let claim = Claim { system: said(system), signature, nodes, variant: variant.to_owned() };
            let mut whole = Shard::new(0, 1);
            let memory = Memory::of(1 << 30);
            let bounds = Bounds { over: &|| false, memory: &memory, control: Arc::default(), progress: Arc::default() };
            assert_eq!(certificate::work(&claim, &mut whole, &bounds, &mut |_| true), Ok(Stop::Finished));
            whole.tally
        };
        let sound = certified(system.name(), 9);
        assert_eq!((sound.wrong, sound.unknown), (0, 0), "`{}`", system.name());
        assert!(sound.well_typed >= 500 && sound.threads > 50, "`{}`: {sound:?}", system.name());
        let premise = "EXP ASSIGN/value";
        if system.book().find_premise(premise).is_some() {
            assert!(certified(premise, 9).well_typed >= sound.well_typed);
        }
    }
}

#[test]
fn premises_without_a_program_are_looked_at_in_all_programs_up_to_a_size() {
    for system in searched() {
        let known = matrix::committed(system).unwrap();
        let without = matrix::lines(system).into_iter().filter(|line| {
            let looked_for = line.off.first().is_some_and(|premise| !matrix::outside(premise));
            looked_for && known.entry(&line.name).is_some_and(|entry| entry.smallest.is_none())
        });
        let rules: Vec<Rules> = without.map(|line| line.rules().unwrap()).collect();
        let Some(loosest) = rules.first() else { continue };
        let spaces = matrix::spaces(system);
        assert!(!spaces.is_empty(), "`{}`", system.name());
        for space in spaces.iter().take(3) {
            let universe = space.universe(8).unwrap();
            let exhaust = Exhaust { universe, loosest, variants: &rules[..1], race: false };
            let counts = exhaust.within(&|| false, &Memory::default()).expect("nothing stops it");
            assert!(counts.programs > 100, "`{}`: {} over {}", system.name(), counts.programs, space.signature);
            assert!(counts.variants.iter().all(|count| count.wrong == 0), "{}", space.signature);
        }
    }
}

#[test]
fn every_entry_of_every_matrix_is_what_it_says() {
    for system in searched() {
        let known = matrix::committed(system).unwrap();
        for line in matrix::lines(system) {
            let entry = known.entries.iter().find(|entry| entry.variant == line.name);
            let entry = entry.unwrap_or_else(|| panic!("`{}` has no line for {}", system.name(), line.name));
            matrix::verify(system, entry).unwrap_or_else(|e| panic!("`{}`: {e}", system.name()));
            assert!(entry.smallest.is_some() != entry.none_because.is_some(), "{}", entry.variant);
        }
    }
}
