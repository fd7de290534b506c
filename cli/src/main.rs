//! `racefree`: the command line. The only crate that prints.

mod args;
mod atomic_file;
mod atomicity;
mod commands;
mod derivation;
mod diagnostics;
mod explaining;
mod exploring;
mod inferring;
mod input;
mod json;
mod options;
mod pairing;
mod parallel;
mod running;
mod sarif;
mod stepper;
mod terminal;
mod trace;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    commands::run(&args).into()
}
