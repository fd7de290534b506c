//! Matrices with a column for each thread, vector clocks above all: short runs reuse their memory, and a row of few threads
//! is one piece.

use crate::in_place::refill;

/// So many components are copied and compared at once.
pub(super) const PIECE: usize = 8;

/// Rows, one component for each thread.
#[derive(Debug)]
pub struct Rows<T> {
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

impl<T> Default for Rows<T> {
    fn default() -> Rows<T> {
        Rows { pieces: Vec::new(), shift: 0 }
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
        if self.shift == 0 {
            self.pieces.push([T::default(); PIECE]);
        } else {
            self.pieces.resize((row + 1) << self.shift, [T::default(); PIECE]);
        }
        row
    }

    /// The components of a row, one for each thread, and perhaps more than there are threads.
    #[inline]
    pub fn row(&self, row: usize) -> &[T] {
        self.pieces[row << self.shift..(row + 1) << self.shift].as_flattened()
    }

    /// The same, if a row is one piece.
    #[inline(always)]
    pub(super) fn narrow(&self, row: usize) -> Option<&[T; PIECE]> {
        if self.shift == 0 { self.pieces.get(row) } else { None }
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(super) fn narrow_mut(&mut self, row: usize) -> Option<&mut [T; PIECE]> {
        if self.shift == 0 { self.pieces.get_mut(row) } else { None }
    }

    /// Is as `from`, in memory that is there already.
    #[inline]
    pub fn refill(&mut self, from: &Self) {
        refill(&mut self.pieces, &from.pieces);
        self.shift = from.shift;
    }

    /// How many rows there are.
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
        let mut wide = vec![[T::default(); PIECE]; self.rows() << shift];
        for (new, old) in wide.chunks_exact_mut(1 << shift).zip(self.pieces.chunks_exact(1 << self.shift)) {
            new[..old.len()].copy_from_slice(old);
        }
        (self.pieces, self.shift) = (wide, shift);
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
        let piece = |to: &mut [u32; PIECE], from: [u32; PIECE]| {
            let old = *to;
            *to = std::array::from_fn(|i| op(old[i], from[i]));
        };
        if self.shift == 0 {
            return piece(&mut self.pieces[to], other.pieces[from]);
        }
        self.by_many_pieces(to, other, from, piece);
    }

    #[inline(never)]
    fn by_many_pieces(
        &mut self,
        to: usize,
        other: &Clocks,
        from: usize,
        piece: impl Fn(&mut [u32; PIECE], [u32; PIECE]),
    ) {
        for at in 0..1 << self.shift {
            piece(&mut self.pieces[(to << self.shift) | at], other.pieces[(from << other.shift) | at]);
        }
    }
}
