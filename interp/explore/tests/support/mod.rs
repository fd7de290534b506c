//! What the tests share.
#![allow(dead_code, clippy::unwrap_used, clippy::type_complexity, clippy::collapsible_match, missing_docs)]

pub mod programs;
pub mod small;

use racefree_explore::{Algorithm, Budget, Exploration, Options, explore};
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::{Limits, lower};
use std::sync::Arc;

/// A program ready to run.
pub fn program(source: &str) -> Arc<Lowered> {
    lower(racefree_grammar::parse(source).unwrap()).unwrap()
}

/// Options for small programs.
pub fn options(algorithm: Algorithm) -> Options {
    let limits = Limits { steps: 1_000, calls: 500, threads: 64, objects: 10_000 };
    let budget = Budget { states: 2_000, steps: 200_000, ..Budget::default() };
    Options { algorithm, limits, budget, ..Options::default() }
}

/// An exploration with these options.
pub fn run(source: &str, algorithm: Algorithm) -> Exploration {
    explore(&program(source), &options(algorithm))
}

/// The races of an exploration.
pub fn races(result: &Exploration) -> Vec<Key> {
    keys(result, |k| matches!(k, Key::Race(..)))
}

/// Those of the keys of an exploration.
pub fn keys(result: &Exploration, which: impl Fn(&Key) -> bool) -> Vec<Key> {
    result.found.iter().map(|f| f.key.clone()).filter(which).collect()
}
