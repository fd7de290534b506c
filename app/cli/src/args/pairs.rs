//! Arguments of `racefree pairs`.

use clap::{Args as ClapArgs, ValueEnum};
use racefree_answers::options::PairsOptions;
use std::path::PathBuf;

pub(super) const AFTER: &str = "Refinements of the sound mode: once (two accesses of one thread need it to be many), clock (what main does before \
it forks a thread is over), fresh (no other thread knows the object yet), unique and relative (sorts of locks), dead (nothing runs under a \
lock on null), own (back from a part to its only holder), returns (a call is named by its result), threads (locks by the paths of one thread).

Exit status: 0 no pair is left, or all are false alarms; 1 pairs are left, or syntax errors; 2 the program cannot be analysed; 3 a budget \
ran out, or Ctrl-C.";

/// Arguments of `racefree pairs`.
#[derive(ClapArgs, Debug)]
pub struct PairsArgs {
    /// The programs; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub options: PairsOptions,
    /// Write the open program with its harness to this file.
    #[arg(long, value_name = "FILE")]
    pub harness: Option<PathBuf>,
    /// Grouping of the pairs.
    #[arg(long, value_name = "VIEW", default_value = "field")]
    pub view: Grouping,
    /// Java: pairs in this file are known, and new ones alone count; a pair is known by its field and by the methods of its accesses.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Java: write the pairs that are left to this file, as a baseline.
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// For many files: compare the verdicts of the types, the pairs and the explorer.
    #[arg(long)]
    pub compare: bool,
    /// Draw the call paths of the pairs instead.
    #[arg(long, value_name = "FORM")]
    pub graph: Option<PairsGraph>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: PairsFormat,
}

/// Groupings of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Grouping {
    /// By field.
    Field,
    /// By set of objects.
    Object,
    /// By pair of threads.
    Threads,
}

/// Forms of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairsGraph {
    /// For Graphviz.
    Dot,
    /// One self-contained page.
    Html,
}

/// Forms of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairsFormat {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// One JSON object per file.
    Json,
    /// One SARIF 2.1.0 log for all files.
    Sarif,
    /// One self-contained page per file.
    Html,
}
