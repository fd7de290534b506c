//! R1–R9 as preservation: they hold in every state of every schedule of well-typed programs.

use crate::support;

use racefree_interp::Semantics;
use racefree_interp::machine::lower;
use racefree_soundness::enumerate::{Universe, with_main};
use racefree_soundness::generate::{self, Settings};
use racefree_typeck::Options;
use support::preservation::{Exercised, Invariant, Preservation, all_schedules, random_schedule};
use support::{cases, well_typed};

fn all_exercised(exercised: &Exercised, least: u64) {
    for &invariant in Invariant::ALL {
        assert!(exercised.of(invariant) >= least, "{invariant} had little to look at: {exercised:?}");
    }
    assert!(exercised.ghosts >= least, "few ghosts: {exercised:?}");
}

#[test]
fn in_all_states_of_the_corpus() {
    let mut exercised = Exercised::default();
    let (mut complete, mut bounded) = (0, 0);
    for (path, program) in well_typed() {
        let p = Preservation::new(&program, &Options::default(), Semantics::default())
            .unwrap_or_else(|| panic!("{path}: the model rejects it"));
        match all_schedules(&p, cases(1_500) as usize) {
            Ok(true) => complete += 1,
            Ok(false) => bounded += 1,
            Err(failure) => panic!("{path}: {failure:?}"),
        }
        for seed in 0..3 {
            random_schedule(&p, seed, 2_000).unwrap_or_else(|failure| panic!("{path}: {failure:?}"));
        }
        exercised.add(&p.exercised());
    }
    assert!(complete >= 50 && complete + bounded >= 100, "{complete} complete, {bounded} bounded");
    all_exercised(&exercised, 200);
}

#[test]
fn in_states_of_generated_programs() {
    let base = Options::default();
    let mut exercised = Exercised::default();
    let (mut complete, mut bounded) = (0, 0);
    for seed in 0..cases(300) {
        let settings = if seed % 3 == 0 { Settings::wide() } else { Settings::small() };
        let tree = generate::program(&base, settings, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let Ok(program) = lower(tree.program()) else { panic!("cannot run:\n{}", tree.source()) };
        let Some(p) = Preservation::new(&program, &Options::default(), Semantics::default()) else {
            panic!("not well typed:\n{}", tree.source())
        };
        match all_schedules(&p, 300) {
            Ok(true) => complete += 1,
            Ok(false) => bounded += 1,
            Err(failure) => panic!("{failure:?}\n{}", tree.source()),
        }
        for run in 0..2 {
            random_schedule(&p, run, 300).unwrap_or_else(|failure| panic!("{failure:?}\n{}", tree.source()));
        }
        exercised.add(&p.exercised());
    }
    assert!(complete > 0 && complete + bounded == cases(300), "{complete} complete, {bounded} bounded");
    all_exercised(&exercised, cases(300) / 3);
}

#[test]
fn in_all_states_of_all_small_programs() {
    // Those that have several threads.
    let base = racefree_soundness::variant::Rules::base();
    let mut exercised = Exercised::default();
    let mut programs = 0;
    for (signature, nodes) in [("local", 9), ("methods", 10), ("classes=1 fields=1 locals=1 forks=1 +guards +int", 17)]
    {
        let universe = Universe { signature: signature.parse().expect("a signature"), nodes };
        universe.skeletons(&mut |skeleton| {
            if !base.accepts(&skeleton.tree.program()) {
                return true;
            }
            let parts = universe.parts(&skeleton);
            for main in parts.mains.iter().flat_map(|l| l.iter()).filter(|m| m.forks() > 0) {
                let tree = with_main(&skeleton, main);
                if !base.accepts(&tree.program()) {
                    continue;
                }
                let Ok(program) = lower(tree.program()) else { panic!("cannot run:\n{}", tree.source()) };
                let Some(p) = Preservation::new(&program, &Options::default(), Semantics::default()) else {
                    panic!("not well typed:\n{}", tree.source())
                };
                let all = all_schedules(&p, 5_000).unwrap_or_else(|f| panic!("{f:?}\n{}", tree.source()));
                assert!(all, "{}", tree.source());
                programs += 1;
                exercised.add(&p.exercised());
            }
            true
        });
    }
    assert!(programs >= 500, "{programs}");
    for invariant in
        [Invariant::Variables, Invariant::LockSets, Invariant::Counts, Invariant::Guards, Invariant::Confinement]
    {
        assert!(exercised.of(invariant) > 100, "{invariant}: {exercised:?}");
    }
}
