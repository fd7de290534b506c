//! Campaigns on [programs with owners](racefree_generate::owners): the theorem, discovery, run-time owners, the matrix.

pub mod blocks;
pub mod campaign;
pub mod discovery;
pub mod matrix;
pub mod points;
mod reasons;
pub mod runtime;
pub mod watching;

use racefree_generate::Choices;
pub use racefree_generate::owners::near_miss;

/// The program of a seed, with its header.
pub fn program(seed: u64) -> String {
    racefree_generate::owners::program(Choices::seeded(seed))
}
