//! Found annotations as people read them.

pub mod diff;
pub mod owners;
pub mod report;
