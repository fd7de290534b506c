//! All tests of this crate: one binary is linked instead of one for each file.

mod budgets;
mod editing;
mod fixes;
mod laws;
mod protocol;
mod returns;
mod slips;
mod units;
