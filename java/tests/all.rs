//! Tests of the crate.

mod annotations;
