//! Tests of the inference.

mod blame;
mod brute;
mod clauses;
mod formulas;
mod found;
mod generated;
mod owners;
mod runs;
mod same;
mod solver;
mod support;
mod verdicts;
mod ways;
