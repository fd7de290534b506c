//! Programs with owners: generated, and near misses of them. A program is the text of a few classes, which differ from
//! seed to seed, and of a main expression that exercises owners: objects made, locked, lent, moved, put into boxes and
//! taken out, handed to threads. Most are well typed; the verdict is left to the checker.

pub mod blocks;
pub mod campaign;
pub mod discovery;
mod edits;
mod family;
mod generate;
pub mod matrix;
pub mod points;
mod reasons;
pub mod runtime;
pub mod watching;

pub use edits::near_miss;
pub use generate::program;

/// Random numbers by a seed, the same on every machine (splitmix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    /// Returns true with a probability in percent.
    pub fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    /// Draws one of these.
    pub fn one_of<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}
