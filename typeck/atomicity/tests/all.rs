//! The tests of this crate, in one binary: a test file more costs no linking.

mod algebra;
mod corpus;
mod decisions;
mod hostile;
mod laws;
mod verdicts;
