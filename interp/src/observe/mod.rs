//! Observers: detectors, monitors and recorders watch a run through one trait, chosen statically, so that what is not
//! watched costs nothing. The trait is [the machine's](crate::machine::observer); here is what observers are made of.

mod together;

pub use together::Selected;

pub use crate::machine::observer::{Built, Observer, Order, Place, Touch, View};

/// An observer that can go back to what it had seen before.
pub trait Rewind: Observer + Clone {
    /// Is as `to` again, in memory that is there already.
    #[inline]
    fn rewind(&mut self, to: &Self) {
        self.clone_from(to);
    }
}
