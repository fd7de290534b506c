//! The tests of this crate, in one binary: a test file more costs no linking.

mod corpus;
mod verdicts;
