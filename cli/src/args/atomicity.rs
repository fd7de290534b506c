//! The arguments of `racefree atomicity`.

use super::CheckArgs;
use clap::{Args as ClapArgs, ValueEnum};

/// Arguments of `racefree atomicity`.
#[derive(ClapArgs, Debug)]
pub struct AtomicityArgs {
    #[command(flatten)]
    pub check: CheckArgs,
    /// Print the program, with the inferred atomicity in an annotation comment at every method that declares none.
    #[arg(long)]
    pub annotate: bool,
    /// Warnings count as something wrong.
    #[arg(long)]
    pub strict: bool,
    /// With how many atomicities: seven, or the papers' five, in which a fork is atomic.
    #[arg(long, value_name = "N", default_value = "seven")]
    pub points: Points,
    /// Outcomes are compared with the order of output, so print is no mover.
    #[arg(long)]
    pub ordered_output: bool,
}

/// How many basic atomicities there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Points {
    /// With left and right movers.
    Seven,
    /// Without.
    Five,
}
