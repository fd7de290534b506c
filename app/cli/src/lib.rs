//! `racefree`: the command line. The only crate that prints.
//!
//! It is a library so that its tests need no second compilation of it; the program is [`main`].

mod args;
mod atomic_file;
mod atomicity;
mod campaign;
mod commands;
mod completion;
pub mod derivation;
mod diagnostics;
mod ending;
mod examples;
mod exercises;
mod explaining;
mod exploring;
mod fixing;
mod gathered;
mod git;
mod graph;
mod inferring;
mod input;
mod java;
mod options;
mod page;
mod pairing;
mod parallel;
mod play;
mod rules;
mod running;
mod sarif;
mod short;
mod stepper;
mod table;
mod terminal;
mod trace;
mod variants;
mod verdict;
mod why;
mod whys;

use clap::FromArgMatches;
use std::process::ExitCode;

pub use args::DerivationForm;

/// The program `racefree`: reads its arguments, runs the command, prints. Returns its exit status.
pub fn main() -> ExitCode {
    completion::answer();
    let matches = args::help::command().try_get_matches().unwrap_or_else(|error| args::help::instead(error).exit());
    let read = args::Args::from_arg_matches(&matches);
    let args = read.unwrap_or_else(|error| error.format(&mut args::help::command()).exit());
    ending::status(commands::run(&args))
}

/// Parts that tests look at directly.
#[doc(hidden)]
pub mod parts {
    pub use crate::atomic_file::rewrite;
    pub use crate::derivation::latex::escape::{escaped, statement};
    pub use racefree_answers::difference::unified;
    pub use racefree_answers::explaining::open::suggestion;
    pub use racefree_answers::exploring::graph::layout::columns;
    pub use racefree_answers::running::replay::{inline, json, written};
}
