//! Vector clocks, one row of a matrix each: short runs reuse its memory, and a row is contiguous.

/// Rows of clocks, one component for each thread.
#[derive(Clone, Debug)]
pub struct Clocks {
    clocks: Vec<u32>,
    /// Components in a row.
    width: usize,
    rows: usize,
}

const FIRST_WIDTH: usize = 8;

impl Default for Clocks {
    fn default() -> Clocks {
        Clocks { clocks: Vec::new(), width: FIRST_WIDTH, rows: 0 }
    }
}

impl Clocks {
    /// No rows.
    #[inline]
    pub fn clear(&mut self) {
        self.clocks.clear();
        self.rows = 0;
    }

    /// Adds a row of zeros.
    pub fn add_row(&mut self) -> usize {
        self.clocks.resize((self.rows + 1) * self.width, 0);
        self.rows += 1;
        self.rows - 1
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Makes room for thread number `thread`.
    #[inline]
    pub fn reach(&mut self, thread: usize) {
        if thread >= self.width {
            self.widen(thread);
        }
    }

    #[cold]
    fn widen(&mut self, thread: usize) {
        let width = (thread + 1).next_power_of_two();
        let mut wide = vec![0; width * self.rows];
        for (new, old) in wide.chunks_exact_mut(width).zip(self.clocks.chunks_exact(self.width)) {
            new[..self.width].copy_from_slice(old);
        }
        (self.clocks, self.width) = (wide, width);
    }

    /// A row.
    #[inline]
    pub fn row(&self, row: usize) -> &[u32] {
        &self.clocks[row * self.width..][..self.width]
    }

    /// A component.
    #[inline]
    pub fn get(&self, row: usize, thread: usize) -> u32 {
        self.clocks[row * self.width + thread]
    }

    /// Sets a component.
    #[inline]
    pub fn set(&mut self, row: usize, thread: usize, clock: u32) {
        self.clocks[row * self.width + thread] = clock;
    }

    /// `to := from`
    #[inline]
    pub fn copy(&mut self, to: usize, from: usize) {
        self.clocks.copy_within(from * self.width..(from + 1) * self.width, to * self.width);
    }

    /// `to := to ⊔ from`
    #[inline]
    pub fn join(&mut self, to: usize, from: usize) {
        if to == from {
            return;
        }
        let width = self.width;
        let (low, high) = self.clocks.split_at_mut(to.max(from) * width);
        let (low, high) = (&mut low[to.min(from) * width..][..width], &mut high[..width]);
        let (to, from) = if to < from { (low, &*high) } else { (high, &*low) };
        for (a, b) in to.iter_mut().zip(from) {
            *a = (*a).max(*b);
        }
    }
}
