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
    /// Say of each claim that fails whether it is real: the shortest schedule that closes a cycle of transactions, or that none does.
    #[arg(long, conflicts_with = "annotate")]
    pub explain: bool,
    /// With --explain: of each method that is warned of too, as if it was claimed.
    #[arg(long, requires = "explain")]
    pub all: bool,
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
