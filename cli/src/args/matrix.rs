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
    /// Search, enumerate and try premises together, for all variants, and keep in this file what is smaller or reaches further than
    /// what is there. It can be interrupted and repeated.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["docs", "file", "json", "format"])]
    pub update: Option<PathBuf>,
    /// With --update: only variants with this in their names.
    #[arg(long, value_name = "PART", requires = "update")]
    pub only: Vec<String>,
    /// With --update: only these stages.
    #[arg(long, value_name = "STAGE", requires = "update", value_parser = ["search", "exhaust", "smallest", "company"])]
    pub stage: Vec<String>,
    /// With --update: so many workers.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// With --update: the lists of all programs up to a size may take so many megabytes of memory, those of all workers together.
    #[arg(long, value_name = "MB", default_value_t = 2_048, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub memory: u64,
    /// Write pages for people into this folder: each premise with its program, its derivation and its run.
    #[arg(long, value_name = "DIR")]
    pub docs: Option<PathBuf>,
    /// Show, or write pages about, what is in this file instead of what this program was built with.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// How to print.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TableFormat,
    /// The same as --format json.
    #[arg(long, hide = true, conflicts_with = "format")]
    pub json: bool,
}
