//! Tests of the inference.

mod brute;
mod clauses;
mod formulas;
mod runs;
mod support;
mod verdicts;
