//! Arguments of `racefree variants`.

use super::diff::DiffArgs;
use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

/// Arguments of `racefree variants`.
#[derive(ClapArgs, Debug)]
pub struct VariantsArgs {
    /// What to do; without it, list the variants.
    #[command(subcommand)]
    pub action: Option<VariantsAction>,
}

/// What `racefree variants` can do.
#[derive(Subcommand, Debug)]
pub enum VariantsAction {
    /// List the built-in variants.
    List,
    /// Compare two rule sets: the smallest programs that only one of them accepts, whether these go wrong, and the share of
    /// race-free programs that each accepts.
    Diff(DiffArgs),
    /// Show one variant.
    Show {
        /// Its name, or a TOML file.
        variant: String,
    },
    /// Every premise and variant against the smallest program found that it lets through and that goes wrong.
    Matrix {
        /// Search anew for this variant, or for a premise, instead of showing what is known.
        #[arg(long, value_name = "V")]
        search: Option<String>,
        /// How many seconds to search from each of three seeds.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        time: u64,
        /// Write pages for people into this folder: each premise with its program, its derivation and its run.
        #[arg(long, value_name = "DIR")]
        docs: Option<PathBuf>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}
