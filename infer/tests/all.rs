//! Tests of the inference.

mod brute;
mod clauses;
mod formulas;
mod support;
mod verdicts;
