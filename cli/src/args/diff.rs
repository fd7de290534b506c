//! Arguments of `racefree variants diff`.

use super::values::{TableFormat, seconds};
use clap::Args as ClapArgs;
use racefree_soundness::certificate::NODES;
use std::time::Duration;

/// Arguments of `racefree variants diff`.
#[derive(ClapArgs, Debug)]
#[command(allow_negative_numbers = true)]
pub struct DiffArgs {
    /// A rule set: base, a built-in variant, a premise that is off, or a TOML file.
    #[arg(value_name = "A")]
    pub a: String,
    /// Another one.
    #[arg(value_name = "B")]
    pub b: String,
    /// All programs over this signature are looked at first (`racefree certify --help` says how it is written).
    #[arg(long, value_name = "SIGNATURE", default_value = "classes=1 fields=1 locals=1 forks=1 +guards +int")]
    pub signature: String,
    /// Those of at most so many nodes.
    #[arg(long, value_name = "N", default_value_t = 13, value_parser = clap::value_parser!(u64).range(NODES))]
    pub nodes: u64,
    /// Then so many generated ones, half of them made with the freedom of A, half with that of B.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub programs: u64,
    /// The seed of the generated ones.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Show so many programs of each sort.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=100))]
    pub keep: u64,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop when the lists of bodies need so many megabytes of memory.
    #[arg(long, value_name = "MB", default_value_t = 2_048, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub memory: u64,
    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TableFormat,
}
