//! Arguments of `racefree variants diff`.

use super::values::TableFormat;
use clap::Args as ClapArgs;
use racefree_answers::options::DiffOptions;

/// Arguments of `racefree variants diff`.
#[derive(ClapArgs, Debug)]
#[command(allow_negative_numbers = true)]
pub struct DiffArgs {
    #[command(flatten)]
    pub options: DiffOptions,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TableFormat,
}
