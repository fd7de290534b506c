//! Every schedule of a program, up to equivalence: all races, deadlocks, exceptions, stuck threads, firing monitors, and all
//! outcomes.

mod naive;
mod options;
mod result;

pub use options::{Algorithm, Budget, Options};
pub use result::{Cut, Exploration, Found, Outcome};

use racefree_interp::machine::Lowered;
use std::sync::Arc;

/// Explores every schedule of a program.
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    Explorer::new().explore(program, options)
}

/// An explorer whose memory is used again from program to program.
#[derive(Default)]
pub struct Explorer {}

impl Explorer {
    /// An explorer.
    pub fn new() -> Explorer {
        Explorer {}
    }

    /// Explores every schedule of a program.
    pub fn explore(&mut self, program: &Arc<Lowered>, options: &Options) -> Exploration {
        naive::explore(program, options)
    }
}
