//! Every schedule of a program, up to equivalence: all races, deadlocks, exceptions, stuck threads, firing monitors, and all
//! outcomes.

mod dfs;
mod dpor;
mod graph;
mod meter;
mod options;
mod outcome;
mod path;
mod result;
mod space;
mod state;
mod states;
mod stepper;
mod witness;

pub use graph::{Does, Edge, End, Graph, GraphThread, Node, graph};
pub use options::{Algorithm, Budget, Control, Options};
pub use result::{Cut, Exploration, Found, Outcome};
pub use witness::{Witness, shortest};

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
        match options.algorithm {
            Algorithm::States => states::explore(program, options),
            Algorithm::Dpor | Algorithm::Sync => dpor::explore(program, options),
            Algorithm::Dfs => dfs::explore(program, options),
        }
    }
}
