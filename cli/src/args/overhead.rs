//! Arguments of `racefree overhead`.

use super::RunFormat;
use clap::Args as ClapArgs;
use racefree_answers::options::OverheadOptions;
use std::path::PathBuf;

/// Arguments of `racefree overhead`.
#[derive(ClapArgs, Debug)]
pub struct OverheadArgs {
    /// The programs; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub options: OverheadOptions,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}
