//! The soundness experiment in short: programs from fresh seeds never go wrong by the base rules, a fixed sample of unsound variants
//! is caught.
#![allow(clippy::unwrap_used)]

use proptest::test_runner::{Config, FileFailurePersistence, TestCaseError, TestError, TestRunner};
use racefree_soundness::campaign::{self, Plan, Progress};
use racefree_soundness::generate::{self, Choices, Settings};
use racefree_soundness::hunt::Hunt;
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::reduce;
use racefree_soundness::variant::{self, Rules};
use racefree_typeck::{Options, check};
use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

/// Nobody stops it, nobody is told.
const NEVER: Progress<'static> = Progress { stop: &|| false, found: &|_, _| {}, at: &|_, _| {} };

/// Another one in every run; a failure prints it.
fn fresh() -> u64 {
    let given = std::env::var("RACEFREE_SEED").ok().and_then(|s| s.parse().ok());
    given.unwrap_or_else(|| RandomState::new().hash_one(0u8) >> 16)
}

#[test]
fn a_program_made_by_the_base_rules_is_well_typed_and_never_goes_wrong() {
    // Without the source's name, which only a macro has, nothing is kept beside the source.
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/quick.txt");
    let persistence = FileFailurePersistence::Direct(kept);
    let config = Config { cases: 3_000, failure_persistence: Some(Box::new(persistence)), ..Config::default() };
    let mut runner = TestRunner::new(config);
    let (rules, explored, forks) = (Rules::base(), Cell::new(0u32), Cell::new(0u32));
    let strategy = generate::programs(&Options::default(), Settings::small());
    let outcome = runner.run(&strategy, |tree| {
        let program = tree.program();
        let report = check(&program, "", &Options::default());
        if !report.is_ok() {
            return Err(TestCaseError::fail(format!("rejected: {:?}\n{}", report.errors, tree.source())));
        }
        let Some(lowered) = Judge::lower(program) else {
            return Err(TestCaseError::fail(format!("cannot run:\n{}", tree.source())));
        };
        forks.set(forks.get() + u32::from(campaign::exercised(&lowered, rules.semantics).threads > 1));
        match Judge::new(&rules).explore(&lowered) {
            Verdict::Wrong(kind, found) => {
                return Err(TestCaseError::fail(format!("{kind:?} {found:?}\n{}", tree.source())));
            }
            Verdict::Sound => explored.set(explored.get() + 1),
            Verdict::Unknown(_) | Verdict::CannotRun => {}
        }
        Ok(())
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(other) => panic!("{other}"),
    }
    assert!(explored.get() > 2_500, "only {} programs were explored to the end", explored.get());
    assert!(forks.get() > 300, "only {} programs had two threads", forks.get());
}

#[test]
fn a_campaign_from_a_fresh_seed_finds_nothing_and_is_not_vacuous() {
    let seed = fresh();
    let rules = Rules::base();
    let plan = Plan { rules, seed, programs: 8_000, time: None, shard: (0, 1), threads: 1, from: 0 };
    let (tally, next) = campaign::run(&plan, &NEVER);
    assert_eq!(next, 8_000);
    assert_eq!(tally.accepted, 8_000, "seed {seed}");
    assert!(tally.counterexamples.is_empty(), "seed {seed}: {:?}", tally.counterexamples.first());
    assert!(tally.conflict > 1_000, "seed {seed}: two threads conflict in {} programs only", tally.conflict);
    assert!(tally.blocks > 500, "seed {seed}: a thread waits in {} programs only", tally.blocks);
}

#[test]
fn shards_together_are_the_whole_campaign() {
    let whole = |shard| {
        let plan = Plan { rules: Rules::base(), seed: 7, programs: 1_500, time: None, shard, threads: 1, from: 0 };
        campaign::run(&plan, &NEVER).0
    };
    let mut joined = whole((0, 3));
    joined.add(&whole((1, 3)));
    joined.add(&whole((2, 3)));
    assert_eq!(joined, whole((0, 1)));
}

#[test]
fn a_sample_of_unsound_variants_is_caught_from_fresh_seeds() {
    let seed = fresh();
    let sample =
        campaign::PLANTED.iter().chain(&["CLASS3/super-type", "EXP SYNC/lock-final", "super-may-mention-this"]);
    for name in sample {
        let rules = variant::find(name).unwrap().rules().unwrap();
        let kill = Hunt::new(&rules, seed).run(Duration::from_secs(60));
        assert!(kill.is_some(), "{name} was not caught within 60 s from seed {seed}");
    }
}

#[test]
fn a_kill_is_made_small_and_stays_one() {
    let rules = variant::find("EXP INVOKE/requires-held").unwrap().rules().unwrap();
    let mut hunt = Hunt::new(&rules, 5);
    let kill = hunt.run(Duration::from_secs(60)).expect("nothing was found in 60 s");
    let until = Instant::now() + Duration::from_secs(60);
    let (small, _) = reduce::minimal(&kill.tree, &mut |t| hunt.still(t).is_some(), until);
    assert!(hunt.still(&small).is_some());
    assert!(reduce::tokens(&small) <= reduce::tokens(&kill.tree));
    let compact = small.compact();
    assert!(racefree_grammar::parse(&compact).unwrap().same_syntax(&small.program()), "{compact}");
}

#[test]
fn shorter_rows_of_choices_make_programs_too() {
    let (tree, taken) = generate::decode(&Options::default(), Settings::wide(), Choices::seeded(11).logged());
    let row = taken.log();
    assert_eq!(generate::decode(&Options::default(), Settings::wide(), Choices::given(&row)).0, tree);
    for n in 0..row.len() {
        let (tree, _) = generate::decode(&Options::default(), Settings::wide(), Choices::given(&row[..n]));
        assert!(check(&tree.program(), "", &Options::default()).is_ok(), "{}", tree.source());
    }
}
