//! What several tests need.

pub mod naive;
