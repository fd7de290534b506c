//! The soundness experiment in short: programs never go wrong by the base rules, a fixed sample of unsound variants is caught. The seeds
//! of a whole run are fresh.
#![allow(clippy::unwrap_used)]

use crate::support::{NEVER, all, cases, seed};

use racefree_explore::Algorithm;
use racefree_soundness::campaign::{self, Plan};
use racefree_soundness::generate::{self, Choices, Maker, Settings};
use racefree_soundness::hunt::Hunt;
use racefree_soundness::judge::{Judge, Kind, Verdict};
use racefree_soundness::reduce;
use racefree_soundness::tree::{EQUALS, Expr, Tree};
use racefree_soundness::variant::{self, Rules};
use racefree_systems::BASE;
use racefree_typeck::{Options, check};
use std::time::{Duration, Instant};

#[test]
fn a_campaign_finds_nothing_and_is_not_vacuous() {
    let seed = seed();
    let (rules, programs) = (Rules::base(), cases(8_000));
    let plan = Plan { rules, seed, programs, time: None, shard: (0, 1), threads: 1, from: 0 };
    let (tally, next) = campaign::run(&plan, &NEVER);
    assert_eq!((next, tally.accepted), (programs, programs), "seed {seed}");
    assert!(tally.counterexamples.is_empty(), "seed {seed}: {:?}", tally.counterexamples.first());
    for (name, share, least) in tally.shares() {
        assert!(share >= least, "seed {seed}: {name} in {share} of the programs, wanted: {least}");
    }
    for (name, share) in tally.feature_shares() {
        assert!(share >= 0.002, "seed {seed}: {name} in {share} of the programs");
    }
    assert!(tally.duplicates() < 0.1, "seed {seed}: {} of the programs were there before", tally.duplicates());
    assert!(tally.complete * 1_000 >= tally.accepted * 995, "seed {seed}: {} were cut short", tally.cut);
    let least = if all() { 12 } else { 8 };
    assert!(tally.refused.len() >= least, "seed {seed}: near misses miss by {:?} only", tally.refused);
}

#[test]
fn the_quick_verdict_is_that_of_all_states() {
    let (mut quick, mut sound, mut wrong) = (0u64, 0u64, 0u64);
    let others = ["EXP VAR/not-ghost", "FIELD/init-this", "FIELD/guard-final"].map(str::to_owned);
    for name in campaign::planted(BASE).into_iter().chain(others) {
        let rules = variant::find(&name).unwrap().rules().unwrap();
        let mut judge = Judge::new(&rules);
        for seed in 0..cases(150) {
            let tree = generate::program(&rules.options, Settings::small(), seed);
            let Some(program) = Judge::lower(tree.program()) else { continue };
            let (verdict, cost) = judge.explored(&program);
            let (all, all_states) = judge.explored_by(Algorithm::States, &program);
            quick += u64::from(cost.algorithm == Algorithm::Dpor);
            match (verdict, all) {
                (Verdict::Sound, Verdict::Sound) => {
                    sound += 1;
                    assert_eq!(cost.ends, all_states.ends, "{name}, seed {seed}\n{}", tree.source());
                }
                (Verdict::Wrong(kind, _), Verdict::Wrong(all, _)) => {
                    wrong += 1;
                    assert_eq!(kind, all, "{name}, seed {seed}\n{}", tree.source());
                }
                (_, Verdict::Unknown(_)) => {}
                (verdict, all) => panic!("{name}, seed {seed}: {verdict:?}, and by states {all:?}\n{}", tree.source()),
            }
        }
    }
    assert!(quick * 2 > sound && wrong * 10 > sound, "{quick} quickly, {sound} sound, {wrong} wrong");
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
fn a_sample_of_unsound_variants_is_caught() {
    let seed = seed();
    let others = ["CLASS3/super-type", "EXP SYNC/lock-final", "super-may-mention-this", "TYPE C/arg-final"];
    let sample = campaign::planted(BASE).into_iter().chain(others.map(str::to_owned));
    for name in sample.chain(["EXP SYNC/lock-real".to_owned()]) {
        let rules = variant::find(&name).unwrap().rules().unwrap();
        let kill = Hunt::new(&rules, seed).run(Duration::from_secs(60));
        assert!(kill.is_some(), "{name} was not caught within 60 s from seed {seed}");
    }
}

#[test]
fn a_race_is_found_where_a_monitor_fires_long_before() {
    for name in ["EXP VAR/not-ghost", "EXP SYNC/lock-final", "FIELD/init-this"] {
        let rules = variant::find(name).unwrap().rules().unwrap();
        let kill = Hunt::new(&rules, 3).for_race(Vec::new()).run(Duration::from_secs(60));
        assert_eq!(kill.map(|k| k.kind), Some(Kind::Race), "{name}");
    }
}

#[test]
fn what_is_looked_for_is_made_as_small_as_it_can_be() {
    // A call of a method of the program, and an override; by hand there is nothing smaller.
    let calls = |t: &Tree| {
        let mut found = false;
        t.roots().into_iter().for_each(|e| e.walk(&mut |e| found |= matches!(e, Expr::Call(_, mn, _) if *mn < EQUALS)));
        found
    };
    let overrides = |t: &Tree| {
        let at = campaign::names().position(|f| f == "an override");
        at.is_some_and(|i| campaign::features(t) >> i & 1 == 1)
    };
    let rules = Rules::base();
    for (wanted, tokens) in [(&calls as &dyn Fn(&Tree) -> bool, 16), (&overrides, 23)] {
        let keeps = |t: &Tree| wanted(t) && rules.accepts(&t.program());
        let large = (0..).map(|seed| generate::program(&rules.options, Settings::wide(), seed)).find(|t| keeps(t));
        let maker = Maker::new(&rules);
        let (small, done) =
            reduce::smallest(&large.unwrap(), &maker, &mut { keeps }, 1, (Duration::from_secs(4), reduce::PROOF));
        assert!(done && keeps(&small), "{}", small.compact());
        assert_eq!(racefree_soundness::tree::tokens(&small.compact()), tokens, "{}", small.compact());
    }
}

#[test]
fn a_lock_that_is_named_in_several_places_is_made_small() {
    // Races by `EXP REF/guard-held` off that no single edit of one place makes smaller.
    const RACES: [&str; 2] = [
        "class A<ghost Object x> { final Object f = new Object; int g guarded_by x }
         let Object z = null in let A<z> y = new A<z> in let A<y.f> x = new A<y.f> in
         fork x.g; synchronized y.f in x.g = 0",
        "class A<ghost Object x> { int f guarded_by x } class B { final Object f = new Object }
         let B x = new B in let A<x.f> y = new A<x.f> in fork synchronized x.f in y.f = 0; y.f",
    ];
    let rules = variant::find("EXP REF/guard-held").unwrap().rules().unwrap();
    let mut judge = Judge::new(&rules);
    let mut races = |tree: &Tree| {
        let program = tree.program();
        rules.accepts(&program) && Judge::lower(program).is_some_and(|lowered| judge.race(&lowered).is_some())
    };
    for text in RACES {
        let tree = Tree::of(&racefree_grammar::parse(text).unwrap()).unwrap();
        assert!(races(&tree), "{text}");
        let (small, done) = reduce::minimal(&tree, &mut races, Instant::now() + Duration::from_secs(60));
        assert!(done && races(&small) && reduce::tokens(&small) <= 46, "{}", small.source());
    }
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
