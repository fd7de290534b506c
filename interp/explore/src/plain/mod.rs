//! The definition: every schedule of a program, on the reference semantics ([`racefree_interp::reduction`]), state by
//! state or run by run. Persistent states, equality of states as in section 8, no table, no cache, no reduction. This
//! is slow and meant to be read; the fast searches are tested against it.
//!
//! | here | defines | held together by |
//! | --- | --- | --- |
//! | [`faults()`]: errors in a state | `state` | `interp/explore/tests/cross.rs` |
//! | [`explore`]: all states | `states`, `graph`; the verdicts of `dpor`, `sync`, `dfs` | `interp/explore/tests/cross.rs` |
//! | [`outcome()`]: the outcome of a run | `outcome` | `interp/explore/tests/cross.rs` |
//! | [`buffered`]: the outcomes with store buffers, which need writes that wait | nothing | `interp/explore/tests/buffers.rs` |
//!
//! Definitions that only tests use (traces, shortest schedules of races, serializability) stand in `interp/explore/tests/definition`.

mod buffers;
mod faults;
mod outcome;
mod states;
mod transition;

pub use buffers::{Buffers, Reached, Turn, Waited, buffered, buffered_by_definition};
pub(crate) use faults::{About, faults_about};
pub use faults::{Access, access, faults};
pub use outcome::outcome;
pub use states::explore;
pub use transition::{Points, Reference, Transition};
