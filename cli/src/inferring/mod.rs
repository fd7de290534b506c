//! Found annotations as people read them.

pub mod owners;
pub mod report;
