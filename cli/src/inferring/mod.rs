//! Found annotations as people and tools read them.

pub mod diff;
pub mod explained;
pub mod json;
pub mod owners;
pub mod progress;
pub mod report;
