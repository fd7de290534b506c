//! Matrices with a column for each thread, vector clocks above all: short runs reuse their memory, and rows are powers of two
//! long.

use crate::in_place::refill;

/// The logarithm of the length of the shortest row.
const SHORTEST: u32 = 3;

/// Rows, one component for each thread.
#[derive(Debug)]
pub struct Rows<T> {
    all: Vec<T>,
    /// The logarithm of the length of a row.
    shift: u32,
}

/// Vector clocks.
pub type Clocks = Rows<u32>;

impl<T: Clone> Clone for Rows<T> {
    fn clone(&self) -> Self {
        Rows { all: self.all.clone(), shift: self.shift }
    }

    #[inline]
    fn clone_from(&mut self, from: &Self) {
        self.all.clone_from(&from.all);
        self.shift = from.shift;
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Rows<T> {
        Rows { all: Vec::new(), shift: SHORTEST }
    }
}

impl<T: Copy + Default> Rows<T> {
    /// No rows.
    #[inline]
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Adds a row of zeros, or the like.
    #[inline]
    pub fn add_row(&mut self) -> usize {
        let row = self.rows();
        self.all.resize((row + 1) << self.shift, T::default());
        row
    }

    /// Is as `from`, in memory that is there already.
    #[inline]
    pub fn refill(&mut self, from: &Self) {
        refill(&mut self.all, &from.all);
        self.shift = from.shift;
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        self.all.len() >> self.shift
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
        let mut wide = vec![T::default(); self.rows() << shift];
        for (new, old) in wide.chunks_exact_mut(1 << shift).zip(self.all.chunks_exact(1 << self.shift)) {
            new[..old.len()].copy_from_slice(old);
        }
        (self.all, self.shift) = (wide, shift);
    }

    /// A row.
    #[inline]
    pub fn row(&self, row: usize) -> &[T] {
        &self.all[row << self.shift..][..1 << self.shift]
    }

    #[inline]
    fn row_mut(&mut self, row: usize) -> &mut [T] {
        &mut self.all[row << self.shift..][..1 << self.shift]
    }

    /// A component.
    #[inline(always)]
    pub fn get(&self, row: usize, thread: usize) -> T {
        self.all[row << self.shift | thread]
    }

    /// Sets a component.
    #[inline(always)]
    pub fn set(&mut self, row: usize, thread: usize, it: T) {
        self.all[row << self.shift | thread] = it;
    }

    /// Row `to` := row `from`
    pub fn copy_row(&mut self, to: usize, from: usize) {
        self.all.copy_within(from << self.shift..(from + 1) << self.shift, to << self.shift);
    }
}

impl Clocks {
    /// Row `to` of this matrix := row `from` of another of the same width.
    #[inline]
    pub fn copy(&mut self, to: usize, other: &Clocks, from: usize) {
        self.by_pieces(to, other, from, |_, from| from);
    }

    /// Row `to` := row `to` ⊔ row `from` of another matrix of the same width.
    #[inline]
    pub fn join(&mut self, to: usize, other: &Clocks, from: usize) {
        self.by_pieces(to, other, from, u32::max);
    }

    /// A row of the shortest length is one piece, for which no loop is needed.
    #[inline(always)]
    fn by_pieces(&mut self, to: usize, other: &Clocks, from: usize, op: impl Fn(u32, u32) -> u32) {
        debug_assert_eq!(self.shift, other.shift);
        let piece = |to: &mut [u32; 1 << SHORTEST], from: &[u32; 1 << SHORTEST]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = op(*to, *from));
        };
        let (to, from) = (self.row_mut(to), other.row(from));
        if let (Ok(to), Ok(from)) = (to.try_into(), from.try_into()) {
            return piece(to, from);
        }
        let (to, from) = (to.as_chunks_mut().0, from.as_chunks().0);
        to.iter_mut().zip(from).for_each(|(to, from)| piece(to, from));
    }
}
