//! The arguments of `racefree atomicity`.

use super::CheckArgs;
use clap::Args as ClapArgs;
use racefree_answers::options::ClaimOptions;

/// Arguments of `racefree atomicity`.
#[derive(ClapArgs, Debug)]
pub struct AtomicityArgs {
    #[command(flatten)]
    pub check: CheckArgs,
    #[command(flatten)]
    pub claims: ClaimOptions,
    /// Print the program, with the inferred atomicity in an annotation comment at every method that declares none.
    #[arg(long, conflicts_with = "explain")]
    pub annotate: bool,
    /// Warnings count as something wrong.
    #[arg(long)]
    pub strict: bool,
}
