//! Matrices with a column for each thread, vector clocks above all: short runs reuse their memory.

use crate::in_place::refill;

/// Number of components copied and compared at once.
const PIECE: usize = 8;

/// Rows, one component for each thread.
#[derive(Default, Debug)]
pub struct Rows<T> {
    /// The pieces of the rows, one row after the other.
    pieces: Vec<[T; PIECE]>,
    /// The logarithm of the number of pieces in a row.
    shift: u32,
}

/// Vector clocks.
pub type Clocks = Rows<u32>;

impl<T: Clone> Clone for Rows<T> {
    fn clone(&self) -> Self {
        Rows { pieces: self.pieces.clone(), shift: self.shift }
    }

    fn clone_from(&mut self, from: &Self) {
        self.pieces.clone_from(&from.pieces);
        self.shift = from.shift;
    }
}

impl<T: Copy + Default> Rows<T> {
    /// No rows.
    #[inline]
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// Adds a row of zeros, or the like.
    #[inline]
    pub fn add_row(&mut self) -> usize {
        let row = self.rows();
        self.pieces.resize((row + 1) << self.shift, [T::default(); PIECE]);
        row
    }

    /// Becomes equal to `from`, in memory that is there already: rows stay as wide as they are.
    #[inline]
    pub fn refill(&mut self, from: &Self) {
        if self.shift <= from.shift {
            refill(&mut self.pieces, &from.pieces);
            self.shift = from.shift;
        } else {
            self.refill_wider(from);
        }
    }

    #[inline(never)]
    fn refill_wider(&mut self, from: &Self) {
        self.pieces.clear();
        for row in from.pieces.chunks(1 << from.shift) {
            let end = self.pieces.len() + (1 << self.shift);
            self.pieces.extend_from_slice(row);
            self.pieces.resize(end, [T::default(); PIECE]);
        }
    }

    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.pieces.len() >> self.shift
    }

    /// Makes room for thread number `thread`.
    #[inline]
    pub fn reach(&mut self, thread: usize) {
        if (thread / PIECE) >> self.shift != 0 {
            self.widen(thread);
        }
    }

    #[cold]
    fn widen(&mut self, thread: usize) {
        let shift = (thread / PIECE + 1).next_power_of_two().trailing_zeros();
        let mut wider = Rows { pieces: Vec::new(), shift };
        wider.refill_wider(self);
        *self = wider;
    }

    /// A component.
    #[inline(always)]
    pub fn get(&self, row: usize, thread: usize) -> T {
        self.pieces[(row << self.shift) | (thread / PIECE)][thread % PIECE]
    }

    /// Sets a component.
    #[inline(always)]
    pub fn set(&mut self, row: usize, thread: usize, it: T) {
        self.pieces[(row << self.shift) | (thread / PIECE)][thread % PIECE] = it;
    }

    /// Row `to` := row `from`
    pub fn copy_row(&mut self, to: usize, from: usize) {
        self.pieces.copy_within(from << self.shift..(from + 1) << self.shift, to << self.shift);
    }
}

impl Clocks {
    /// Row `to` of this matrix := row `from` of another of the same width.
    #[inline(always)]
    pub fn copy(&mut self, to: usize, other: &Clocks, from: usize) {
        self.by_pieces(to, other, from, |_, from| from);
    }

    /// Row `to` := row `to` ⊔ row `from` of another matrix of the same width.
    #[inline(always)]
    pub fn join(&mut self, to: usize, other: &Clocks, from: usize) {
        self.by_pieces(to, other, from, u32::max);
    }

    #[inline(always)]
    fn by_pieces(&mut self, to: usize, other: &Clocks, from: usize, op: impl Fn(u32, u32) -> u32) {
        debug_assert_eq!(self.shift, other.shift);
        let many = 1 << self.shift;
        let (to, from) = (&mut self.pieces[to << self.shift..][..many], &other.pieces[from << self.shift..][..many]);
        for (to, from) in to.iter_mut().zip(from) {
            *to = std::array::from_fn(|i| op(to[i], from[i]));
        }
    }
}
