//! The tests of this crate, in one binary: a test file more costs no linking.

mod changes;
mod common;
mod decisions;
mod edits;
mod errors;
mod forms;
mod free;
mod fuzz;
mod hostile;
mod java;
mod layouts;
mod line;
#[path = "common/noise.rs"]
mod noise;
mod open;
mod parts;
mod properties;
mod recovery;
mod sexp;
