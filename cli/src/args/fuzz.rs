//! Arguments of `racefree fuzz`.

use super::RunFormat;
use clap::{Args as ClapArgs, Subcommand};
use racefree_answers::options::{FuzzOptions, seconds};
use std::path::PathBuf;

/// Arguments of `racefree fuzz`.
#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true, allow_negative_numbers = true)]
pub struct FuzzArgs {
    /// Another action.
    #[command(subcommand)]
    pub action: Option<FuzzAction>,
    #[command(flatten)]
    pub options: FuzzOptions,
    /// Keep the results in this file. An interrupted campaign continues from it, and `fuzz merge` joins such files.
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Directory for failures, which the next campaign tests first.
    #[arg(long, value_name = "DIR", default_value = "racefree-failures")]
    pub failures: PathBuf,
    /// Time limit in seconds for reducing each of the first failures, within --time; 0 keeps failures as they were generated.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub reduce: f64,
    /// Print program number K of the campaign and do nothing else.
    #[arg(long, value_name = "K", requires = "seed", conflicts_with_all = ["results", "shard", "time"])]
    pub program: Option<u64>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Other actions of `racefree fuzz`.
#[derive(Subcommand, Debug)]
pub enum FuzzAction {
    /// Join the results of the shards of one campaign.
    Merge {
        /// The results.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// File for the joined results.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Output format; by default json, or none with --output.
        #[arg(long, value_name = "HOW")]
        format: Option<RunFormat>,
    },
}
