//! `racefree`: the command line. The only crate that prints.

mod args;
mod commands;
mod derivation;
mod diagnostics;
mod explaining;
mod exploring;
mod input;
mod json;
mod running;
mod sarif;
mod saving;
mod stepper;
mod terminal;
mod trace;
mod variant;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    commands::run(&args).into()
}
