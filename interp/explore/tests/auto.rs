//! Runs and states in turn: the answer is that of one of both searches.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{programs, small};
use racefree_explore::{Algorithm, Auto, Budget, Cut, Exploration, Options, auto, explore};
use racefree_interp::drive::Key;
use racefree_interp::lower;
use racefree_interp::machine::Lowered;
use std::sync::Arc;

fn program(source: &str) -> Arc<Lowered> {
    lower(racefree_grammar::parse(source).unwrap()).unwrap()
}

/// What there is to compare.
fn seen(e: &Exploration) -> (Algorithm, [u64; 5], Option<Cut>, Vec<Key>) {
    let counts = [e.states, e.transitions, e.executions, e.blocked, e.steps];
    (e.algorithm, counts, e.cut, e.found.iter().map(|f| f.key.clone()).collect())
}

/// Both, and the search that gave the answer alone.
fn both(source: &str, options: &Options) -> Auto {
    let program = program(source);
    let one = auto(&program, options, options);
    if one.result.complete() {
        let alone = explore(&program, &Options { algorithm: one.result.algorithm, ..one.options.clone() });
        assert_eq!(seen(&alone), seen(&one.result));
        assert_eq!(alone.outcomes, one.result.outcomes);
    }
    one
}

#[test]
fn small_programs_are_covered_by_runs() {
    let options = Options::default();
    for source in [programs::sections(2, 3), programs::philosophers(4, false), programs::pairs(3)] {
        let Auto { result, instead_of, .. } = both(&source, &options);
        assert_eq!((result.algorithm, instead_of.is_none(), result.cut), (Algorithm::Dpor, true, None));
    }
}

#[test]
fn programs_with_more_traces_are_covered_by_states() {
    let options = Options::default();
    let few_states = both(&programs::sections(3, 5), &options);
    assert_eq!((few_states.result.algorithm, few_states.result.states), (Algorithm::States, 1_837));
    assert!(matches!(few_states.instead_of, Some((Cut::Steps, _))));
    let more_states = both(&programs::sections(4, 6), &options);
    assert_eq!((more_states.result.algorithm, more_states.result.cut), (Algorithm::States, None));
}

#[test]
fn what_one_search_cannot_cover_the_other_one_does() {
    let spin = "class C { int x; boolean up }\nlet C c = new C in {\nfork { c.x = 1; c.up = true };\n\
                fork { while (!c.up) { 0 }; c.x = 2 };\n0 }";
    let spins = both(spin, &Options::default());
    assert!(spins.spins() && spins.result.complete() && spins.result.algorithm == Algorithm::States);
    // Where there are too many states, runs go on.
    let budget = Budget { states: 1_000, ..Budget::default() };
    let options = Options { budget, ..Options::default() };
    let traces = auto(&program(&programs::lastzero(12)), &options, &Options::default());
    assert_eq!((traces.result.algorithm, traces.result.executions), (Algorithm::Dpor, 15 * 1024));
    assert!(matches!(traces.instead_of, Some((Cut::States, _))), "{:?}", traces.instead_of.map(|why| why.0));
    // Without either all is found that both find.
    let neither = auto(&program(&programs::increments(3, 3)), &options, &options);
    assert_eq!((neither.result.algorithm, neither.result.cut), (Algorithm::States, Some(Cut::States)));
    assert!(!neither.result.found.is_empty());
}

#[test]
fn generated_programs_too() {
    let options = Options { budget: Budget { states: 20_000, ..Budget::default() }, ..Options::default() };
    let complete = (0..150).filter(|&seed| {
        let program = program(&small::program(seed));
        let (both, states) = (auto(&program, &options, &options), explore(&program, &of_states(&options)));
        let keys = |e: &Exploration| e.found.iter().map(|f| f.key.clone()).collect::<Vec<Key>>();
        if both.result.complete() && states.complete() {
            assert_eq!(keys(&both.result), keys(&states), "seed {seed}");
        }
        both.result.complete()
    });
    assert!(complete.count() > 120);
}

fn of_states(options: &Options) -> Options {
    Options { algorithm: Algorithm::States, ..options.clone() }
}
