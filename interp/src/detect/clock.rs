//! Vector clocks, one row of a matrix each: short runs reuse its memory, and rows are powers of two long.

use crate::in_place::clone_in_place;

/// The logarithm of the length of the shortest row.
const SHORTEST: u32 = 3;

/// Rows of clocks, one component for each thread.
#[derive(Debug)]
pub struct Clocks {
    clocks: Vec<u32>,
    /// The logarithm of the length of a row.
    shift: u32,
}

clone_in_place!(Clocks { clocks, shift });

impl Default for Clocks {
    fn default() -> Clocks {
        Clocks { clocks: Vec::new(), shift: SHORTEST }
    }
}

impl Clocks {
    /// No rows.
    #[inline]
    pub fn clear(&mut self) {
        self.clocks.clear();
    }

    /// Adds a row of zeros.
    #[inline]
    pub fn add_row(&mut self) -> usize {
        let row = self.rows();
        self.clocks.resize((row + 1) << self.shift, 0);
        row
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        self.clocks.len() >> self.shift
    }

    /// Makes room for thread number `thread`.
    #[inline]
    pub fn reach(&mut self, thread: usize) {
        if thread >> self.shift != 0 {
            self.widen(thread);
        }
    }

    #[cold]
    fn widen(&mut self, thread: usize) {
        let shift = (thread + 1).next_power_of_two().trailing_zeros();
        let mut wide = vec![0; self.rows() << shift];
        for (new, old) in wide.chunks_exact_mut(1 << shift).zip(self.clocks.chunks_exact(1 << self.shift)) {
            new[..old.len()].copy_from_slice(old);
        }
        (self.clocks, self.shift) = (wide, shift);
    }

    #[inline]
    fn row(&self, row: usize) -> &[u32] {
        &self.clocks[row << self.shift..][..1 << self.shift]
    }

    #[inline]
    fn row_mut(&mut self, row: usize) -> &mut [u32] {
        &mut self.clocks[row << self.shift..][..1 << self.shift]
    }

    /// A component.
    #[inline(always)]
    pub fn get(&self, row: usize, thread: usize) -> u32 {
        self.clocks[row << self.shift | thread]
    }

    /// Sets a component.
    #[inline(always)]
    pub fn set(&mut self, row: usize, thread: usize, clock: u32) {
        self.clocks[row << self.shift | thread] = clock;
    }

    /// Row `to` of this matrix := row `from` of another of the same width.
    #[inline]
    pub fn copy(&mut self, to: usize, other: &Clocks, from: usize) {
        debug_assert_eq!(self.shift, other.shift);
        self.by_pieces(to, other, from, |_, from| from);
    }

    /// Row `to` := row `from`
    pub fn copy_row(&mut self, to: usize, from: usize) {
        self.clocks.copy_within(from << self.shift..(from + 1) << self.shift, to << self.shift);
    }

    /// Row `to` := row `to` ⊔ row `from` of another matrix of the same width.
    #[inline]
    pub fn join(&mut self, to: usize, other: &Clocks, from: usize) {
        debug_assert_eq!(self.shift, other.shift);
        self.by_pieces(to, other, from, u32::max);
    }

    /// The pieces have a length that is known.
    #[inline(always)]
    fn by_pieces(&mut self, to: usize, other: &Clocks, from: usize, op: impl Fn(u32, u32) -> u32) {
        let (to, _) = self.row_mut(to).as_chunks_mut::<{ 1 << SHORTEST }>();
        let (from, _) = other.row(from).as_chunks::<{ 1 << SHORTEST }>();
        for (to, from) in to.iter_mut().zip(from) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = op(*to, *from);
            }
        }
    }
}
