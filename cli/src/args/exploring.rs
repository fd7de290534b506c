//! The arguments of `racefree explore` and `racefree explain`.

use super::{LocksArg, MonitorsArg, RuleArgs, RunFormat, WatchArg};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

pub(super) const ALGORITHMS: &str = "Algorithms: dpor (one run of each set of equivalent schedules, by optimal partial order reduction); \
states (a search that remembers every state, and ends on programs that spin); sync (chooses at acquires only: is there a race? stops at \
the first); dfs (every schedule one by one, to see what reduction saves); plain (every state, one \
reduction step at a time: the definition that the others are tested against, slow, without monitors); auto (dpor for \
a moment; if that does not end, dpor with runs of at most 10000 steps and states by turns, until one of them has covered everything).";

/// What exploring for its own sake and exploring to explain have in common.
#[derive(ClapArgs, Debug)]
pub struct Exploring {
    /// How schedules are covered.
    #[arg(long, value_name = "ALGORITHM", default_value = "auto")]
    pub algorithm: AlgorithmArg,
    /// Stop a run after so many reduction steps (states: the steps between two scheduling points).
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_steps: u64,
    /// Stop after so many states (for states and plain).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,
    /// Stop after so many runs (for dpor, sync and dfs).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_runs: Option<u64>,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Stop when states need so many megabytes of memory.
    #[arg(long, value_name = "MB", default_value_t = 2_048, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub memory: u64,
    /// So many workers; by default, one for each core. The answer is the same with any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Whether the owner of a lock may acquire it again (as in Java), or has to wait for itself (as in the paper's calculus).
    #[arg(long, value_name = "LOCKS", default_value = "reentrant")]
    pub locks: LocksArg,
    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `racefree explore`.
#[derive(ClapArgs, Debug)]
pub struct ExploreArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub exploring: Exploring,
    /// Which monitors watch, the invariants that well-typed programs keep: all, none, or auto, all for a program that the
    /// checker accepts with no error silenced, and `holds` only for another one.
    #[arg(long, value_name = "WHICH", default_value = "auto")]
    pub monitors: MonitorsArg,
    /// Which races are looked at: all, or those on fields that the types do not prove free of races.
    #[arg(long, value_name = "WHICH", default_value = "all")]
    pub watch: WatchArg,
    /// List at most so many outcomes.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub outcomes: usize,
    /// Tell outcomes apart by this; without it, by what was printed if anything was, else by the heap.
    #[arg(long, value_name = "WHAT")]
    pub outcomes_by: Option<ByArg>,
    /// Write the schedule of each finding to a file in this directory, for `racefree run --scheduler replay:FILE`.
    #[arg(long, value_name = "DIR")]
    pub save_schedules: Option<PathBuf>,
    /// Instead, draw the state graph of a small program: equal states merged, racy ones and deadlocks marked.
    #[arg(long, value_name = "FORM")]
    pub graph: Option<GraphForm>,
    /// Write the graph to a file instead of standard output.
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub graph_file: Option<PathBuf>,
    /// Draw at most so many states, those nearest to the start.
    #[arg(long, value_name = "N", default_value_t = 300, requires = "graph", value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub graph_nodes: u32,
}

/// Arguments of `racefree explain`.
#[derive(ClapArgs, Debug)]
pub struct ExplainArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub exploring: Exploring,
    /// For an error in a class that is harmless in this program, try so many other mains over the class, by size.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub clients: usize,
}

/// Ways to cover all schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AlgorithmArg {
    /// dpor where it fits, otherwise states.
    Auto,
    /// Every state once.
    States,
    /// One run of each set of equivalent schedules.
    Dpor,
    /// Scheduling points at acquires only, up to the first race.
    Sync,
    /// Every schedule.
    Dfs,
    /// Every state by the definition; slow.
    Plain,
}

/// What outcomes are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ByArg {
    /// What was printed.
    Output,
    /// The objects in the end.
    Heap,
    /// How each thread ended.
    Threads,
    /// All of that.
    All,
}

/// Forms of state graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphForm {
    /// One self-contained page.
    Html,
    /// For Graphviz.
    Dot,
}
