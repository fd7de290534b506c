//! The options of an exploration.

use super::{AlgorithmWord, By, LocksWord, MemoryWord, Monitoring, RuleOptions, ScheduleText, StartOptions, Watch};
use crate::variant::Rules;
use racefree_explore::{Algorithm, Budget, Control, Host, Options};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::Limits;
use std::sync::Arc;
use std::time::Duration;

/// Bound on threads: with more nothing can be covered; a program that reaches it most likely forks without end.
const THREADS: u32 = 1_000;

/// Part of the requested time that the search may take.
const SEARCH: f64 = 0.9;
/// Part of the requested time by which its findings are shortened; the rest is for showing them.
const IN_ALL: f64 = 1.04;

options! {
    /// Coverage of schedules, for its own sake and to explain.
    pub struct Exploring {
        /// Algorithm that covers the schedules.
        #[arg(long, value_name = "ALGORITHM")]
        pub algorithm: AlgorithmWord = AlgorithmWord::Auto,
        /// Maximum number of reduction steps in a run (for states: between two scheduling points).
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_steps: u64 = 100_000,
        /// Maximum number of states to visit (for states and plain).
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_states: Option<u64>,
        /// Maximum number of runs (for dpor).
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_runs: Option<u64>,
        /// Time limit in seconds.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Memory limit for states, in megabytes.
        #[arg(long, value_name = "MB|2G", value_parser = super::megabytes)]
        pub memory: u64 = 2_048,
        /// Accepted as by other commands, without effect: a search of all schedules has one worker.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
        pub threads: Option<u16>,
        /// Kind of locks: reentrant (the owner may acquire a lock again, as in Java), or binary (it waits for itself, as in the paper).
        #[arg(long, value_name = "LOCKS")]
        pub locks: LocksWord = LocksWord::Reentrant,
        #[both(flatten)]
        pub rules: RuleOptions,
        #[both(flatten)]
        pub start: StartOptions,
        /// Start of the time limit, by the host's clock; by default, the start of the search.
        #[arg(skip)]
        #[json(skip)]
        pub began: Option<Duration>,
    }

    /// Options of `explore`.
    pub struct ExploreOptions {
        #[both(flatten)]
        pub exploring: Exploring,
        /// Monitors of the invariants that well-typed programs keep: all, none, or auto. With auto, a program that the checker accepts
        /// with no error silenced is watched by all monitors, and any other program by `holds` only.
        #[arg(long, value_name = "WHICH")]
        pub monitors: Monitoring = Monitoring::Auto,
        /// Races to look for: all, or only those on fields that the types do not prove free of races.
        #[arg(long, value_name = "WHICH")]
        pub watch: Watch = Watch::All,
        /// Memory model, for a second search: outcomes that it allows beyond sequential consistency are listed apart (docs/memory.md).
        #[arg(long, value_name = "MODEL")]
        pub memory_model: MemoryWord = MemoryWord::Sc,
        /// Maximum number of outcomes to list.
        #[arg(long, value_name = "N")]
        pub outcomes: usize = 10,
        /// Projection that tells outcomes apart; by default, the output if anything was printed, otherwise the heap.
        #[arg(long, value_name = "WHAT")]
        pub outcomes_by: Option<By>,
        /// Maximum number of findings with a shortest schedule; of the races with one cause, only the first counts. By default, every
        /// finding has one.
        #[arg(skip)]
        #[json(skip)]
        pub most: Option<usize>,
        /// True to leave out the schedules of outcomes.
        #[arg(skip)]
        #[json(skip)]
        pub no_schedules: bool,
    }

    /// Options of `graph`.
    pub struct GraphOptions {
        #[both(flatten)]
        pub explore: ExploreOptions,
        /// Maximum number of states to draw, nearest to the start first.
        #[arg(long, value_name = "N", requires = "graph", value_parser = clap::value_parser!(u32).range(1..=5000))]
        pub graph_nodes: u32 = 300,
        /// Schedule that leads to the first state of the graph.
        #[arg(skip)]
        pub schedule: Option<ScheduleText>,
    }

    /// Options of `explain`.
    pub struct ExplainOptions {
        #[both(flatten)]
        pub exploring: Exploring,
        /// Number of other main expressions to try, smallest first, for an error in a class that is harmless in this program.
        #[arg(long, value_name = "N")]
        pub clients: usize = 2_000,
    }
}

/// Options of an exploration; without an algorithm, with [`Algorithm::Dpor`].
pub fn explore_options(
    asked: &Exploring,
    rules: &Rules,
    monitors: MonitorSet,
    host: &Arc<dyn Host>,
) -> Result<Options, String> {
    let algorithm = asked.algorithm.chosen().unwrap_or(Algorithm::Dpor);
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
        semantics: super::semantics(asked.locks.into(), rules),
        limits: Limits { steps: asked.max_steps, threads: THREADS, ..Limits::default() },
        budget: Budget { time, memory: asked.memory << 20, states, ..Budget::default() },
        monitors,
        control: Arc::new(control),
        traces: TRACES,
        ..Options::default()
    })
}

/// Bound on pairs of a state and its sleeping threads up to which traces are counted, in a few milliseconds.
const TRACES: usize = 5_000;

/// The most states, or runs.
pub fn budget(asked: &Exploring, algorithm: Algorithm) -> u64 {
    let most = if algorithm.keeps_states() { asked.max_states } else { asked.max_runs };
    most.unwrap_or(u64::MAX)
}
