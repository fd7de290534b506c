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
    /// Compare two rule sets: the smallest programs that only one of them accepts, whether these go wrong, and the share of
    /// race-free programs that each accepts.
    Diff(DiffArgs),
    /// Measure the share of programs of each size that the base and each variant accept: data, and a drawing.
    Curve(CurveArgs),
    /// Show one variant.
    Show {
        /// Name of the variant, or a TOML file.
        variant: String,
    },
    /// Show for each premise and variant the smallest program found that it lets through and that goes wrong.
    Matrix(MatrixArgs),
}
