//! Tests of the inference.

mod brute;
mod clauses;
mod formulas;
mod owners;
mod runs;
mod support;
mod verdicts;
