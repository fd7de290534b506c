//! Tests of the inference.

mod brute;
mod clauses;
mod formulas;
mod generated;
mod owners;
mod runs;
mod same;
mod support;
mod verdicts;
mod ways;
