//! Tests of the crate.

mod annotations;
mod brackets;
mod corpus;
mod forms;
mod hostile;
mod judge;
mod locks;
mod properties;
mod reading;
mod world;
