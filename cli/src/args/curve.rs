//! Arguments of `racefree variants curve`.

use super::values::TableFormat;
use clap::Args as ClapArgs;
use racefree_answers::options::CurveOptions;
use std::path::PathBuf;

/// Arguments of `racefree variants curve`.
#[derive(ClapArgs, Debug)]
#[command(allow_negative_numbers = true)]
pub struct CurveArgs {
    #[command(flatten)]
    pub options: CurveOptions,
    /// Draw the curves to this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Output format of the curves.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TableFormat,
}
