//! Arguments of `racefree variants`.

use super::curve::CurveArgs;
use super::diff::DiffArgs;
use super::matrix::MatrixArgs;
use clap::{Args as ClapArgs, Subcommand};
use racefree_answers::options::system_name;

/// Arguments of `racefree variants`.
#[derive(ClapArgs, Debug)]
pub struct VariantsArgs {
    /// The type system; without it, the base.
    #[arg(long, value_name = "NAME", value_parser = system_name, global = true)]
    pub system: Option<String>,
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
    /// Which share of programs of a size the base and each variant accept: data, and a drawing.
    Curve(CurveArgs),
    /// Show one variant.
    Show {
        /// Its name, or a TOML file.
        variant: String,
    },
    /// Every premise and variant against the smallest program found that it lets through and that goes wrong.
    Matrix(MatrixArgs),
}
