//! Observers: detectors, monitors and recorders watch a run through one trait, chosen statically, so that unwatched
//! steps cost nothing. The trait is [the machine's](crate::machine::observer); this module has the parts of observers.

mod together;

pub use crate::machine::observer::{Built, Observer, Order, Place, Touch, View};

/// An observer that can go back to an earlier state.
pub trait Rewind: Observer + Clone {
    /// Becomes equal to `to` again, in memory that is there already.
    #[inline]
    fn rewind(&mut self, to: &Self) {
        self.clone_from(to);
    }
}
