//! Vector clocks, one row of a matrix each: short runs reuse its memory, and a row of few threads is one piece.

use crate::in_place::clone_in_place;

/// So many components are copied and compared at once.
const PIECE: usize = 8;

/// Rows of clocks, one component for each thread.
#[derive(Debug)]
pub struct Clocks {
    pieces: Vec<[u32; PIECE]>,
    /// Pieces in a row.
    width: usize,
}

clone_in_place!(Clocks { pieces, width });

impl Default for Clocks {
    fn default() -> Clocks {
        Clocks { pieces: Vec::new(), width: 1 }
    }
}

impl Clocks {
    /// No rows.
    #[inline]
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// Adds a row of zeros.
    #[inline]
    pub fn add_row(&mut self) -> usize {
        let row = self.rows();
        self.pieces.extend(std::iter::repeat_n([0; PIECE], self.width));
        row
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        if self.width == 1 { self.pieces.len() } else { self.pieces.len() / self.width }
    }

    /// Makes room for thread number `thread`.
    #[inline]
    pub fn reach(&mut self, thread: usize) {
        if thread >= self.width * PIECE {
            self.widen(thread);
        }
    }

    #[cold]
    fn widen(&mut self, thread: usize) {
        let width = (thread / PIECE + 1).next_power_of_two();
        let mut wide = vec![[0; PIECE]; width * self.rows()];
        for (new, old) in wide.chunks_exact_mut(width).zip(self.pieces.chunks_exact(self.width)) {
            new[..self.width].copy_from_slice(old);
        }
        (self.pieces, self.width) = (wide, width);
    }

    /// A component.
    #[inline]
    pub fn get(&self, row: usize, thread: usize) -> u32 {
        self.pieces[row * self.width + thread / PIECE][thread % PIECE]
    }

    /// Sets a component.
    #[inline]
    pub fn set(&mut self, row: usize, thread: usize, clock: u32) {
        self.pieces[row * self.width + thread / PIECE][thread % PIECE] = clock;
    }

    /// Row `to` of this matrix := row `from` of another of the same width.
    #[inline]
    pub fn copy(&mut self, to: usize, other: &Clocks, from: usize) {
        debug_assert_eq!(self.width, other.width);
        if self.width == 1 {
            self.pieces[to] = other.pieces[from];
        } else {
            let (width, from) = (self.width, &other.pieces[from * self.width..][..self.width]);
            self.pieces[to * width..][..width].copy_from_slice(from);
        }
    }

    /// Row `to` := row `from`
    pub fn copy_row(&mut self, to: usize, from: usize) {
        self.pieces.copy_within(from * self.width..(from + 1) * self.width, to * self.width);
    }

    /// Row `to` := row `to` ⊔ row `from` of another matrix of the same width.
    #[inline]
    pub fn join(&mut self, to: usize, other: &Clocks, from: usize) {
        debug_assert_eq!(self.width, other.width);
        let join = |to: &mut [u32; PIECE], from: &[u32; PIECE]| {
            for (a, b) in to.iter_mut().zip(from) {
                *a = (*a).max(*b);
            }
        };
        if self.width == 1 {
            join(&mut self.pieces[to], &other.pieces[from]);
        } else {
            let from = &other.pieces[from * self.width..][..self.width];
            self.pieces[to * self.width..][..self.width].iter_mut().zip(from).for_each(|(a, b)| join(a, b));
        }
    }
}
