//! Arguments of the commands that put annotations into programs and take them out.

use clap::{Args as ClapArgs, ValueEnum};
use racefree_answers::options::{LocksWord, RuleOptions, Scheduling};
use std::path::PathBuf;

/// Arguments of `racefree erase`.
#[derive(ClapArgs, Debug)]
pub struct EraseArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Take out `final` too.
    #[arg(long)]
    pub finals: bool,
    /// The type system, where the program does not say (a line `//! system: NAME` at its top).
    #[arg(long, value_name = "NAME", value_parser = racefree_answers::options::system_name)]
    pub system: Option<String>,
}

/// Arguments of `racefree infer`.
#[derive(ClapArgs, Debug)]
pub struct InferArgs {
    /// The programs; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The way to find annotations.
    #[arg(long, value_name = "WAY", default_value = "auto")]
    pub by: WayArg,
    /// Locks are paths of so many fields at most.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=16))]
    pub depth: u32,
    /// A class gets so many new ghosts at most.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=16))]
    pub ghosts: u32,
    /// Make no class thread-local.
    #[arg(long)]
    pub no_thread_local: bool,
    /// Make no field final.
    #[arg(long)]
    pub no_final: bool,
    /// How annotations are written; without it, as the file does.
    #[arg(long, value_name = "STYLE")]
    pub style: Option<StyleArg>,
    /// Print a unified diff instead of the program.
    #[arg(long, conflicts_with_all = ["report", "in_place"])]
    pub diff: bool,
    /// Print the report instead of the program.
    #[arg(long)]
    pub report: bool,
    /// Write the program to the file, if it checks.
    #[arg(long, conflicts_with = "report")]
    pub in_place: bool,
    /// With --in-place: write the best partial answer too.
    #[arg(long, requires = "in_place")]
    pub partial: bool,
    /// Put a comment beside each field that fails.
    #[arg(long)]
    pub comments: bool,
    /// Where all guards of a class are the same, write one for the class.
    #[arg(long)]
    pub class_guards: bool,
    /// Say of each error that is left whether it is real, as `racefree explain` does, and of each field that fails what runs show.
    #[arg(long)]
    pub explain: bool,
    /// Write the constraints to a file (WCNF).
    #[arg(long, value_name = "FILE")]
    pub dump: Option<PathBuf>,
    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: super::RunFormat,
    /// With `--by run`, or of a program with owners: so many runs.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// With `--by run`: what chooses the thread that steps.
    #[arg(long, value_name = "SCHEDULER", default_value = "random")]
    pub scheduler: Scheduling,
    /// With `--by run`: the seed of every random choice. Without it, one is drawn and printed.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// With `--by run`: every schedule instead, one run of each trace.
    #[arg(long, visible_alias = "exhaustive")]
    pub explore: bool,
    /// With `--by run`: compare names of locks without the object that they start from, as FindLocks does.
    #[arg(long)]
    pub unrooted: bool,
    /// With `--by run`: whether the owner of a lock may acquire it again.
    #[arg(long, value_name = "LOCKS", default_value = "reentrant")]
    pub locks: LocksWord,
    /// Give up after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Give up when the constraints need more than so many megabytes.
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Stop a run after so many reduction steps.
    #[arg(long, value_name = "N", default_value_t = racefree_answers::options::MAX_STEPS, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_steps: u64,
    /// So many workers; by default, one for each core. The answer is the same with any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub rules: RuleOptions,
}

/// Ways to find annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WayArg {
    /// `fixpoint`, and if that finds none, `sat`.
    Auto,
    /// The greatest fixpoint: fast, without new ghosts.
    Fixpoint,
    /// Satisfiability: ghosts, the fewest annotations, what is to blame if there are none.
    Sat,
    /// From runs of the program.
    Run,
    /// The paper's heuristics (section 6.2), as a baseline.
    Defaults,
}

/// Styles of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleArg {
    /// As they are.
    Plain,
    /// In annotation comments.
    Comments,
}
