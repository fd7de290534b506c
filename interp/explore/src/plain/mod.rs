//! The definition: every schedule of a program, on the reference semantics ([`racefree_interp::reduction`]), state by
//! state or run by run. Persistent states, equality of states as in section 8, no table, no cache, no reduction. This
//! is slow and meant to be read; the fast searches are tested against it.
//!
//! | here | defines | held together by |
//! | --- | --- | --- |
//! | [`faults()`]: errors in a state | `state` | `interp/explore/tests/cross.rs` |
//! | [`explore`]: all states | `states`, `graph`; the verdicts of `dpor`, `sync`, `dfs` | `interp/explore/tests/cross.rs` |
//! | [`traces()`]: all runs, up to Mazurkiewicz equivalence | `dpor`, `sync`: one run each | `interp/explore/tests/cross.rs`, `oracles.rs` |
//! | [`shortest_race`]: the shortest schedule of a race | `witness` | `interp/explore/tests/cross.rs` |
//! | [`outcome()`]: the outcome of a run | `outcome` | `interp/explore/tests/cross.rs` |
//! | [`buffered`]: the outcomes with store buffers, which need writes that wait | nothing | `interp/explore/tests/buffers.rs` |
//! | [`serializability`]: cycles of transactions, serial runs | `space::serial`, `dpor::closing`, `harm` | `interp/explore/tests/serial.rs` |

mod buffers;
mod faults;
mod outcome;
mod serial;
mod shortest;
mod states;
mod traces;
mod transition;

pub use buffers::{Buffers, Reached, Turn, Waited, buffered};
pub use faults::{Access, access, faults};
pub use outcome::outcome;
pub use serial::{Serializability, serializability};
pub use shortest::shortest_race;
pub use states::explore;
pub use traces::traces;
pub use transition::{Points, Reference, Transition};
