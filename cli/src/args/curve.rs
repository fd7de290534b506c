//! Arguments of `racefree variants curve`.

use super::values::{TableFormat, seconds};
use clap::Args as ClapArgs;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `racefree variants curve`.
#[derive(ClapArgs, Debug)]
#[command(allow_negative_numbers = true)]
pub struct CurveArgs {
    /// Rule sets beside the base: built-in variants, premises that are off, or TOML files.
    #[arg(value_name = "V")]
    pub variants: Vec<String>,
    /// So many programs, each looked at as it is and with one random edit.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub programs: u64,
    /// Their seed. The curves are the same for the same seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Programs are counted together whose sizes differ by less than so many tokens.
    #[arg(long, value_name = "TOKENS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub bin: u64,
    /// Draw the curves to this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// How to print the curves.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TableFormat,
}
