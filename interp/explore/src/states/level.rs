//! The states of one depth.

use super::diamond::Covered;
use std::ops::Range;

/// Number of states whose successors are computed together, so that memory is fetched for all of them at once.
pub const TOGETHER: u32 = 64;

/// The states of a depth, numbered one after the other. It gives them piece by piece.
#[derive(Debug, Default)]
pub struct Level {
    /// The states left.
    left: Range<u32>,
    /// Covered threads of all states.
    covered: Vec<Covered>,
}

impl Level {
    /// States with these covered threads, the last of which is numbered before `end`. Returns the memory of those before.
    pub fn renew(&mut self, end: u32, covered: Vec<Covered>) -> Vec<Covered> {
        self.left = end - covered.len() as u32..end;
        std::mem::replace(&mut self.covered, covered)
    }

    /// Covered threads of a state that is left, or was among those given last.
    #[inline]
    pub fn covered(&self, number: u32) -> Covered {
        self.covered[self.covered.len() - (self.left.end - number) as usize]
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.covered.capacity() * size_of::<Covered>()
    }
}

impl Iterator for Level {
    type Item = Range<u32>;

    #[inline]
    fn next(&mut self) -> Option<Range<u32>> {
        let piece = self.left.start..self.left.end.min(self.left.start + TOGETHER);
        self.left.start = piece.end;
        (!piece.is_empty()).then_some(piece)
    }
}
