//! The arguments of `racefree explore` and `racefree explain`.

use super::RunFormat;
use clap::{Args as ClapArgs, ValueEnum};
use racefree_answers::options::{ExplainOptions, GraphOptions};
use std::path::PathBuf;

pub(super) const ALGORITHMS: &str = "Algorithms: dpor (one run of each set of equivalent schedules, by optimal partial order reduction); \
states (a search that remembers every state, and ends on programs that spin); plain (every state, one \
reduction step at a time: the definition that the others are tested against, slow, without monitors); auto (dpor for \
a moment, with runs of at most 10000 steps; if that does not end, states and dpor in turn, each with more work).";

/// Arguments of `racefree explore`.
#[derive(ClapArgs, Debug)]
pub struct ExploreArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub options: GraphOptions,
    /// Write the schedule of each finding to a file in this directory, for `racefree run --scheduler replay:FILE`.
    #[arg(long, value_name = "DIR")]
    pub save_schedules: Option<PathBuf>,
    /// Draw the state graph of a small program instead, with equal states merged, and racy states and deadlocks marked.
    #[arg(long, value_name = "FORM")]
    pub graph: Option<GraphForm>,
    /// Write the graph to a file instead of standard output.
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub graph_file: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Arguments of `racefree explain`.
#[derive(ClapArgs, Debug)]
pub struct ExplainArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub options: ExplainOptions,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Forms of state graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphForm {
    /// One self-contained page.
    Html,
    /// For Graphviz.
    Dot,
}
