//! Arguments of `racefree overhead`.

use super::RunFormat;
use super::values::seconds;
use clap::Args as ClapArgs;
use racefree_answers::options::{LocksWord, RuleOptions, Scheduling};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `racefree overhead`.
#[derive(ClapArgs, Debug)]
pub struct OverheadArgs {
    /// The programs; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Measure so many rounds; in each, every way to watch has its turn.
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub rounds: u32,
    /// So many runs make one measurement. Without it, as many as take about ten milliseconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: Option<u64>,
    /// Stop after so many seconds; what was measured by then is printed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// The seed of every random choice.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// What chooses the thread that steps.
    #[arg(long, value_name = "SCHEDULER", default_value = "random")]
    pub scheduler: Scheduling,
    /// Stop a run after so many reduction steps.
    #[arg(long, value_name = "N", default_value_t = racefree_answers::options::MAX_STEPS, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_steps: u64,
    /// Whether the owner of a lock may acquire it again.
    #[arg(long, value_name = "LOCKS", default_value = "reentrant")]
    pub locks: LocksWord,
    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
    #[command(flatten)]
    pub rules: RuleOptions,
}
