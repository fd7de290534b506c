//! The definition of what only tests ask of all runs, on the reference semantics as [`racefree_explore::plain`] has it: slow, and meant to be
//! read.
//!
//! | here | defines |
//! | --- | --- |
//! | [`traces()`]: all runs, up to Mazurkiewicz equivalence | `dpor`: one run each |
//! | [`shortest_race`]: the shortest schedule of a race | `witness` |
//! | [`serializability`]: cycles of transactions, serial runs | `space::serial`, `dpor::closing`, `harm` |

mod serial;
mod shortest;
mod traces;

pub use serial::{Serializability, serializability};
pub use shortest::shortest_race;
pub use traces::traces;
