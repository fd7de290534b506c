//! Arguments of `racefree variants matrix`.

use super::values::TableFormat;
use clap::Args as ClapArgs;
use racefree_answers::options::MatrixOptions;
use std::path::PathBuf;

/// Arguments of `racefree variants matrix`.
#[derive(ClapArgs, Debug)]
pub struct MatrixArgs {
    #[command(flatten)]
    pub options: MatrixOptions,
    /// Search, enumerate and try premises together, for all variants, and store in this file each result that is smaller or reaches
    /// further than the stored one. The command can be interrupted and repeated.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["docs", "file", "json", "format"])]
    pub update: Option<PathBuf>,
    /// With --update: only variants whose names contain this text.
    #[arg(long, value_name = "PART", requires = "update")]
    pub only: Vec<String>,
    /// With --update: only these stages.
    #[arg(long, value_name = "STAGE", requires = "update", value_parser = ["search", "exhaust", "smallest", "company"])]
    pub stage: Vec<String>,
    /// With --update: number of workers.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// With --update: memory limit, in megabytes, for the lists of all programs up to a size, of all workers together.
    #[arg(long, value_name = "MB|2G", default_value_t = 2_048, value_parser = racefree_answers::options::megabytes)]
    pub memory: u64,
    /// Write pages for people into this folder: each premise with its program, its derivation and its run.
    #[arg(long, value_name = "DIR")]
    pub docs: Option<PathBuf>,
    /// Show this file, or write pages about it, instead of the built-in matrix.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TableFormat,
    /// The same as --format json.
    #[arg(long, hide = true, conflicts_with = "format")]
    pub json: bool,
}
