//! Found annotations as people read them.

pub mod report;
pub mod shown;
