//! Found annotations as people read them.

pub mod diff;
pub mod report;
