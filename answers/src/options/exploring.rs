//! The options of an exploration.

use super::RuleOptions;
use crate::variant::Rules;
use racefree_explore::{Algorithm, Budget, Control, Host, Options};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::{Limits, Locks};
use std::sync::Arc;
use std::time::Duration;

/// With more threads nothing can be covered; a program that comes to so many most likely forks without end.
const THREADS: u32 = 1_000;

/// Of the time that is asked for, the search may take this part;
const SEARCH: f64 = 0.9;
/// then what it found is made short, up to here: the rest is for what is shown.
const IN_ALL: f64 = 1.04;

/// How to explore, in words.
#[derive(Clone, Debug)]
pub struct Exploring {
    /// By which rules.
    pub rules: RuleOptions,
    /// The algorithm; without it, dpor and states by turns.
    pub algorithm: Option<Algorithm>,
    /// The most steps of a run.
    pub max_steps: u64,
    /// The most states.
    pub max_states: Option<u64>,
    /// The most runs.
    pub max_runs: Option<u64>,
    /// The most seconds, for all of the answer.
    pub time: Option<f64>,
    /// When that time began, by the host's clock; without it, when the search does.
    pub began: Option<Duration>,
    /// The most megabytes.
    pub memory: u64,
    /// So many workers.
    pub threads: usize,
    /// Whether the owner of a lock may acquire it again.
    pub locks: Locks,
}

impl Default for Exploring {
    fn default() -> Exploring {
        Exploring {
            rules: RuleOptions::default(),
            algorithm: None,
            max_steps: 100_000,
            max_states: None,
            max_runs: None,
            time: None,
            began: None,
            memory: 2_048,
            threads: 1,
            locks: Locks::default(),
        }
    }
}

/// What to explore with; without an algorithm, with [`Algorithm::Dpor`].
///
/// # Errors
///
/// A sentence that says what is wrong with a word.
pub fn explore_options(
    asked: &Exploring,
    rules: &Rules,
    monitors: MonitorSet,
    host: &Arc<dyn Host>,
) -> Result<Options, String> {
    let algorithm = asked.algorithm.unwrap_or(Algorithm::Dpor);
    let time = match asked.time.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(time)) => Some(time),
        Some(Err(_)) => return Err("`--time` takes a number of seconds".to_owned()),
    };
    let states = budget(asked, algorithm);
    let now = host.now();
    let began = asked.began.unwrap_or(now);
    let control = Control::new(host.clone()).ending(time.map(|time| began + time.mul_f64(IN_ALL)));
    let time = time.map(|time| (began + time.mul_f64(SEARCH)).saturating_sub(now));
    Ok(Options {
        algorithm,
        semantics: super::semantics(asked.locks, rules),
        limits: Limits { steps: asked.max_steps, threads: THREADS, ..Limits::default() },
        budget: Budget { time, memory: asked.memory << 20, states, ..Budget::default() },
        monitors,
        until_unsound: algorithm == Algorithm::Sync,
        threads: asked.threads,
        control: Arc::new(control),
        traces: TRACES,
        ..Options::default()
    })
}

/// Over so many pairs of a state and threads asleep traces are counted: it takes no more than a few milliseconds.
const TRACES: usize = 5_000;

/// The most states, or runs.
pub fn budget(asked: &Exploring, algorithm: Algorithm) -> u64 {
    let most = if algorithm.keeps_states() { asked.max_states } else { asked.max_runs };
    most.unwrap_or(u64::MAX)
}
