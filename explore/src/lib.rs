//! Every schedule of a program, up to equivalence: all races, deadlocks, exceptions, stuck threads, firing monitors, and all
//! outcomes.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `space` | what threads and objects can be, kept once; what a thread does, worked out once for all states that look the same to it |
//! | `states` | the search over states |
//! | `dpor` | optimal partial order reduction; with scheduling points at acquires only, `sync` |
//! | `dfs` | every schedule, without reduction |
//! | `witness` | the shortest schedules |
//! | `graph` | the state graph, to be drawn |
//! | `state`, `outcome`, `path` | what can be seen of one state; how runs end; from transitions to schedules |
//! | `explorer` | explorations one after the other |
//! | `meter`, `stepper` | budgets; one state space for several workers |

mod apart;
mod dfs;
mod dpor;
mod explorer;
mod graph;
mod meter;
mod options;
mod outcome;
mod path;
pub mod plain;
mod result;
mod space;
mod state;
mod states;
mod stepper;
mod witness;

pub use explorer::Explorer;
pub use graph::{Does, Edge, End, Graph, GraphThread, Node, graph};
pub use options::{Algorithm, Budget, Control, Options};
pub use result::{Cut, Exploration, Found, Outcome};
pub use witness::{Witness, shortest};

use racefree_interp::machine::Lowered;
use std::sync::Arc;

/// Explores every schedule of a program. Who has many programs uses an [`Explorer`].
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    Explorer::default().explore(program, options)
}
