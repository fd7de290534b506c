//! The options of an exploration.

use crate::args::{AlgorithmArg, Exploring};
use racefree_explore::{Algorithm, Budget, Options};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::Limits;
use racefree_soundness::variant::Rules;
use std::time::Duration;

/// With more threads nothing can be covered; a program that comes to so many most likely forks without end.
const THREADS: u32 = 1_000;

/// What to explore with; for `auto`, with [`Algorithm::Dpor`].
///
/// # Errors
///
/// A sentence that says what is wrong with an argument.
pub fn explore_options(args: &Exploring, rules: &Rules, monitors: MonitorSet) -> Result<Options, String> {
    let algorithm = match args.algorithm {
        AlgorithmArg::States => Algorithm::States,
        AlgorithmArg::Sync => Algorithm::Sync,
        AlgorithmArg::Dfs => Algorithm::Dfs,
        AlgorithmArg::Plain => Algorithm::Plain,
        AlgorithmArg::Dpor | AlgorithmArg::Auto => Algorithm::Dpor,
    };
    let time = match args.time.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(time)) => Some(time),
        Some(Err(_)) => return Err("`--time` takes a number of seconds".to_owned()),
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(64);
    let mut options = Options {
        algorithm,
        semantics: super::semantics(args.locks, rules),
        limits: Limits { steps: args.max_steps, threads: THREADS, ..Limits::default() },
        budget: Budget { time, memory: (args.memory as usize) << 20, ..Budget::default() },
        monitors,
        until_unsound: algorithm == Algorithm::Sync,
        threads: args.threads.map_or(cores, usize::from),
        ..Options::default()
    };
    options.budget.states = budget(args, algorithm);
    Ok(options)
}

/// The most states, or runs.
pub fn budget(args: &Exploring, algorithm: Algorithm) -> u64 {
    let most = if algorithm.keeps_states() { args.max_states } else { args.max_runs };
    most.unwrap_or(u64::MAX)
}
