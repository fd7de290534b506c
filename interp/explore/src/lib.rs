//! Every schedule of a program, up to equivalence: all races, deadlocks, exceptions, stuck threads, firing monitors, and all
//! outcomes.
//!
//! [`plain`] is the definition, and comes first; `docs/explorer.md` tells how the fast searches work.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`plain`] | all states, all runs, all shortest schedules on the reference semantics |
//! | `space` | collapse compression, and the memo of transitions |
//! | `states` | the search over states |
//! | `dpor` | optimal partial order reduction |
//! | `auto` | runs and states in turn, until one of them has covered everything |
//! | `witness` | the shortest schedules |
//! | `livelock`, `fair` | points from which no schedule ends; cycles that a fair run can go round for ever |
//! | [`harm`] | outcomes that no serial run has |
//! | `graph` | the state graph, to be drawn |
//! | `state`, `outcome` | errors of one state; final states in words |
//! | [`owners`] | the monitors of run-time owners, in every trace |
//! | `findings`, `path` | findings of a search; the way back, as a schedule |
//! | [`mod@reference`] | programs with forms of the dialect of Java |
//! | `meter` | budgets |
//! | `host` | the program that a search runs in: its clock and its requests to stop |

mod auto;
mod dpor;
mod fair;
mod findings;
mod graph;
pub mod harm;
mod host;
mod livelock;
mod meter;
mod numbers;
mod options;
mod outcome;
pub mod owners;
mod path;
pub mod plain;
pub mod reference;
mod result;
mod space;
mod state;
mod states;
mod traces;
mod witness;

pub use auto::{Auto, LONGEST_RUN, auto};
pub use graph::{Does, Edge, End, Graph, GraphThread, Node, graph, graph_from};
pub use host::{Control, Host, Progress, SystemHost};
pub use livelock::{livelock, livelocks, round};
pub use options::{Algorithm, Budget, EachRun, Options};
pub use result::{Cut, Exploration, Found, Outcome, unsound};
pub use witness::{Witness, shortest};

use racefree_interp::machine::Lowered;
use std::sync::Arc;

/// Explores every schedule of a program.
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    if program.on_reference() && options.algorithm != Algorithm::Plain {
        return reference::explore(program, options);
    }
    match options.algorithm {
        Algorithm::States => states::explore(program, options),
        Algorithm::Dpor => dpor::explore(program, options),
        Algorithm::Plain => plain::explore(program, options, plain::Points::Every),
    }
}
