//! Matrices with a column for each thread, vector clocks above all: short runs reuse their memory, and a row of few threads
//! is one piece.

use crate::in_place::refill;

/// Number of components copied and compared at once.
pub(super) const PIECE: usize = 8;

/// Rows, one component for each thread.
#[derive(Debug)]
pub struct Rows<T> {
    /// The rows, as long as each is one piece; none from then on.
    narrow: Vec<[T; PIECE]>,
    /// The pieces of the rows from then on.
    wide: Vec<[T; PIECE]>,
    /// The logarithm of the number of pieces in a row.
    shift: u32,
}

/// Vector clocks.
pub type Clocks = Rows<u32>;

impl<T: Clone> Clone for Rows<T> {
    fn clone(&self) -> Self {
        Rows { narrow: self.narrow.clone(), wide: self.wide.clone(), shift: self.shift }
    }

    fn clone_from(&mut self, from: &Self) {
        self.narrow.clone_from(&from.narrow);
        self.wide.clone_from(&from.wide);
        self.shift = from.shift;
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Rows<T> {
        Rows { narrow: Vec::new(), wide: Vec::new(), shift: 0 }
    }
}

impl<T: Copy + Default> Rows<T> {
    /// No rows.
    #[inline]
    pub fn clear(&mut self) {
        self.narrow.clear();
        self.wide.clear();
    }

    /// Adds a row of zeros, or the like.
    #[inline]
    pub fn add_row(&mut self) -> usize {
        let row = self.rows();
        if self.shift == 0 {
            self.narrow.push([T::default(); PIECE]);
        } else {
            self.wide.resize((row + 1) << self.shift, [T::default(); PIECE]);
        }
        row
    }

    /// The components of a row, one for each thread, and perhaps more than there are threads.
    #[inline]
    pub fn row(&self, row: usize) -> &[T] {
        match self.narrow.get(row) {
            Some(row) => row,
            None => self.wide[row << self.shift..(row + 1) << self.shift].as_flattened(),
        }
    }

    /// The components of a row, if that is one piece.
    #[inline(always)]
    pub(super) fn narrow(&self, row: usize) -> Option<&[T; PIECE]> {
        self.narrow.get(row)
    }

    /// Becomes equal to `from`, in memory that is there already: rows stay as wide as they are.
    #[inline]
    pub fn refill(&mut self, from: &Self) {
        if self.shift <= from.shift {
            refill(&mut self.narrow, &from.narrow);
            refill(&mut self.wide, &from.wide);
            self.shift = from.shift;
        } else {
            self.refill_wider(from);
        }
    }

    #[inline(never)]
    fn refill_wider(&mut self, from: &Self) {
        self.wide.clear();
        for row in 0..from.rows() {
            self.wide.extend_from_slice(from.pieces_of(row));
            self.wide.resize((row + 1) << self.shift, [T::default(); PIECE]);
        }
    }

    fn pieces_of(&self, row: usize) -> &[[T; PIECE]] {
        let pieces = if self.shift == 0 { &self.narrow } else { &self.wide };
        &pieces[row << self.shift..(row + 1) << self.shift]
    }

    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        if self.shift == 0 { self.narrow.len() } else { self.wide.len() >> self.shift }
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
        let mut wider = Rows { narrow: Vec::new(), wide: Vec::new(), shift };
        wider.refill_wider(self);
        *self = wider;
    }

    /// A component.
    #[inline(always)]
    pub fn get(&self, row: usize, thread: usize) -> T {
        match self.narrow.get(row) {
            Some(row) => row[thread % PIECE],
            None => self.wide[(row << self.shift) | (thread / PIECE)][thread % PIECE],
        }
    }

    /// Sets a component.
    #[inline(always)]
    pub fn set(&mut self, row: usize, thread: usize, it: T) {
        match self.narrow.get_mut(row) {
            Some(row) => row[thread % PIECE] = it,
            None => self.wide[(row << self.shift) | (thread / PIECE)][thread % PIECE] = it,
        }
    }

    /// Row `to` := row `from`
    pub fn copy_row(&mut self, to: usize, from: usize) {
        let pieces = if self.shift == 0 { &mut self.narrow } else { &mut self.wide };
        pieces.copy_within(from << self.shift..(from + 1) << self.shift, to << self.shift);
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
        let piece = |to: &mut [u32; PIECE], from: &[u32; PIECE]| {
            let old = *to;
            *to = std::array::from_fn(|i| op(old[i], from[i]));
        };
        match (self.narrow.get_mut(to), other.narrow.get(from)) {
            (Some(to), Some(from)) => piece(to, from),
            _ => self.by_many_pieces(to, other, from, piece),
        }
    }

    #[inline(never)]
    fn by_many_pieces(
        &mut self,
        to: usize,
        other: &Clocks,
        from: usize,
        piece: impl Fn(&mut [u32; PIECE], &[u32; PIECE]),
    ) {
        let many = 1 << self.shift;
        let (to, from) = (&mut self.wide[to << self.shift..][..many], &other.wide[from << self.shift..][..many]);
        to.iter_mut().zip(from).for_each(|(to, from)| piece(to, from));
    }
}
