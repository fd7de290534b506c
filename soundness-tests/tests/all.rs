//! The tests of this crate, in one binary: a test file more costs no linking.

mod atomicity;
mod certificates;
mod conditions;
mod dialect;
mod dialect_atomicity;
mod diffs;
mod enumeration;
mod epaj;
mod equivalent;
mod falling;
mod invariants;
mod matrix;
mod owners;
mod owners_runs;
mod owners_table;
mod pairs;
mod parts;
mod preservation;
mod proof;
mod quick;
mod silencing;
mod support;
mod systems;
mod theorem;
mod units;
