//! What is said about a program, as data: the command line, editors and pages stand on it and judge nothing themselves. It prints
//! nothing, reads no file and starts no thread.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`verdict`] | a program judged: syntax errors, or the report of a type system |
//! | [`names`] | the nearest names |
//! | [`fixes`] | repairs that were tried out, and programs repaired by them |

pub mod fixes;
pub mod names;
pub mod verdict;

pub use verdict::{Rules, Verdict, judge};
