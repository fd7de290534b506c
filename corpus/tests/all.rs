//! The tests of this crate, in one binary: a test file more costs no linking.

mod coverage;
mod derivations;
mod index;
mod mutations;
mod statements;
mod typed;
mod verdicts;
