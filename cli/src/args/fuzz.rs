//! Arguments of `racefree fuzz`.

use super::RunFormat;
use clap::{Args as ClapArgs, Subcommand};
use racefree_answers::options::{FuzzOptions, seconds};
use std::path::PathBuf;

/// Arguments of `racefree fuzz`.
#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true, allow_negative_numbers = true)]
pub struct FuzzArgs {
    /// What else to do.
    #[command(subcommand)]
    pub action: Option<FuzzAction>,
    #[command(flatten)]
    pub options: FuzzOptions,
    /// Keep the results in this file: an interrupted campaign goes on from there, and `fuzz merge` joins such files.
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Where failures are kept, to be looked at first next time.
    #[arg(long, value_name = "DIR", default_value = "racefree-failures")]
    pub failures: PathBuf,
    /// Make each of the first failures small for at most so many seconds, and not beyond --time; 0: keep them as they were generated.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub reduce: f64,
    /// Print program number K of the campaign and do nothing else.
    #[arg(long, value_name = "K", requires = "seed", conflicts_with_all = ["results", "shard", "time"])]
    pub program: Option<u64>,
    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// What else `racefree fuzz` can do.
#[derive(Subcommand, Debug)]
pub enum FuzzAction {
    /// Join the results of the shards of one campaign.
    Merge {
        /// The results.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Where to put them.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// How to print them; without it, json if there is no --output.
        #[arg(long, value_name = "HOW")]
        format: Option<RunFormat>,
    },
}
