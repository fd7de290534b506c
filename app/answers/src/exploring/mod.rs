//! Explorations: all schedules of a program, their findings, and their outcomes.
//!
//! | module | contents |
//! | --- | --- |
//! | `explored` | an exploration with all that belongs to it |
//! | `search` | which algorithm fits |
//! | [`shown`] | findings, run once more for display |
//! | [`words`] | how complete an exploration is, in words |
//! | [`beyond`] | outcomes that need store buffers |
//! | [`outcomes`] | how runs end, by a projection, each with a schedule |
//! | [`owners`] | the monitors of run-time owners, in every trace |
//! | [`causes`] | races by the access that lacks the lock |
//! | [`cycles`] | blocks that are not serializable |
//! | [`json`] | the result, as an object; methods that no schedule calls |
//! | [`graph`] | the state graph |

pub mod beyond;
pub mod causes;
pub mod cycles;
mod explored;
pub mod graph;
pub mod json;
pub mod outcomes;
pub mod owners;
mod search;
pub mod shown;
pub mod words;

pub use beyond::Beyond;
pub use explored::{Explored, endless};
pub use search::{Searched, search};
pub use shown::Shown;
