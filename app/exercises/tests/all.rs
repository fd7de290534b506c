//! Tests of the exercises.
#![allow(missing_docs, clippy::unwrap_used)]

mod built_in;
mod grading;
mod hostile;
mod mistakes;
mod rules;
mod sheets;
mod support;
