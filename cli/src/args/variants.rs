//! Arguments of `racefree variants`.

use super::curve::CurveArgs;
use super::diff::DiffArgs;
use super::matrix::MatrixArgs;
use clap::{Args as ClapArgs, Subcommand};
use racefree_answers::options::system_name;

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
