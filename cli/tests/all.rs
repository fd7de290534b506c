//! The tests of this crate, in one binary: a test file more costs no linking.

mod asked;
mod atomicity;
mod budgets;
mod campaigns;
mod commands;
mod conditions;
mod derivation;
mod diagnostics;
mod explore;
mod files;
mod fuzz;
mod infer;
mod interrupted;
mod lsp;
mod pairs;
mod parts;
mod place;
mod play;
mod runs;
mod serial;
mod soundness;
mod support;
mod systems;
mod traces;
mod transcripts;
mod units;
