//! Arguments of `racefree variants` and of its actions.

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use racefree_answers::options::{CurveOptions, DiffOptions, MatrixOptions, system_name};
use std::path::PathBuf;

/// Arguments of `racefree variants`.
#[derive(ClapArgs, Debug)]
pub struct VariantsArgs {
    /// The type system; by default, the base.
    #[arg(long, value_name = "NAME", value_parser = system_name, global = true)]
    pub system: Option<String>,
    /// Action; by default, list the variants.
    #[command(subcommand)]
    pub action: Option<VariantsAction>,
}

/// Actions of `racefree variants`.
#[derive(Subcommand, Debug)]
pub enum VariantsAction {
    /// List the built-in variants.
    List,
    /// Compare two rule sets by the smallest programs that only one accepts.
    ///
    /// Also tells whether these programs go wrong, and the share of race-free programs that each rule set accepts.
    Diff(DiffArgs),
    /// Measure the share of programs that rule sets accept, by size.
    ///
    /// Prints data, and draws them with --svg.
    Curve(CurveArgs),
    /// Show one variant.
    Show {
        /// Name of the variant, or a TOML file.
        variant: String,
    },
    /// Show for each premise the smallest program that goes wrong without it.
    ///
    /// The same for each built-in variant.
    Matrix(MatrixArgs),
}

/// Arguments of `racefree variants diff`.
#[derive(ClapArgs, Debug)]
#[command(allow_negative_numbers = true)]
pub struct DiffArgs {
    #[command(flatten)]
    pub options: DiffOptions,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TableFormat,
}

/// Arguments of `racefree variants curve`.
#[derive(ClapArgs, Debug)]
#[command(allow_negative_numbers = true)]
pub struct CurveArgs {
    #[command(flatten)]
    pub options: CurveOptions,
    /// Draw the curves to this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Output format of the curves.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TableFormat,
}

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

/// Formats of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// One JSON object.
    Json,
    /// One line per row, for spreadsheets.
    Csv,
    /// A table for READMEs and issues.
    Markdown,
    /// A table for papers.
    Latex,
}
