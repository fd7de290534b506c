//! `racefree`: the command line. The only crate that prints.

mod args;
mod commands;
mod diagnostics;
mod input;
mod json;
mod sarif;
mod terminal;
mod variant;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    commands::run(&args).into()
}
