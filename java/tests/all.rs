//! Tests of the crate.

mod annotations;
mod corpus;
mod judge;
mod properties;
