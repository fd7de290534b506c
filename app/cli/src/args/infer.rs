//! Arguments of the commands that put annotations into programs and take them out.

use super::RunFormat;
use clap::Args as ClapArgs;
use racefree_answers::options::InferOptions;
use std::path::PathBuf;

/// Arguments of `racefree erase` and `racefree translate`.
#[derive(ClapArgs, Debug)]
pub struct RewritingArgs<O: ClapArgs> {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub options: O,
    /// Output format of the program.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Arguments of `racefree infer`.
#[derive(ClapArgs, Debug)]
pub struct InferArgs {
    /// The programs; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub options: InferOptions,
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
    /// Write the constraints to a file (WCNF).
    #[arg(long, value_name = "FILE")]
    pub dump: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}
