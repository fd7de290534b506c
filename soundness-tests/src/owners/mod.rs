//! Campaigns on [programs with owners](racefree_generate::owners): the theorem, discovery, run-time owners, the matrix.

pub mod blocks;
pub mod campaign;
pub mod discovery;
pub mod matrix;
pub mod points;
pub mod runtime;
pub mod watching;

use racefree_generate::Choices;
pub use racefree_generate::owners::near_miss;

/// The program of a seed, with its header.
pub fn program(seed: u64) -> String {
    racefree_generate::owners::program(Choices::seeded(seed))
}

/// The program of a seed, and near misses of it: as many as there are among this number of edits.
pub fn with_near_misses(seed: u64, near: u64) -> impl Iterator<Item = String> {
    let (source, mut choices) = (program(seed), Choices::seeded(seed ^ 0x5eed));
    let near: Vec<String> = (0..near).filter_map(|_| near_miss(&source, &mut choices)).collect();
    std::iter::once(source).chain(near)
}
