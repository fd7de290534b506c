//! By turns: the answer is that of one of both searches.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{programs, small};
use racefree_explore::{Algorithm, Auto, Budget, Choice, Cut, Exploration, Options, auto, explore};
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

/// By turns, and by the search that gave the answer alone.
fn by_turns(source: &str, options: &Options) -> Auto {
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
        let Auto { result, choice, .. } = by_turns(&source, &options);
        assert_eq!((result.algorithm, choice, result.cut), (Algorithm::Dpor, Choice::Trial, None));
    }
}

#[test]
fn what_is_over_first_is_the_answer() {
    let options = Options::default();
    let few_states = by_turns(&programs::sections(3, 5), &options);
    assert_eq!((few_states.result.algorithm, few_states.result.states), (Algorithm::States, 1_837));
    assert_eq!(few_states.choice, Choice::First);
    let more_states = by_turns(&programs::sections(4, 6), &options);
    assert_eq!((more_states.result.algorithm, more_states.choice), (Algorithm::States, Choice::First));
    // Of 5⁹ states and more; and 2⁹ traces, each of many steps.
    let few_traces = by_turns(&programs::pairs(9), &options);
    assert_eq!((few_traces.result.algorithm, few_traces.result.executions), (Algorithm::Dpor, 512));
    let more_traces = by_turns(&programs::lastzero(12), &options);
    assert_eq!((more_traces.result.algorithm, more_traces.result.executions), (Algorithm::Dpor, 15 * 1024));
}

#[test]
fn what_one_search_cannot_cover_the_other_one_does() {
    let spin = "class C { int x; boolean up }\nlet C c = new C in {\nfork { c.x = 1; c.up = true };\n\
                fork { while (!c.up) { 0 }; c.x = 2 };\n0 }";
    let spins = by_turns(spin, &Options::default());
    assert!(spins.choice.spins() && spins.result.complete() && spins.result.algorithm == Algorithm::States);
    // Without states there are runs.
    let options = Options { budget: Budget { states: 1_000, ..Budget::default() }, ..Options::default() };
    let program = program(&programs::sections(3, 4));
    let runs = auto(&program, &options, &Options::default());
    assert_eq!((runs.result.algorithm, runs.result.executions), (Algorithm::Dpor, 34_650));
    assert!(matches!(runs.choice, Choice::Only(Cut::States, _)), "{:?}", runs.choice);
    // Without either all is found that both find.
    let neither = auto(&self::program(&programs::increments(3, 3)), &options, &options);
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
